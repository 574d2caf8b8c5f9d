/** In the form of a document that needs approval: Submit in place of Publish and Unpublish. */
import { useMemo } from 'react';
import { Check, Cross } from '@strapi/icons';
import { useForm } from '@strapi/strapi/admin';
import type { DocumentActionComponent } from '@strapi/content-manager/strapi-admin';
import { useSay } from '../../../admin/panel-words';
import { needsApproval } from '../server/approval-table';
import { findStage } from './approval-state';
import { StepForm, type StepWords } from './approval-steps';
import { useApproval } from './use-approval';

/** Strapi's Publish and Unpublish, and Submit instead where a second person has to approve. */
export function submitInstead(actions: DocumentActionComponent[]): DocumentActionComponent[] {
  return actions.map((action) => {
    if (action.type !== 'publish' && action.type !== 'unpublish') return action;
    const isPublish = action.type === 'publish';
    const SubmitAction: DocumentActionComponent = (props) => {
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
      const strapiAction = action(needed || unknown ? { ...props, activeTab: 'published' } : props);
      const say = useSay('approval');
      const content = useMemo(
        () =>
          document
            ? ({ onClose }: { onClose: () => void }) => <StepForm words={words} document={document} onClose={onClose} />
            : null,
        [document, words],
      );
      if (!strapiAction || !needed) return strapiAction;
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
    return Object.assign(SubmitAction, { type: action.type, position: action.position });
  });
}
