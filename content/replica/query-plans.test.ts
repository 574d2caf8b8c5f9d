/** Lists, centres, sitemaps and the search walk an index: however many texts there are, a query reads about as many rows as it returns. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WireDocument } from '../wire-document.ts';
import { createSiteSearch } from '../search/site-search.ts';
import { type Replica, openReplica } from './replica.ts';
import { readDemonstration } from '../../tests/sites/demonstration.ts';

/** The statements that were prepared since the list was last emptied. */
const statements = new Set<string>();
// oxlint-disable-next-line typescript/unbound-method -- it is called with its database
const { prepare } = DatabaseSync.prototype;
let folder: string;
let replica: Replica;
let database: DatabaseSync;
let news: WireDocument[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-plans-'));
  DatabaseSync.prototype.prepare = function noted(this: DatabaseSync, ...parameters: Parameters<typeof prepare>) {
    statements.add(parameters[0]);
    return prepare.apply(this, parameters);
  };
  replica = openReplica(join(folder, 'mirror.sqlite'), () => undefined);
  const snapshot = await readDemonstration();
  replica.apply(snapshot);
  news = snapshot.documents
    .filter(({ type }) => type === 'news-article' || type === 'instrument')
    .slice(0, 9)
    .map((document) => ({
      ...document,
      wire: { ...(document.wire as object), updatedAt: '2026-01-01T00:00:00.000Z' },
    }));
  replica.close();
  replica = openReplica(join(folder, 'mirror.sqlite'), () => undefined);
});
afterAll(async () => {
  DatabaseSync.prototype.prepare = prepare;
  replica.close();
  database.close();
  await rm(folder, { recursive: true, force: true });
});

/** The steps of a statement that read a table or an index without looking anything up in it, or nothing but a type, which has most documents. */
function scans(statement: string): string[] {
  return prepare
    .call(database, `EXPLAIN QUERY PLAN ${statement}`)
    .all()
    .map(({ detail }) => String(detail))
    .filter(
      (detail) =>
        /^SCAN (?!CONSTANT|json_each|\d+-ROW VALUES)|\((type|shown|locale)=\?\)$/.test(detail) &&
        !/VIRTUAL TABLE INDEX \d+:\S/.test(detail),
    );
}

test('every query of a visitor uses an index, in the order in which the rows are shown', () => {
  statements.clear();
  replica.change({ documents: news, removed: [], media: [] });
  const read = replica.reader();
  for (const locale of ['en', 'es'] as const) {
    read.list('news-article', locale, { limit: 20, offset: 20 });
    read.newest(['news-article', 'education-article'], locale, { relation: ['author', 'imke'], limit: 12, offset: 12 });
    read.list('faq', locale, { relation: ['group', 'trading'], limit: 20 });
    read.count('news-article', locale, { relation: ['tag', 'gold'] });
    read.bySlug('news-article', 'gold-when-nothing-happens', locale);
    read.addresses('news-article', 'gold-when-nothing-happens');
    read.single('header', locale);
    read.linkStatus({ type: 'redirect', slug: '/old' }, locale);
    createSiteSearch(replica).find('margen', locale);
    createSiteSearch(replica).find('marginn calls', locale);
  }
  replica.media('/nothing');
  replica.sitemapDocuments(0);
  replica.live({ type: 'page', id: 'home', locale: 'en' });
  replica.mentioning('/uploads/gold');
  replica.withoutPictures();
  replica.referring({ type: 'tag', id: 'gold', locale: 'en' });
  replica.addresses({ type: 'page', id: 'home' });
  replica.wires('instrument', 'en');
  const queries = [...statements];
  expect(queries.length).toBeGreaterThan(15);
  replica.close();
  database = new DatabaseSync(join(folder, 'mirror.sqlite'));
  expect(scans('SELECT id FROM documents WHERE instr(wire, ?) > 0')).toHaveLength(1);
  const found = queries.flatMap((statement) => scans(statement).map((scan) => `${scan}: ${statement}`));
  expect(found).toEqual([]);
  // Sorting would read the whole list first. What a word may mean is sorted by length, and the documents of a slug are few.
  const sorting = queries.filter((statement) =>
    prepare
      .call(database, `EXPLAIN QUERY PLAN ${statement}`)
      .all()
      .some(({ detail }) => String(detail).includes('TEMP B-TREE')),
  );
  expect(sorting.filter((statement) => !/FROM vocabulary|AND slug = \?/.test(statement))).toEqual([]);
});
