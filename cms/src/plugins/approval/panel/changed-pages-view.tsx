/** The public pages that a proposal changes, before and after beside each other. */
import { useState } from 'react';
import { Badge, Box, Button, Flex, Grid, Loader, Typography } from '@strapi/design-system';
import type { ChangedPages } from '../server/changed-pages';
import { useChangedPagesQuery } from './approval-api';
import { nameLanguage, useSay } from '../../../admin/panel-words';
import type { LocalizedDocument } from '../../../setup/localized-document';

const shownAtFirst = 25;

export function ChangedPagesView({ document }: { document: LocalizedDocument }) {
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
