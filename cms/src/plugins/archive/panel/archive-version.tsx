/** What an address was at a moment: the facts of it, the documents that applied, and the page itself. */
import { useState } from 'react';
import { Box, Button, Flex, Link, Typography } from '@strapi/design-system';
import { useFetchClient } from '@strapi/strapi/admin';
import { Link as RouterLink } from 'react-router-dom';
import { styled } from 'styled-components';
import type { AppliedVersion } from '../server/applied-versions';
import type { Moment } from '../server/archive-routes';
import { useArchiveWords } from './archive-words';
import { offers } from '../../../admin/offers';
import { nameLanguage } from '../../../admin/panel-words';
import { historyAddress, useVersionWords } from '../../ledger/panel/version-words';

const Facts = styled.dl`
  display: grid;
  gap: 0.4rem 1.6rem;
  grid-template-columns: fit-content(45%) minmax(0, 1fr);
  overflow-wrap: anywhere;
`;

interface Props {
  address: string;
  at: string;
  version: NonNullable<Moment['stood']>;
  zone: string;
}

export function ArchiveVersion({ address, at, version, zone }: Props) {
  const { say, showTime } = useArchiveWords(zone);
  const { kind, kept, to, from, until, entry, build, sha256, applied } = version;
  const facts = {
    from: showTime(from),
    until: showTime(until),
    entry: String(entry),
    ...(build ? { build } : {}),
    ...(kind === 'page' ? { hash: sha256 } : {}),
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography tag="h2" variant="beta" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Typography>
      <Typography role="status">{kept ? say(`kind.${kind}`, { to: to ?? '' }) : say('not-kept')}</Typography>
      <Facts>
        {Object.entries(facts).map(([name, value]) => (
          <Fact key={name} name={say(name)} value={value} />
        ))}
      </Facts>
      {kind === 'page' && kept && offers.DayLinks && (
        <OpenPage key={at} address={address} at={at} zone={zone} say={say} />
      )}
      {applied.length > 0 && (
        <Box>
          <Typography tag="h3" variant="delta">
            {say('applied', { count: applied.length })}
          </Typography>
          <Box tag="ol" maxHeight="48rem" overflow="auto" tabIndex={0} role="list" paddingTop={2}>
            {applied.toSorted(byNewest).map((one) => (
              <Applied key={one.document} version={one} zone={zone} />
            ))}
          </Box>
        </Box>
      )}
    </Flex>
  );
}

/** People most likely ask about the document that was changed last. */
function byNewest(one: AppliedVersion, other: AppliedVersion): number {
  return (other.row?.seq ?? 0) - (one.row?.seq ?? 0);
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <Typography tag="dt" textColor="neutral600">
        {name}
      </Typography>
      <Typography tag="dd">{value}</Typography>
    </>
  );
}

/** Opens the site as of the moment in a new tab. */
function OpenPage({
  address,
  at,
  zone,
  say,
}: Pick<Props, 'address' | 'at' | 'zone'> & { say: (id: string) => string }) {
  const { get } = useFetchClient();
  const [state, setState] = useState<'busy' | 'failed' | ''>('');
  const open = async () => {
    setState('busy');
    try {
      const { data } = await get<{ url: string }>(
        `/gate/day-link?${new URLSearchParams({ moment: at, path: address, zone })}`,
      );
      window.open(data.url, '_blank', 'noopener');
      setState('');
    } catch {
      setState('failed');
    }
  };
  return (
    <Box>
      <Button variant="secondary" loading={state === 'busy'} onClick={() => void open()}>
        {say('open')}
      </Button>
      <Typography role="alert" tag="p" textColor="danger600">
        {state === 'failed' ? say('not-opened') : ''}
      </Typography>
    </Box>
  );
}

function Applied({ version, zone }: { version: AppliedVersion; zone: string }) {
  const { say, showTime } = useArchiveWords(zone);
  const { nameActor, nameAction } = useVersionWords();
  const { document, name, row, writers, approval } = version;
  if (!row)
    return (
      <Box tag="li" paddingTop={3} paddingBottom={3}>
        <Typography tag="p">{document}</Typography>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {say('no-row')}
        </Typography>
      </Box>
    );
  const lines = [
    writers.length > 0 && say('written', { names: writers.map((actor) => nameActor({ actor })).join(', ') }),
    approval ? say('approved', { name: nameActor(approval), time: showTime(approval.writtenAt) }) : say('unapproved'),
    `${nameAction(row)}: ${nameActor(row)}, ${showTime(row.writtenAt)}`,
  ];
  return (
    <Box tag="li" paddingTop={3} paddingBottom={3} style={{ overflowWrap: 'anywhere' }}>
      <Link tag={RouterLink} to={historyAddress(row)}>
        {[name || document, row.locale && nameLanguage(row.locale)].filter(Boolean).join(' · ')}
      </Link>
      {lines.filter(Boolean).map((line) => (
        <Typography key={String(line)} tag="p" variant="pi" textColor="neutral600">
          {line}
        </Typography>
      ))}
    </Box>
  );
}
