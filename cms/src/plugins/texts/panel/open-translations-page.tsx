/** The page “Translations”: what a language lacks, or has in an older form than English, with what changed there. */
import { useRef, useState, type ChangeEvent } from 'react';
import {
  Badge,
  Box,
  Button,
  Field,
  Flex,
  Link,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import { Page, useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import type { OpenTranslation } from '../server/translations';
import languages from '../../../setup/site-languages.json';
import { markedBadge, nameLanguage, useMoment, useSay } from '../../../admin/panel-words';
import { download } from '../../../admin/download';
import { offers } from '../../../admin/offers';
import { editAddress, type NamedDocument } from '../../../setup/localized-document';
import { useChangedDrafts } from './use-changed-drafts';
import { useAnswer } from '../../../admin/use-answer';
import { historyAddress } from '../../ledger/panel/version-words';
import { PanelPage } from '../../../admin/panel-page';

const source = 'en';
const translated = Object.keys(languages).filter((code) => code !== source);

export function OpenTranslationsPage() {
  const say = useSay('translations');
  const [query, setQuery] = useSearchParams();
  const locale = query.get('locale') ?? translated[0] ?? source;
  const [round, setRound] = useState(0);
  const [answer, failed] = useAnswer<{ open: OpenTranslation[] }>(`translations?locale=${locale}`, [round]);
  if (failed) return <Page.Error />;
  return (
    <PanelPage title={say('title')} about={say('about')} busy={!answer}>
      <Box maxWidth="20rem" paddingBottom={4}>
        <Field.Root name="locale">
          <Field.Label>{say('language')}</Field.Label>
          <SingleSelect value={locale} onChange={(code) => setQuery({ locale: String(code) })}>
            {translated.map((code) => (
              <SingleSelectOption key={code} value={code}>
                {nameLanguage(code)}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </Field.Root>
      </Box>
      <Flex paddingBottom={4} gap={4} wrap="wrap" justifyContent="space-between">
        <Typography role="status">{answer && say('count', { count: answer.open.length })}</Typography>
        <AgencyFile locale={locale} isEmpty={answer?.open.length === 0} taken={() => setRound(round + 1)} />
      </Flex>
      <Box background="neutral0" shadow="tableShadow" hasRadius tag="ul">
        {answer?.open.map((one) => (
          <Item key={`${one.uid} ${one.documentId}`} open={one} />
        ))}
      </Box>
    </PanelPage>
  );
}

function Item({ open }: { open: OpenTranslation }) {
  const say = useSay('translations');
  const showTime = useMoment();
  const { uid, documentId, name, single, kind, sourceAt, ownAt } = open;
  const changes = `${historyAddress({ uid, documentId, locale: source })}&from=since:${ownAt}&to=live`;
  return (
    <Flex tag="li" gap={4} padding={4} wrap="wrap" borderColor="neutral150">
      <Box flex="1 1 24rem" minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        <Link tag={RouterLink} to={editAddress(open, single)} onClick={() => offers.showSourceNext?.()}>
          {name}
        </Link>
        <Typography tag="p" variant="pi" textColor="neutral600">
          {[sourceAt && say('source', { time: showTime(sourceAt) }), ownAt && say('own', { time: showTime(ownAt) })]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        {kind === 'outdated' && (
          <Link tag={RouterLink} to={changes}>
            {say('changes', { name })}
          </Link>
        )}
      </Box>
      <Badge {...(kind === 'missing' ? markedBadge : {})}>{say(`kind.${kind}`)}</Badge>
    </Flex>
  );
}

interface AgencyProps {
  locale: string;
  isEmpty: boolean;
  taken: () => void;
}

/** Downloads the texts of the list for an agency, and takes what comes back. */
function AgencyFile({ locale, isEmpty, taken }: AgencyProps) {
  const say = useSay('translations');
  const { get, post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const { toggleNotification } = useNotification();
  const announce = useChangedDrafts();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toggleNotification({ type: 'danger', message: formatAPIError(error as Parameters<typeof formatAPIError>[0]) });
    } finally {
      setBusy(false);
    }
  };
  const save = async () => {
    const { data } = await get<{ text: string }>(`/gate/translations/file?locale=${locale}`);
    download(`translations-${locale}.xlf`, 'application/xliff+xml', data.text);
  };
  const upload = async (file: File) => {
    const { data } = await post<{ taken: NamedDocument[] }>('/gate/translations/file', { text: await file.text() });
    announce(say('taken', { count: data.taken.length }), data.taken);
    taken();
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // The same file may be chosen again after a refusal.
    target.value = '';
    if (file) void act(() => upload(file));
  };
  return (
    <Flex gap={2} wrap="wrap">
      <Button variant="secondary" loading={busy} disabled={isEmpty} onClick={() => void act(save)}>
        {say('download')}
      </Button>
      <Button variant="secondary" loading={busy} onClick={() => input.current?.click()}>
        {say('upload')}
      </Button>
      <input ref={input} type="file" hidden accept=".xlf,.xliff,.xml" onChange={choose} />
    </Flex>
  );
}
