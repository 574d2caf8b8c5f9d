/** The page “Find texts”: words in all drafts, where they stand, and other words in their place; broken links; where a text is used. */
import { useState, type FormEvent } from 'react';
import { Box, Button, Checkbox, Flex, Link, Tabs, Typography } from '@strapi/design-system';
import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import type { FoundText, TextPlace } from '../server/find-texts';
import { nameLanguage, useSay } from '../../../admin/panel-words';
import { BrokenLinks, WhereUsed } from './listed-texts';
import { useChangedDrafts } from './use-changed-drafts';
import { documentKey, editAddress } from '../../../setup/localized-document';
import { LineField } from '../../../admin/line-field';
import { useAnswer } from '../../../admin/use-answer';
import { PanelPage } from '../../../admin/panel-page';

const canReplace = ({ replaceable, places }: FoundText) => replaceable && places.some(({ exact }) => exact > 0);

export function TextsPage() {
  const say = useSay('texts');
  const [query, setQuery] = useSearchParams();
  const used = query.get('used');
  const shown = query.get('show') ?? (used ? 'used' : 'words');
  const show = (tab: string) => setQuery({ show: tab, ...(used ? { used } : {}) });
  return (
    <PanelPage title={say('title')} about={say('about')}>
      <Tabs.Root variant="simple" value={shown} onValueChange={show}>
        <Tabs.List aria-label={say('title')}>
          <Tabs.Trigger value="words">{say('tab.words')}</Tabs.Trigger>
          <Tabs.Trigger value="links">{say('tab.links')}</Tabs.Trigger>
          {used && <Tabs.Trigger value="used">{say('tab.used')}</Tabs.Trigger>}
        </Tabs.List>
        <Box paddingTop={6}>
          <Tabs.Content value="words">
            <Words words={query.get('words')?.trim() ?? ''} find={(words) => setQuery(words ? { words } : {})} />
          </Tabs.Content>
          <Tabs.Content value="links">
            <BrokenLinks />
          </Tabs.Content>
          {used && (
            <Tabs.Content value="used">
              <WhereUsed text={used} />
            </Tabs.Content>
          )}
        </Box>
      </Tabs.Root>
    </PanelPage>
  );
}

interface SearchProps {
  words: string;
  find: (words: string) => void;
}

function Words({ words, find }: SearchProps) {
  const say = useSay('texts');
  const [round, setRound] = useState(0);
  const [answer, failed] = useAnswer<{ found: FoundText[]; more: boolean }>(
    words.length > 1 ? `texts?${new URLSearchParams({ words })}` : null,
    [round],
  );
  return (
    <Flex direction="column" alignItems="stretch" gap={6} aria-busy={words.length > 1 && !answer && !failed}>
      <SearchForm key={words} words={words} find={find} />
      <Box role="status">
        {failed && <Typography textColor="danger600">{say('failed')}</Typography>}
        {answer && (
          <Typography>{say(answer.more ? 'more' : 'count', { count: answer.found.length, words })}</Typography>
        )}
      </Box>
      {answer && answer.found.length > 0 && (
        <Results key={`${words} ${round}`} words={words} found={answer.found} done={() => setRound(round + 1)} />
      )}
    </Flex>
  );
}

function SearchForm({ words, find }: SearchProps) {
  const say = useSay('texts');
  const [typed, setTyped] = useState(words);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    find(typed.trim());
  };
  return (
    <Flex tag="form" role="search" aria-label={say('find')} onSubmit={submit} gap={4} alignItems="flex-end">
      <Box flex="1" maxWidth="48rem">
        <LineField
          name="words"
          label={say('words')}
          hint={say('hint')}
          required
          minLength={2}
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
      </Box>
      <Box paddingBottom={5}>
        <Button type="submit">{say('find')}</Button>
      </Box>
    </Flex>
  );
}

