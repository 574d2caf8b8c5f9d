/** The page “What stood there”: what an address was at a moment, who approved it, how it changed, and the ZIP of a period. */
import { useState } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { useSearchParams } from 'react-router-dom';
import type { ArchiveAnswer, ArchivedVersion, Changes, Moment } from '../server/archive-routes';
import { archiveRight } from '../server/archive-right';
import { ArchiveChanges } from './archive-changes';
import { ArchiveDifference } from './archive-difference';
import { ArchiveExport } from './archive-export';
import { ArchiveQuestion, type Question } from './archive-question';
import { ArchiveVersion } from './archive-version';
import { isProblem, useArchiveWords } from './archive-words';
import { Card } from '../../../admin/card';
import { useAnswer } from '../../../admin/use-answer';
import { ownZone } from '../../../admin/zone-field';
import { PanelPage } from '../../../admin/panel-page';

/** Seconds; less than this is usual. */
const maxLate = 5;

export function ArchivePage() {
  return (
    <Page.Protect permissions={[{ action: archiveRight, subject: null }]}>
      <Archive />
    </Page.Protect>
  );
}

function Archive() {
  const [query, setQuery] = useSearchParams();
  const request = {
    address: query.get('address') ?? '',
    at: query.get('at') ?? '',
    zone: query.get('zone') ?? ownZone,
  };
  const { say } = useArchiveWords(request.zone);
  return (
    <PanelPage title={say('title')} about={say('about')}>
      <ArchiveQuestion key={query.toString()} request={request} ask={(question) => setQuery({ ...question })} />
      {request.address && request.at && (
        <Answer key={request.address} request={request} show={(at) => setQuery({ ...request, at })} />
      )}
    </PanelPage>
  );
}

function Answer({ request, show }: { request: Question; show: (at: string) => void }) {
  const { address, at, zone } = request;
  const { say } = useArchiveWords(zone);
  const [sides, setSides] = useState<{ from?: ArchivedVersion; to?: ArchivedVersion }>({});
  const [moment, unread] = useAnswer<ArchiveAnswer<Moment>>(`archive/moment?${new URLSearchParams({ address, at })}`);
  const [listed, unlisted] = useAnswer<ArchiveAnswer<Changes>>(`archive/changes?${new URLSearchParams({ address })}`);
  const problem = isProblem(moment)
    ? moment.problem
    : isProblem(listed)
      ? listed.problem
      : unread || unlisted
        ? 'away'
        : null;
  if (problem)
    return (
      <Typography role="alert" textColor="danger600">
        {say(`problem.${problem}`)}
      </Typography>
    );
  const stood = moment && !isProblem(moment) ? moment.stood : undefined;
  const changes = listed && !isProblem(listed) ? listed.changes : undefined;
  const late = listed && !isProblem(listed) ? listed.late : 0;
  const own = moment && !isProblem(moment) ? moment.address : address;
  return (
    <>
      {late >= maxLate && (
        <Typography tag="p" role="status" textColor="danger600">
          {say('late', { seconds: late })}
        </Typography>
      )}
      <Flex gap={6} alignItems="flex-start" wrap="wrap" paddingTop={late >= maxLate ? 4 : 0}>
        <Card width="44rem" grows busy={stood === undefined}>
          {stood && <ArchiveVersion address={own} at={at} version={stood} zone={zone} />}
          {stood === null && <Typography role="status">{say('nothing', { address: own })}</Typography>}
        </Card>
        <Card width="34rem" busy={!changes}>
          {changes && (
            <ArchiveChanges
              changes={changes}
              shown={stood?.entry}
              zone={zone}
              sides={sides}
              show={({ from }) => show(from)}
              choose={(chosen) => setSides({ ...sides, ...chosen })}
            />
          )}
        </Card>
      </Flex>
      {sides.from && sides.to && (
        <Box paddingTop={6}>
          <Card width="100%">
            <ArchiveDifference from={sides.from} to={sides.to} zone={zone} />
          </Card>
        </Box>
      )}
      {changes && changes.length > 0 && (
        <Box paddingTop={6}>
          <Card width="100%">
            <ArchiveExport address={own} at={at} zone={zone} />
          </Card>
        </Box>
      )}
    </>
  );
}
