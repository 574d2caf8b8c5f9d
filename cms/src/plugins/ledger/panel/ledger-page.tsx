/** The page “Ledger”: who changed what, newest first, of all documents, also of those that were deleted. */
import { useState, type FormEvent } from 'react';
import { Box, Button, Field, Flex, Link, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { isSet } from '../server/document-sets';
import type { FoundRow, LedgerPart } from '../server/ledger-search';
import { useList } from '../../../admin/use-list';
import { LineField } from '../../../admin/line-field';
import { nameLanguage, useSay } from '../../../admin/panel-words';
import { historyAddress, VersionLine } from './version-words';
import { PanelPage } from '../../../admin/panel-page';

const filterNames = ['uid', 'action', 'name', 'person', 'from', 'to'] as const;
/** What somebody looks for. */
const actions = [
  'publish',
  'unpublish',
  'delete',
  'restore',
  'import',
  'submit',
  'approve',
  'send-back',
  'emergency',
  'emergency-approve',
];
type Filter = Record<(typeof filterNames)[number], string>;

export function LedgerPage() {
  const say = useSay('ledger');
  const [query, setQuery] = useSearchParams();
  const wanted = Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as Filter;
  const list = useList(
    `ledger?${writeQuery(wanted)}`,
    ({ found }: LedgerPart) => found,
    ({ row }) => row.seq,
  );
  const { items: found, answer, complete, failed, busy, more } = list;
  if (failed) return <Page.Error />;
  return (
    <PanelPage title={say('title')} about={say('about')} busy={busy}>
      <FilterForm
        key={query.toString()}
        wanted={wanted}
        types={answer?.types ?? []}
        apply={(filter) => setQuery(Object.entries(filter).filter(([, value]) => value !== ''))}
      />
      <Box background="neutral0" shadow="tableShadow" hasRadius tag="ol" role="list">
        {found.map((one) => (
          <Item key={one.row.seq} found={one} />
        ))}
      </Box>
      <Box paddingTop={4} role="status">
        {!busy && found.length === 0 && <Typography>{say('none')}</Typography>}
      </Box>
      {!complete && (
        <Button variant="secondary" onClick={more} loading={busy}>
          {say('older')}
        </Button>
      )}
    </PanelPage>
  );
}

function Item({ found: { row, name } }: { found: FoundRow }) {
  const say = useSay('ledger');
  const isImport = isSet(row);
  const title = name || say('nameless');
  return (
    <Flex tag="li" gap={4} padding={4} wrap="wrap" alignItems="flex-start" borderColor="neutral150">
      <Box flex="1 1 24rem" minWidth={0} style={{ overflowWrap: 'anywhere' }}>
        {isImport ? (
          <Typography fontWeight="bold">{title}</Typography>
        ) : (
          <Link tag={RouterLink} to={historyAddress(row)}>
            {title}
          </Link>
        )}
        {row.locale && (
          <Typography tag="p" textColor="neutral600">
            {nameLanguage(row.locale)}
          </Typography>
        )}
      </Box>
      <Box flex="1 1 32rem" minWidth={0}>
        <VersionLine row={row} />
      </Box>
    </Flex>
  );
}

interface FormProps {
  wanted: Filter;
  types: LedgerPart['types'];
  apply: (filter: Filter) => void;
}

function FilterForm({ wanted, types, apply }: FormProps) {
  const say = useSay('ledger');
  const sayAction = useSay('history.action');
  const [filter, setFilter] = useState(wanted);
  const options = {
    uid: types.map(({ uid, name }) => [uid, name] as const),
    action: actions.map((action) => [action, sayAction(action)] as const),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(filter);
  };
  return (
    <Box tag="form" role="search" aria-label={say('search')} onSubmit={submit} paddingBottom={5}>
      <Flex gap={4} wrap="wrap" alignItems="flex-end">
        {(['uid', 'action'] as const).map((name) => (
          <Field.Root key={name} name={name}>
            <Field.Label>{say(name)}</Field.Label>
            <SingleSelect
              value={filter[name] || 'all'}
              onChange={(value) => setFilter({ ...filter, [name]: value === 'all' ? '' : String(value) })}
            >
              <SingleSelectOption value="all">{say('all')}</SingleSelectOption>
              {options[name].map(([value, text]) => (
                <SingleSelectOption key={value} value={value}>
                  {text}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        ))}
        {filterNames.slice(2).map((name) => (
          <LineField
            key={name}
            name={name}
            label={say(name)}
            type={name === 'from' || name === 'to' ? 'date' : 'text'}
            value={filter[name]}
            onChange={(typed) => setFilter({ ...filter, [name]: typed })}
          />
        ))}
        <Button type="submit">{say('search')}</Button>
      </Flex>
    </Box>
  );
}

/** Days are those of the reader's clock. */
function writeQuery({ from, to, ...rest }: Filter): string {
  const start = from && new Date(`${from}T00:00:00`).toISOString();
  const end = to && new Date(`${to}T23:59:59.999`).toISOString();
  return new URLSearchParams({ ...rest, from: start, to: end }).toString();
}
