/** An instrument is one document in the replica, which exists in every language. */
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../tools/project-root.ts';
import type { WireDocument } from './wire-document.ts';
import { type WireInstrument, readInstruments } from './feed/instrument-file.ts';
import { locales } from './locales.ts';
import { openReplica } from './replica/replica.ts';
import { documentTag, listTag } from './replica/tags.ts';

const folder = await mkdtemp(join(tmpdir(), 'brokerfront-kept-once-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { rows } = readInstruments(await readFile(join(projectRoot, 'demo/instruments.csv'), 'utf8'));
const findWire = (symbol: string) => rows.find(({ wire }) => wire.symbol === symbol)?.wire;
const instrument = (symbol: string, fields: Partial<WireInstrument> = {}): WireDocument => ({
  type: 'instrument',
  locale: 'en',
  source: 'test',
  wire: { ...findWire(symbol), ...fields },
});
const apply = (...documents: WireDocument[]) => ({ documents, media: [] });
const nameIn = (names: object, locale: string) => (names as Record<string, string>)[locale];

test('an instrument has a name, an address and a place in lists and sitemaps in every language', () => {
  const replica = openReplica(':memory:', () => undefined);
  replica.apply(apply(instrument('XAUUSD'), instrument('XAGUSD')));
  expect(replica.counts()).toEqual([{ type: 'instrument', locale: 'en', n: 2 }]);
  for (const locale of locales) {
    const read = replica.reader();
    const gold = read.get('instrument', 'xauusd', locale);
    expect([gold?.locale, gold?.name]).toEqual([locale, nameIn({ ...gold?.names }, locale)]);
    // Values derived from a document are cached by its object.
    expect(replica.reader().get('instrument', 'xauusd', locale)).toBe(gold);
    expect(read.list('instrument', locale).map(({ id }) => id)).toEqual(['xagusd', 'xauusd']);
    expect(read.list('instrument', locale, { relation: ['class', 'commodity'] })[1]).toBe(gold);
    expect(read.count('instrument', locale)).toBe(2);
    expect(read.linkStatus({ type: 'instrument', id: 'xauusd' }, locale).works).toBe(true);
    expect(replica.live({ type: 'instrument', id: 'xauusd', locale })).not.toBeNull();
  }
  expect(replica.reader().get('instrument', 'xauusd', 'es')?.name).toBe('Oro');
  expect(replica.reader().addresses('instrument', 'xauusd')).toEqual(
    Object.fromEntries(locales.map((locale) => [locale, 'xauusd'])),
  );
  const listed = () => replica.sitemapDocuments(0).map(({ id, locale }) => `${id}.${locale}`);
  const tagsIn = (id: string) => locales.map((locale) => `${id}.${locale}`);
  expect(listed()).toEqual([...tagsIn('xagusd'), ...tagsIn('xauusd')]);
  expect(replica.sitemapParts().map(({ locale }) => locale)).toEqual([...locales].sort());
  replica.change({ ...apply(), removed: [{ type: 'instrument', id: 'xauusd', locale: 'en' }] });
  expect(listed()).toEqual(tagsIn('xagusd'));
  replica.change({ ...apply(), removed: [{ type: 'instrument', id: 'xagusd', locale: 'en' }] });
  expect(replica.sitemapParts()).toEqual([]);
  expect(replica.reader().get('instrument', 'xauusd', 'es')).toBeNull();
  replica.close();
});

test('every page that shows an instrument is stale when the instrument or its name in that language changes', () => {
  const replica = openReplica(':memory:', () => undefined);
  replica.apply(apply(instrument('XAUUSD')));
  const read = replica.reader();
  read.get('instrument', 'xauusd', 'es');
  read.list('instrument', 'it');
  read.count('instrument', 'it', { relation: ['class', 'commodity'] });
  expect([...read.tags].sort()).toEqual([
    documentTag('instrument', 'xauusd', 'en'),
    listTag('instrument', 'en'),
    listTag('instrument', 'en', ['class', 'commodity']),
  ]);
  const { changed } = replica.change({ ...apply(instrument('XAUUSD', { nameEs: 'Oro fino' })), removed: [] });
  expect([...changed]).toEqual([documentTag('instrument', 'xauusd', 'en')]);
  expect(locales.map((locale) => replica.reader().get('instrument', 'xauusd', locale)?.name).slice(0, 3)).toEqual([
    'Gold',
    'Oro fino',
    'Oro',
  ]);
  replica.close();
});

test('an instrument from another release that cannot be parsed again has its English name where a name is missing', () => {
  const file = join(folder, 'damaged.sqlite');
  const before = openReplica(file, () => undefined);
  before.apply(apply(instrument('XAUUSD'), instrument('XAGUSD')));
  before.close();
  const database = new DatabaseSync(file);
  database.exec(
    `UPDATE documents SET data = json_set(data, '$.names', json_array('Silver', 'Plata')), sum = '', wire = 'torn', hash = 'of another parser' WHERE id = 'xagusd';
     UPDATE facts SET value = '20' WHERE name = 'parser'`,
  );
  database.close();
  const replica = openReplica(file, () => undefined);
  expect(
    replica
      .reader()
      .list('instrument', 'es')
      .map(({ name }) => name),
  ).toEqual(['Silver', 'Oro']);
  replica.close();
});

test('a replica with one instrument for each language keeps the English ones and reads them again, and holds no removal', () => {
  const file = join(folder, 'mirror.sqlite');
  const before = openReplica(file, () => undefined);
  const all = rows.map(({ wire }) => instrument(wire.symbol));
  before.apply(apply(...all));
  before.close();
  const database = new DatabaseSync(file);
  for (const locale of ['es', 'it'])
    database.exec(
      `INSERT INTO documents SELECT type, id, '${locale}', slug, sort, updated_at, hash, sum, partial, taken_down, since, wire, data FROM documents WHERE locale = 'en';
       INSERT INTO relations SELECT type, id, '${locale}', relation, target FROM relations WHERE locale = 'en';
       INSERT INTO listed SELECT type, '${locale}', relation, target, sort, id, '${locale}' FROM listed WHERE shown = 'en'`,
    );
  // The form in which the previous release wrote them.
  database.exec(
    "UPDATE documents SET data = json_remove(data, '$.names'), sum = '', hash = 'of the parser before'; UPDATE facts SET value = '20' WHERE name = 'parser'",
  );
  database.close();
  const alarms: unknown[] = [];
  const replica = openReplica(file, (alarm) => alarms.push(alarm));
  expect(replica.counts()).toEqual([{ type: 'instrument', locale: 'en', n: rows.length }]);
  expect(replica.reader().get('instrument', 'xauusd', 'es')?.name).toBe('Oro');
  expect(replica.reader().count('instrument', 'it')).toBe(rows.length);
  expect(replica.apply(apply(...all))).toMatchObject({ held: false, removed: 0, written: 0 });
  expect(alarms.filter((alarm) => JSON.stringify(alarm).includes('shrink'))).toEqual([]);
  replica.close();
});
