/** Where a document stands on its way to visitors, in a sentence, with the steps that the present user may take. */
import { Box, Flex, Typography } from '@strapi/design-system';
import { useAuth } from '@strapi/strapi/admin';
import { emergencyMilliseconds } from '../server/approval-table';
import type { ApprovalStatus } from '../server/approval-status';
import { StepButton } from './approval-steps';
import { useMoment, useSay } from '../../../admin/panel-words';
import type { LocalizedDocument } from '../../../setup/localized-document';

/** The key of the sentence about it. */
type Stage =
  | 'draft'
  | 'waits'
  | 'sent-back'
  | 'approved'
  | 'withdrawal-waits'
  | 'withdrawal-approved'
  | 'emergency-waits'
  | 'live'
  | 'live-approved'
  | 'live-emergency'
  | 'changed-since-submitted'
  | 'changed-since-sent-back'
  | 'changed-since-approved';

/** The first emergency step counts for an hour. */
export function findStage({ decision, current, same, live }: ApprovalStatus): Stage {
  const withdraws = decision?.contentHash === null;
  if (decision && current) {
    if (decision.action === 'approve' && withdraws) return 'withdrawal-approved';
    if (decision.action === 'submit') return withdraws ? 'withdrawal-waits' : 'waits';
    if (decision.action === 'send-back') return 'sent-back';
    if (decision.action === 'emergency' && isFresh(decision.writtenAt)) return 'emergency-waits';
    if (decision.action === 'approve' && !same) return 'approved';
  }
  if (same && live) {
    if (current && decision?.action === 'approve') return 'live-approved';
    return current && decision?.action === 'emergency-approve' ? 'live-emergency' : 'live';
  }
  if (decision?.action === 'submit') return 'changed-since-submitted';
  if (decision?.action === 'send-back') return 'changed-since-sent-back';
  if (decision?.action === 'approve') return 'changed-since-approved';
  return 'draft';
}

function isFresh(time: string): boolean {
  return Date.now() - Date.parse(time) < emergencyMilliseconds;
}

interface Props {
  approval: ApprovalStatus;
  document: LocalizedDocument;
  /** Hides what belongs to the form of the document: submitting. */
  onlyDecide?: boolean;
  onDone?: () => void;
}

export function ApprovalState({ approval, document, onlyDecide = false, onDone }: Props) {
  const { decision, blocker, approvers, mayWrite, mayPublish, live, same } = approval;
  const say = useSay('approval');
  const moment = useMoment();
  const user = useAuth('ApprovalState', (state) => state.user);
  const isOwn = decision?.actor.kind === 'user' && decision.actor.id === String(user?.id);
  const stage = findStage(approval);
  const waits = stage === 'waits' || stage === 'withdrawal-waits';
  const isUrgent = stage === 'emergency-waits';
  const isAlone = approvers === 0 && !stage.startsWith('live') && (!waits || blocker !== '');
  const seq = decision?.seq;
  const values = { name: decision?.actor.name ?? '', time: decision ? moment(decision.writtenAt) : '' };
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography fontWeight="bold">{say(`state.${stage}`, values)}</Typography>
      {decision?.reason && !stage.startsWith('live') && stage !== 'draft' && (
        <Box tag="blockquote" padding={3} background="neutral100" hasRadius style={{ overflowWrap: 'anywhere' }}>
          <Typography>{decision.reason}</Typography>
        </Box>
      )}
      {waits && blocker && <Typography textColor="neutral600">{say(`blocker.${blocker}`)}</Typography>}
      {!onlyDecide && !mayWrite && !mayPublish && <Typography textColor="neutral600">{say('read-only')}</Typography>}
      {isAlone && <Typography textColor="danger600">{say('alone')}</Typography>}
      {waits && !blocker && (
        <>
          <StepButton words="approve" document={document} seq={seq} onDone={onDone} />
          <StepButton words="send-back" document={document} seq={seq} onDone={onDone} />
        </>
      )}
      {waits && blocker && mayPublish && <StepButton words="send-back" document={document} seq={seq} onDone={onDone} />}
      {isUrgent && isOwn && <Typography textColor="neutral600">{say('emergency-own')}</Typography>}
      {isUrgent && mayPublish && !isOwn && (
        <StepButton words="confirm" document={document} withdraw={decision?.contentHash === null} onDone={onDone} />
      )}
      {!onlyDecide && mayPublish && stage === 'approved' && <StepButton words="make-live" document={document} />}
      {!onlyDecide && mayPublish && stage === 'withdrawal-approved' && (
        <StepButton words="take-down" document={document} />
      )}
      {!onlyDecide && mayPublish && !isUrgent && !same && stage !== 'approved' && (
        <StepButton words="emergency" document={document} />
      )}
      {!onlyDecide && mayPublish && !isUrgent && live && stage === 'withdrawal-waits' && (
        <StepButton words="emergency-withdraw" document={document} />
      )}
    </Flex>
  );
}
