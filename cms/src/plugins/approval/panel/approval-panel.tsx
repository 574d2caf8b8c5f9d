/** Beside the form of a document that needs approval: a side panel that says where it stands. */
import { Flex, Link, Typography } from '@strapi/design-system';
import { useForm } from '@strapi/strapi/admin';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { Link as RouterLink } from 'react-router-dom';
import { ApprovalState, findStage } from './approval-state';
import type { ApprovalStatus } from '../server/approval-status';
import { useApproval } from './use-approval';
import { useSay } from '../../../admin/panel-words';
import type { LocalizedDocument } from '../../../setup/localized-document';

export const ApprovalPanel: PanelComponent = (props) => {
  const { document, approval } = useApproval(props);
  const say = useSay('approval');
  if (!document || !approval?.needed || approval.off) return null;
  return { title: say('title'), content: <PanelContent document={document} approval={approval} /> };
};

function PanelContent({ document, approval }: { document: LocalizedDocument; approval: ApprovalStatus }) {
  const modified = useForm('Approval', (form) => form.modified);
  const say = useSay('approval');
  const hasProposal =
    approval.decision && ['waits', 'withdrawal-waits', 'emergency-waits'].includes(findStage(approval));
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
