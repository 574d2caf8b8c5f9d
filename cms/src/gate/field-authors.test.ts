import { expect, test } from 'vitest';
import { draftVersions } from './field-authors';
import type { LedgerRow } from './ledger';

/** Rows as `state action hash`, oldest first, and the versions of the draft that they hold. */
test.each([
  { what: 'each save', rows: ['draft save a', 'draft save b'], drafts: ['a', 'b'] },
  { what: 'a save without a change', rows: ['draft save a', 'draft save a'], drafts: ['a'] },
  { what: 'a publication, which is the draft too', rows: ['draft save a', 'live publish b'], drafts: ['a', 'b'] },
  { what: 'no decision', rows: ['draft save a', 'decision submit b'], drafts: ['a'] },
  { what: 'the draft behind an unpublishing', rows: ['live publish a', 'live unpublish -'], drafts: ['a'] },
  { what: 'a deletion', rows: ['draft save a', 'draft delete -'], drafts: ['a', '-'] },
  {
    what: 'a shared field that another language published, where nothing else was changed',
    rows: ['live publish a', 'live follow b'],
    drafts: ['a', 'b'],
  },
  {
    what: 'only the draft of a document that has unpublished changes',
    rows: ['live publish a', 'draft save b', 'draft follow c', 'live follow d'],
    drafts: ['a', 'b', 'c'],
  },
])('the versions of a draft are $what', ({ rows, drafts }) => {
  const given = rows.map((row) => {
    const [state, action, hash] = row.split(' ');
    return { state, action, contentHash: hash === '-' ? null : hash } as LedgerRow;
  });
  expect(draftVersions(given).map(({ contentHash }) => contentHash ?? '-')).toEqual(drafts);
});
