/** The page “Releases”: plan when documents are published or withdrawn together, and see what became of it. */
import { Badge, Box, Button, Flex, Typography } from '@strapi/design-system';
import { Page, useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { offers } from '../../../admin/offers';
import type { Release } from '../server/planned-releases';
import { useCancelReleaseMutation, useReleasesQuery } from './releases-api';
import { markedBadge, nameLanguage, useSay } from '../../../admin/panel-words';
import { PlanRelease } from './plan-release';
import { PanelPage } from '../../../admin/panel-page';

export function ReleasesPage() {
  const { data, isError } = useReleasesQuery(undefined, { refetchOnMountOrArgChange: true, pollingInterval: 5000 });
  const say = useSay('releases');
  if (isError) return <Page.Error />;
  return (
    <PanelPage title={say('title')} about={say('about')} busy={!data}>
      <Flex direction="column" alignItems="stretch" gap={6}>
        {data?.mayPlan && <PlanRelease />}
        {data && !data.mayPlan && <Typography>{say('no-right')}</Typography>}
        <Box background="neutral0" shadow="tableShadow" hasRadius tag="ul">
          {data?.releases.map((release) => (
            <ReleaseRow key={release.id} release={release} />
          ))}
        </Box>
        {data?.releases.length === 0 && <Typography>{say('none')}</Typography>}
      </Flex>
    </PanelPage>
  );
}

function ReleaseRow({ release }: { release: Release }) {
  const { id, name, dueAt, zone, items, status, madeBy, outcome } = release;
  const [cancel, { isLoading }] = useCancelReleaseMutation();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const { toggleNotification } = useNotification();
  const { formatDate } = useIntl();
  const say = useSay('releases');
  const showTime = (time: string, timeStyle: 'short' | 'medium') =>
    `${formatDate(time, { timeZone: zone, dateStyle: 'medium', timeStyle })} (${zone})`;
  const end = async () => {
    const answer = await cancel(id);
    if ('error' in answer)
      toggleNotification({ type: 'danger', message: formatError(answer.error as Parameters<typeof formatError>[0]) });
  };
  return (
    <Flex tag="li" gap={4} padding={4} wrap="wrap" borderColor="neutral150">
      <Box flex="1 1 32rem" minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        <Typography tag="h2" fontWeight="bold">
          {name}
        </Typography>
        <Typography tag="p">{showTime(dueAt, 'short')}</Typography>
        <Box tag="ul" maxHeight="20rem" overflow="auto">
          {items.map((item) => (
            <Typography key={`${item.documentId} ${item.locale}`} tag="li" textColor="neutral600">
              {[item.name, nameLanguage(item.locale), say(item.action)].filter(Boolean).join(' · ')}
            </Typography>
          ))}
        </Box>
        <Typography tag="p" textColor="neutral600">
          {say('by', { name: madeBy })}
        </Typography>
        {status !== 'waiting' && (
          <Typography tag="p" textColor={status === 'failed' || status === 'missed' ? 'danger600' : undefined}>
            {say(`outcome.${status}`, { outcome: status === 'done' ? showTime(outcome, 'medium') : outcome })}
          </Typography>
        )}
      </Box>
      <Badge {...(status === 'waiting' ? markedBadge : {})}>{say(`status.${status}`)}</Badge>
      {status === 'waiting' && offers.DayLinks && <offers.DayLinks moment={dueAt} zone={zone} />}
      {status === 'waiting' && (
        <Button variant="danger-light" loading={isLoading} onClick={() => void end()}>
          {say('cancel')}
        </Button>
      )}
    </Flex>
  );
}