function Results({ words, found, done }: { words: string; found: FoundText[]; done: () => void }) {
  const say = useSay('texts');
  const [by, setBy] = useState('');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = found.filter((one) => canReplace(one) && !left.has(documentKey(one)));
  const { busy, replace } = useReplace(done);
  const toggle = (one: FoundText) => {
    const next = new Set(left);
    if (!next.delete(documentKey(one))) next.add(documentKey(one));
    setLeft(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void replace(words, by, chosen);
  };
  return (
    <Flex tag="form" direction="column" alignItems="stretch" gap={4} onSubmit={submit}>
      <Flex gap={4} alignItems="flex-end" wrap="wrap">
        <Box flex="1 1 20rem" maxWidth="48rem">
          <LineField name="by" label={say('by')} hint={say('by-hint')} maxLength={200} value={by} onChange={setBy} />
        </Box>
        <Box paddingBottom={5}>
          <Button
            type="submit"
            variant="secondary"
            loading={busy}
            disabled={chosen.length === 0 || by.trim() === '' || by === words}
          >
            {say('replace', { count: chosen.length })}
          </Button>
        </Box>
      </Flex>
      <Box background="neutral0" shadow="tableShadow" hasRadius tag="ul">
        {found.map((one) => (
          <Item
            key={documentKey(one)}
            found={one}
            by={by}
            chosen={chosen.includes(one)}
            toggle={canReplace(one) ? () => toggle(one) : undefined}
          />
        ))}
      </Box>
    </Flex>
  );
}

function useReplace(done: () => void) {
  const say = useSay('texts');
  const { post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const { toggleNotification } = useNotification();
  const announce = useChangedDrafts();
  const [busy, setBusy] = useState(false);
  const replace = async (words: string, by: string, chosen: readonly FoundText[]) => {
    setBusy(true);
    const items = chosen.map(({ uid, documentId, locale, hash }) => ({ uid, documentId, locale, hash }));
    try {
      await post('/gate/texts', { words, by, items });
      announce(say('replaced', { count: chosen.length }), chosen);
      done();
    } catch (error) {
      toggleNotification({ type: 'danger', message: formatAPIError(error as Parameters<typeof formatAPIError>[0]) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, replace };
}

interface ItemProps {
  found: FoundText;
  by: string;
  chosen: boolean;
  toggle: (() => void) | undefined;
}

function Item({ found, by, chosen, toggle }: ItemProps) {
  const say = useSay('texts');
  const { name, locale, places, replaceable, single } = found;
  const title = locale ? `${name}, ${nameLanguage(locale)}` : name;
  return (
    <Flex tag="li" gap={4} padding={4} alignItems="flex-start" borderColor="neutral150">
      <Checkbox
        aria-label={say('choose', { name: title })}
        checked={chosen}
        disabled={!toggle}
        onCheckedChange={toggle}
      />
      <Box flex="1" minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        <Link tag={RouterLink} to={editAddress(found, single)}>
          {title}
        </Link>
        {!replaceable && (
          <Typography tag="p" variant="pi" textColor="neutral600">
            {say('fixed')}
          </Typography>
        )}
        {places.map((one, index) => (
          <PlaceLine key={index} place={one} by={chosen && by !== '' ? by : ''} />
        ))}
      </Box>
    </Flex>
  );
}

function PlaceLine({ place: { label, before, found, after, count, exact }, by }: { place: TextPlace; by: string }) {
  const say = useSay('texts');
  return (
    <Box paddingTop={2}>
      <Typography tag="p" variant="pi" textColor="neutral600">
        {[label, count > 1 && say('times', { count }), exact < count && say('other-case', { count: count - exact })]
          .filter(Boolean)
          .join(' · ')}
      </Typography>
      <Typography tag="p">
        {`…${before}`}
        {by && exact > 0 ? (
          <>
            <del>{found}</del> <ins>{by}</ins>
          </>
        ) : (
          <mark>{found}</mark>
        )}
        {`${after}…`}
      </Typography>
    </Box>
  );
}
