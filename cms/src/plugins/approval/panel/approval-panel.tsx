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
import { useFormDocument } from '../../../admin/use-form-document';
import { needsApproval } from '../server/approval-table';
import { ApprovalState, findStage } from './approval-state';
import type { ApprovalStatus } from '../server/approval-status';
import { useApprovalQuery } from './approval-api';
import { StepForm, type StepWords } from './approval-steps';
import { useSay } from '../../../admin/panel-words';
import type { LocalizedDocument } from '../../../setup/localized-document';

type Form = Pick<DocumentActionProps, 'model' | 'document'>;

export function useApproval(form: Form): { document: LocalizedDocument | null; approval: ApprovalStatus | undefined } {
  const document = useFormDocument(form);
  const { currentData } = useApprovalQuery(document ?? { uid: '', documentId: '', locale: '' }, { skip: !document });
  return { document, approval: document ? currentData : undefined };
}

/** Strapi's Publish and Unpublish, and Submit instead where a second person has to approve. */
export function submitInstead(actions: DocumentActionComponent[]): DocumentActionComponent[] {
  return actions.map((action) => {
    if (action.type !== 'publish' && action.type !== 'unpublish') return action;
    const isPublish = action.type === 'publish';
    const Gated: DocumentActionComponent = (props) => {
      const { document, approval } = useApproval(props);
      const values = useForm('Approval', (form) => form.values);
      const modified = useForm('Approval', (form) => form.modified);
      const words: StepWords = isPublish ? 'submit' : 'withdraw';
      const unknown = document !== null && !approval;
      const stage = approval ? findStage(approval) : 'draft';
      // Until the server has answered, the table decides.
      const needed = approval
        ? approval.needed && !approval.off
        : isPublish && needsApproval(props.model, JSON.stringify(values ?? {}));
      // Strapi's own action always runs, since it is a hook; on the tab “Published” it does nothing, nor does its key.
      const own = action(needed || unknown ? { ...props, activeTab: 'published' } : props);
      const say = useSay('approval');
      const content = useMemo(
        () =>
          document
            ? ({ onClose }: { onClose: () => void }) => <StepForm words={words} document={document} onClose={onClose} />
            : null,
        [document, words],
      );
      if (!own || !needed) return own;
      const isOpen = isPublish
        ? !approval?.same && !['waits', 'approved', 'emergency-waits'].includes(stage)
        : approval?.live && stage !== 'withdrawal-waits';
      return {
        label: say(`${words}.button`),
        icon: isPublish ? <Check /> : <Cross />,
        variant: isPublish ? 'default' : 'danger',
        disabled: !content || modified || !isOpen || !approval?.mayWrite || props.activeTab === 'published',
        // Strapi's first button submits the form, which would save it.
        onClick: (event) => event.preventDefault(),
        dialog: content ? { type: 'modal', title: say(`${words}.title`), content } : undefined,
      };
    };
    return Object.assign(Gated, { type: action.type, position: action.position });
  });
}

export const ApprovalPanel: PanelComponent = (props) => {
  const { document, approval } = useApproval(props);
  const say = useSay('approval');
  if (!document || !approval?.needed || approval.off) return null;
  return { title: say('title'), content: <PanelContent document={document} approval={approval} /> };
};

function PanelContent({ document, approval }: { document: LocalizedDocument; approval: ApprovalStatus }) {
  const modified = useForm('Approval', (form) => form.modified);
  const say = useSay('approval');
  const hasProposal = approval.decision && findStage(approval).endsWith('waits');
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <ApprovalState approval={approval} document={document} />
      {modified && <Typography textColor="neutral600">{say('save-first')}</Typography>}
      {hasProposal && (
        <Link tag={RouterLink} to={`/approvals?seq=${approval.decision?.seq}`}>
          {say('see')}
        </Link>
      )}
    </Flex>
  );
}
