/** The page “Translations”: what a language lacks, or has in an older form than English, with what changed there. */
import { Badge, Box, Field, Flex, Link, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import type { OpenTranslation } from '../gate/translations';
import languages from '../setup/site-languages.json';
import { editAddress, useMoment } from './gate-words';
import { useAnswer } from './use-answer';
import { historyAddress, nameLanguage, useSay } from './version-words';

const source = 'en';
const translated = Object.keys(languages).filter((code) => code !== source);

export function OpenTranslationsPage() {
  const say = useSay('translations');
  const [query, setQuery] = useSearchParams();
  const locale = query.get('locale') ?? translated[0] ?? source;
  const [answer, failed] = useAnswer<{ open: OpenTranslation[] }>(`translations?locale=${locale}`);
  if (failed) return <Page.Error />;
  return (
    <Page.Main aria-busy={!answer}>
      <Page.Title>{say('title')}</Page.Title>
      <Layouts.Header title={say('title')} subtitle={say('about')} />
      <Layouts.Content>
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
        <Box paddingBottom={4} role="status">
          {answer && <Typography>{say('count', { count: answer.open.length })}</Typography>}
        </Box>
        <Box background="neutral0" shadow="tableShadow" hasRadius tag="ul">
          {answer?.open.map((one) => (
            <Item key={`${one.uid} ${one.documentId}`} open={one} />
          ))}
        </Box>
      </Layouts.Content>
    </Page.Main>
  );
}

function Item({ open }: { open: OpenTranslation }) {
  const say = useSay('translations');
  const showTime = useMoment();
  const { uid, documentId, name, single, kind, sourceAt, ownAt } = open;
  const changes = `${historyAddress({ uid, documentId, locale: source })}&from=at:${ownAt}&to=live`;
  return (
    <Flex tag="li" gap={4} padding={4} wrap="wrap" borderColor="neutral150">
      <Box flex="1 1 24rem" minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        <Link tag={RouterLink} to={editAddress(open, single)}>
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
      <Badge active={kind === 'missing'}>{say(`kind.${kind}`)}</Badge>
    </Flex>
  );
}
