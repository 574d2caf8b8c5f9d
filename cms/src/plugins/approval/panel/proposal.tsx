/** What an approver sees of a proposal: the difference, and the public pages that change, before and after beside each other. */
import { useId, useState, type ReactNode } from 'react';
import {
  Badge,
  Box,
  Button,
  Flex,
  Grid,
  Loader,
  Table,
  Tbody,
  Td,
  Th,
  Thead,
  Tr,
  Typography,
} from '@strapi/design-system';
import type { Comparison } from '../../ledger/server/compare-versions';
import { DifferenceView } from '../../ledger/panel/difference-view';
import { isSet } from '../../ledger/server/document-sets';
import type { ChangedPages } from '../server/changed-pages';
import { useChangedPagesQuery, useSetProposalQuery } from './approval-api';
import { useAnswer } from '../../../admin/use-answer';
import { download } from '../../../admin/download';
import { nameLanguage, useSay } from '../../../admin/panel-words';
import type { LocalizedDocument } from '../../../setup/localized-document';

const shownAtFirst = 25;

/** @param seq of the submission. */
export function ProposalView({ document, seq }: { document: LocalizedDocument; seq: number }) {
  const say = useSay('approval');
  if (isSet(document)) return <SetView document={document} />;
  return (
    <>
      <Part title={say('difference')}>
        <Difference document={document} seq={seq} />
      </Part>
      <Part title={say('pages')}>
        <PagesView document={document} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box tag="section" aria-labelledby={id} background="neutral0" shadow="tableShadow" hasRadius padding={6}>
      <Box paddingBottom={4}>
        <Typography variant="delta" tag="h2" id={id}>
          {title}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}

function Difference({ document, seq }: { document: LocalizedDocument; seq: number }) {
  const { uid, documentId, locale } = document;
  const query = new URLSearchParams({ uid, documentId, locale, from: 'live', to: String(seq) });
  const [comparison, failed] = useAnswer<Comparison>(`compare?${query}`);
  const say = useSay('approval');
  if (failed) return <Typography textColor="danger600">{say('unreadable')}</Typography>;
  return comparison ? <DifferenceView uid={uid} comparison={comparison} /> : <Loader>{say('loading')}</Loader>;
}

function PagesView({ document }: { document: LocalizedDocument }) {
  const { data, isError } = useChangedPagesQuery(document);
  const [shown, setShown] = useState<string | null>(null);
  const [isLong, setLong] = useState(false);
  const say = useSay('approval');
  if (!data && !isError) return <Loader>{say('pages-loading')}</Loader>;
  if (!data || 'problem' in data)
    return (
      <Typography textColor="warning700">
        {say('pages-problem', { reason: data && 'problem' in data ? data.problem : '' })}
      </Typography>
    );
  const { pages, uncompared, unseen, frame } = data;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography>{say(pages.length > 0 ? 'pages-count' : 'pages-none', { count: pages.length })}</Typography>
      {uncompared + unseen > 0 && <Typography>{say('pages-more')}</Typography>}
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {pages.slice(0, isLong ? undefined : shownAtFirst).map(({ address, locale, change }) => (
          <Box tag="li" key={address}>
            <Flex gap={3} wrap="wrap">
              <Button
                variant={shown === address ? 'secondary' : 'tertiary'}
                size="S"
                aria-pressed={shown === address}
                onClick={() => setShown(shown === address ? null : address)}
              >
                {address}
              </Button>
              <Typography textColor="neutral600">{nameLanguage(locale)}</Typography>
              <Badge>{say(`change.${change}`)}</Badge>
            </Flex>
            {shown === address && <Frames frame={frame} address={address} />}
          </Box>
        ))}
      </Flex>
      {!isLong && pages.length > shownAtFirst && (
        <Button variant="tertiary" onClick={() => setLong(true)}>
          {say('pages-all', { count: pages.length })}
        </Button>
      )}
    </Flex>
  );
}

/** Without scripts: both are the page as it arrives, and no link leads out of the panel. */
function Frames({ frame, address }: { frame: ChangedPages['frame']; address: string }) {
  const say = useSay('approval');
  return (
    <Grid.Root gap={4} paddingTop={3} paddingBottom={4}>
      {(['before', 'after'] as const).map((side) => (
        <Grid.Item key={side} col={6} s={12} direction="column" alignItems="stretch">
          <Typography fontWeight="bold" paddingBottom={2}>
            {say(side)}
          </Typography>
          <iframe
            title={say(`${side}-of`, { address })}
            src={`${frame}&side=${side}&page=${encodeURIComponent(address)}`}
            sandbox="allow-same-origin"
            style={{ width: '100%', height: '60rem', border: '1px solid currentcolor', background: 'white' }}
          />
        </Grid.Item>
      ))}
    </Grid.Root>
  );
}

function SetView({ document }: { document: LocalizedDocument }) {
  const { data, isError } = useSetProposalQuery(document);
  const say = useSay('approval');
  if (isError) return <Typography textColor="danger600">{say('unreadable')}</Typography>;
  if (!data) return <Loader>{say('loading')}</Loader>;
  const { sent, changes } = data;
  const { documents, added, figures, more } = changes;
  const name = `${document.documentId.slice(4, 16)}.json`;
  return (
    <Part title={say('import')}>
      <Flex direction="column" alignItems="flex-start" gap={4}>
        <Typography>
          {say('import-count', { documents, added: added.length, figures: figures.length + more })}
        </Typography>
        {added.length > 0 && <Typography>{say('import-added', { names: added.slice(0, 50).join(', ') })}</Typography>}
        <Button variant="secondary" onClick={() => download(name, 'application/json', JSON.stringify(sent, null, 2))}>
          {say('download')}
        </Button>
        {figures.length > 0 && (
          <Table colCount={4} rowCount={figures.length + 1}>
            <Thead>
              <Tr>
                {['figure-name', 'figure', 'before', 'after'].map((id) => (
                  <Th key={id}>
                    <Typography variant="sigma">{say(id)}</Typography>
                  </Th>
                ))}
              </Tr>
            </Thead>
            <Tbody>
              {figures.map(({ name: symbol, field, before, after }) => (
                <Tr key={`${symbol} ${field}`}>
                  {[symbol, field, before, after].map((text, index) => (
                    <Td key={index}>
                      <Typography>{text || '–'}</Typography>
                    </Td>
                  ))}
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
        {more > 0 && <Typography>{say('import-more', { count: more })}</Typography>}
      </Flex>
    </Part>
  );
}
