/** In the form of a document that needs approval: Submit in place of Publish and Unpublish, and a side panel that says where it stands. */
import { useMemo } from 'react';
import { Flex, Link, Typography } from '@strapi/design-system';
import { Check, Cross } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import type {
  DocumentActionComponent,
  DocumentActionProps,
  PanelComponent,
} from '@strapi/content-manager/strapi-admin';
import { Link as RouterLink } from 'react-router-dom';
import { needsApproval } from '../gate/approval-table';
import { ApprovalState, findStage } from './approval-state';
import { type Gate, type Subject, useGateStateQuery } from './gate-api';
import { StepForm, type StepWords } from './gate-steps';
import { useSay } from './version-words';

type Form = Pick<DocumentActionProps, 'model' | 'document'>;

/** The document of a form, once it is saved in this language. */
export function useSubject({ model, document }: Form): Subject | null {
  const { documentId, locale } = (document ?? {}) as { documentId?: string; locale?: unknown };
  return useMemo(
    () =>
      documentId && model.startsWith('api::')
        ? { uid: model, documentId, locale: typeof locale === 'string' ? locale : '' }
        : null,
    [model, documentId, locale],
  );
}

export function useGate(form: Form): { subject: Subject | null; gate: Gate | undefined } {
  const subject = useSubject(form);
  const { currentData } = useGateStateQuery(subject ?? { uid: '', documentId: '', locale: '' }, { skip: !subject });
  return { subject, gate: subject ? currentData : undefined };
}

/** Strapi's Publish and Unpublish, and Submit instead where a second person has to approve. */
export function submitInstead(actions: DocumentActionComponent[]): DocumentActionComponent[] {
  return actions.map((action) => {
    if (action.type !== 'publish' && action.type !== 'unpublish') return action;
    const isPublish = action.type === 'publish';
    const Gated: DocumentActionComponent = (props) => {
      const { subject, gate } = useGate(props);
      const values = useForm('Gate', (form) => form.values);
      const modified = useForm('Gate', (form) => form.modified);
      const words: StepWords = isPublish ? 'submit' : 'withdraw';
      const unknown = subject !== null && !gate;
      const stage = gate ? findStage(gate) : 'draft';
      // Until the server has answered, the table decides.
      const needed = gate
        ? gate.needed && !gate.off
        : isPublish && needsApproval(props.model, JSON.stringify(values ?? {}));
      // Strapi's own action always runs, since it is a hook; on the tab “Published” it does nothing, nor does its key.
      const own = action(needed || unknown ? { ...props, activeTab: 'published' } : props);
      const say = useSay('gate');
      const content = useMemo(
        () =>
          subject
            ? ({ onClose }: { onClose: () => void }) => <StepForm words={words} subject={subject} onClose={onClose} />
            : null,
        [subject, words],
      );
      if (!own || !needed) return own;
      const isOpen = isPublish
        ? !gate?.same && !['waits', 'approved', 'emergency-waits'].includes(stage)
        : gate?.live && stage !== 'withdrawal-waits';
      return {
        label: say(`${words}.button`),
        icon: isPublish ? <Check /> : <Cross />,
        variant: isPublish ? 'default' : 'danger',
        disabled: !content || modified || !isOpen || !gate?.mayWrite || props.activeTab === 'published',
        // Strapi's first button submits the form, which would save it.
        onClick: (event) => event.preventDefault(),
        dialog: content ? { type: 'modal', title: say(`${words}.title`), content } : undefined,
      };
    };
    return Object.assign(Gated, { type: action.type, position: action.position });
  });
}

export const ApprovalPanel: PanelComponent = (props) => {
  const { subject, gate } = useGate(props);
  const say = useSay('gate');
  if (!subject || !gate?.needed || gate.off) return null;
  return { title: say('title'), content: <PanelContent subject={subject} gate={gate} /> };
};

function PanelContent({ subject, gate }: { subject: Subject; gate: Gate }) {
  const modified = useForm('Gate', (form) => form.modified);
  const say = useSay('gate');
  const hasProposal = gate.decision && findStage(gate).endsWith('waits');
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <ApprovalState gate={gate} subject={subject} />
      {modified && <Typography textColor="neutral600">{say('save-first')}</Typography>}
      {hasProposal && (
        <Link tag={RouterLink} to={`/approvals?seq=${gate.decision?.seq}`}>
          {say('see')}
        </Link>
      )}
    </Flex>
  );
}
