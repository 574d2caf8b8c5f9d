/** The page “Where pictures are used”: the files of the media library, and under each the documents that use it. */
import { useEffect, useState } from 'react';
import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { Layouts, Page, Pagination, SearchInput, useFetchClient, useQueryParams } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { Link as RouterLink } from 'react-router-dom';
import languages from '../setup/site-languages.json';

interface LibraryFile {
  id: number;
  name: string;
  mime: string;
  url: string;
  formats?: { thumbnail?: { url: string } } | null;
  folder?: { name: string } | null;
}
/** As `src/rules/media-uses-route.ts` answers. */
interface UsingDocument {
  name: string;
  link: string | null;
  published: (keyof typeof languages | null)[];
  drafts: (keyof typeof languages | null)[];
}
interface FilePage {
  results: LibraryFile[];
  pagination: { total: number; pageCount: number };
}
type Uses = Record<number, UsingDocument[]>;

export function MediaUsesPage() {
  return (
    <Page.Protect permissions={[{ action: 'plugin::upload.read', subject: null }]}>
      <FileList />
    </Page.Protect>
  );
}

function FileList() {
  const { formatMessage } = useIntl();
  const say = (id: string, values?: Record<string, string>) => formatMessage({ id: `media-uses.${id}` }, values);
  const [listed, failed] = useListedFiles();
  if (failed) return <Page.Error />;
  return (
    <Page.Main aria-busy={!listed}>
      <Page.Title>{say('title')}</Page.Title>
      <Layouts.Header title={say('title')} subtitle={say('about')} />
      <Layouts.Action
        startActions={<SearchInput label={formatMessage({ id: 'global.search', defaultMessage: 'Search' })} />}
      />
      <Layouts.Content>
        <Box background="neutral0" shadow="tableShadow" hasRadius tag="ul">
          {listed?.results.map((file) => (
            <FileRow key={file.id} file={file} uses={listed.uses[file.id] ?? []} say={say} />
          ))}
        </Box>
        {listed?.pagination.total === 0 && <Typography>{say('none')}</Typography>}
        <Pagination.Root {...listed?.pagination}>
          <Pagination.PageSize />
          <Pagination.Links />
        </Pagination.Root>
      </Layouts.Content>
    </Page.Main>
  );
}

/** The files that the address of the page asks for, and whether they could not be read. */
function useListedFiles(): [listed: (FilePage & { uses: Uses }) | undefined, failed: boolean] {
  const { get } = useFetchClient();
  const [{ query }] = useQueryParams<{ page?: string; pageSize?: string; _q?: string }>();
  const { page = '1', pageSize = '10', _q } = query;
  const [listed, setListed] = useState<FilePage & { uses: Uses }>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    setFailed(false);
    const read = async () => {
      const params = { page, pageSize, sort: 'name:ASC', ...(_q && { _q }) };
      const { data } = await get<FilePage>('/upload/files', { params });
      const files = data.results.map(({ id }) => id).join(',');
      const { data: uses } = await get<Uses>('/upload/uses', { params: { files } });
      if (current) setListed({ ...data, uses });
    };
    read().catch(() => current && setFailed(true));
    return () => {
      current = false;
    };
  }, [get, page, pageSize, _q]);
  return [listed, failed];
}

interface RowProps {
  file: LibraryFile;
  uses: UsingDocument[];
  say: (id: string, values?: Record<string, string>) => string;
}

function FileRow({ file, uses, say }: RowProps) {
  const picture = file.formats?.thumbnail?.url ?? file.url;
  return (
    <Flex tag="li" gap={4} padding={4} wrap="wrap" alignItems="flex-start" borderColor="neutral150">
      <Box width="9.6rem" shrink={0} background="neutral150" hasRadius>
        {file.mime.startsWith('image/') && (
          <img src={picture} alt="" loading="lazy" style={{ width: '100%', height: '6.4rem', objectFit: 'contain' }} />
        )}
      </Box>
      <Box flex="0 1 24rem">
        <Typography tag="h2" fontWeight="bold" style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
        {file.folder && <Typography textColor="neutral600">{say('folder', { folder: file.folder.name })}</Typography>}
      </Box>
      {uses.length === 0 && <Typography textColor="neutral600">{say('unused')}</Typography>}
      <Box tag="ul" flex="1 1 24rem">
        {uses.map(({ name, link, ...states }) => (
          <li key={link ?? name}>
            {link ? (
              <Link tag={RouterLink} to={link}>
                {name}
              </Link>
            ) : (
              <Typography>{name}</Typography>
            )}{' '}
            <Typography textColor="neutral600">
              {describeState(say('published'), states.published)} {describeState(say('draft'), states.drafts)}
            </Typography>
          </li>
        ))}
      </Box>
    </Flex>
  );
}

/** `English, Español: published`; only the state where the document has no languages. */
function describeState(state: string, locales: UsingDocument['published']): string {
  if (locales.length === 0) return '';
  const names = locales.flatMap((locale) => (locale ? [languages[locale].name] : []));
  return names.length > 0 ? `${names.join(', ')} (${state})` : `(${state})`;
}
