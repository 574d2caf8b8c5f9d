/** The page “Approvals”: what waits for a second person, and one of it with all that an approver needs. */
import { Badge, Box, Flex, Link, Typography } from '@strapi/design-system';
import { ArrowLeft } from '@strapi/icons';
import { Layouts, Page, useQueryParams } from '@strapi/strapi/admin';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { ApprovalState } from './approval-state';
import { isSet } from '../../ledger/server/document-sets';
import type { Waiting } from '../server/waiting';
import { useApprovalQuery, useWaitingQuery } from './approval-api';
import { markedBadge, nameLanguage, useMoment, useSay } from '../../../admin/panel-words';
import { ProposalView } from './proposal';
import { useAnswer } from '../../../admin/use-answer';
import { historyAddress, type Row } from '../../ledger/panel/version-words';
import { editAddress } from '../../../setup/localized-document';

export function ApprovalsPage() {
  const [{ query }] = useQueryParams<{ seq?: string }>();
  const { data, isError } = useWaitingQuery(undefined, { refetchOnMountOrArgChange: true });
  const say = useSay('approval');
  if (isError) return <Page.Error />;
  const chosen = data?.waiting.find(({ row }) => String(row.seq) === query.seq);
  return (
    <Page.Main aria-busy={!data}>
      <Page.Title>{say('title-page')}</Page.Title>
      {query.seq && data ? (
        <OneProposal seq={query.seq} chosen={chosen} />
      ) : (
        <WaitingList waiting={data?.waiting} more={data?.more ?? 0} off={data?.off ?? false} />
      )}
    </Page.Main>
  );
}

interface ListProps {
  waiting: Waiting[] | undefined;
  /** How many others wait. */
  more: number;
  off: boolean;
}

function WaitingList({ waiting, more, off }: ListProps) {
  const say = useSay('approval');
  return (
    <>
      <Layouts.Header title={say('title-page')} subtitle={say(off ? 'off' : 'about')} />
      <Layouts.Content>
        <Box background="neutral0" shadow="tableShadow" hasRadius tag="ul">
          {waiting?.map((one) => (
            <WaitingRow key={one.row.seq} {...one} />
          ))}
        </Box>
        {waiting?.length === 0 && <Typography>{say('none')}</Typography>}
        {more > 0 && <Typography>{say('more', { count: more })}</Typography>}
      </Layouts.Content>
    </>
  );
}

export function WaitingRow({ row, name, blocker, current }: Waiting) {
  const say = useSay('approval');
  const moment = useMoment();
  return (
    <Flex tag="li" gap={4} padding={4} wrap="wrap" borderColor="neutral150">
      <Box flex="1 1 24rem">
        <Link tag={RouterLink} to={`/approvals?seq=${row.seq}`}>
          {name}
        </Link>{' '}
        <Typography textColor="neutral600">{nameLanguage(row.locale)}</Typography>
        <Typography tag="p" textColor="neutral600">
          {say('since', { name: row.actor.name, time: moment(row.writtenAt) })}
        </Typography>
      </Box>
      <Badge {...(current && !blocker ? markedBadge : {})}>{say(`kind.${findKind({ row, blocker, current })}`)}</Badge>
    </Flex>
  );
}

function findKind({ row, blocker, current }: Pick<Waiting, 'row' | 'blocker' | 'current'>): string {
  if (row.action === 'emergency') return 'emergency';
  if (!current) return 'changed';
  return blocker ? 'others' : 'yours';
}

function OneProposal({ seq, chosen }: { seq: string; chosen: Waiting | undefined }) {
  const say = useSay('approval');
  const back = (
    <Link tag={RouterLink} startIcon={<ArrowLeft />} to="/approvals">
      {say('back')}
    </Link>
  );
  if (!chosen)
    return (
      <>
        <Layouts.Header title={say('title-page')} navigationAction={back} />
        <Layouts.Content>
          <Decided seq={seq} />
        </Layouts.Content>
      </>
    );
  const { row, name, single } = chosen;
  const isImport = isSet(row);
  return (
    <>
      <Layouts.Header
        title={name}
        subtitle={[nameLanguage(row.locale), row.contentHash === null && say('withdrawal')].filter(Boolean).join(' · ')}
        navigationAction={back}
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6}>
          <Box background="neutral0" shadow="tableShadow" hasRadius padding={6}>
            <Flex direction="column" alignItems="stretch" gap={3} maxWidth="48rem">
              <Decision row={row} />
              {!isImport && (
                <Link tag={RouterLink} to={editAddress(row, single)}>
                  {say('open')}
                </Link>
              )}
            </Flex>
          </Box>
          <ProposalView document={{ uid: row.uid, documentId: row.documentId, locale: row.locale }} seq={row.seq} />
        </Flex>
      </Layouts.Content>
    </>
  );
}

/** Of a proposal that no longer waits: how its document stands now, and its history. */
function Decided({ seq }: { seq: string }) {
  const [answer] = useAnswer<{ row: Row }>(`version/${encodeURIComponent(seq)}`);
  const say = useSay('approval');
  const row = answer?.row;
  return (
    <Flex direction="column" alignItems="flex-start" gap={3}>
      <Typography>{say('decided')}</Typography>
      {row && !isSet(row) && (
        <>
          <Decision row={row} />
          <Link tag={RouterLink} to={historyAddress(row)}>
            {say('history')}
          </Link>
        </>
      )}
    </Flex>
  );
}

function Decision({ row: { uid, documentId, locale } }: Pick<Waiting, 'row'>) {
  const document = { uid, documentId, locale };
  const { data } = useApprovalQuery(document, { refetchOnMountOrArgChange: true });
  const navigate = useNavigate();
  const back = () => navigate('/approvals');
  return data ? <ApprovalState approval={data} document={document} onlyDecide onDone={back} /> : null;
}
