import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { filesFeed } from '../feed/files/files-feed.ts';
import type { Snapshot } from '../feed/feed.ts';
import { type Mirror, openMirror } from '../mirror/mirror.ts';
import { projectRoot } from '../../scripts/project-root.ts';
import { excerpt, markedParts, stem } from './language.ts';
import { longestSearched } from './searchable.ts';
import { type SiteSearch, createSiteSearch } from './site-search.ts';

let mirror: Mirror;
let search: SiteSearch;
let snapshot: Snapshot;

beforeAll(async () => {
  mirror = openMirror(':memory:', () => undefined);
  snapshot = await filesFeed(join(projectRoot, 'demo')).snapshot();
  mirror.apply(snapshot);
  search = createSiteSearch(mirror);
});
afterAll(() => mirror.close());

const keys = (query: string, locale: 'en' | 'es' | 'it') =>
  search.find(query, locale).map(({ type, id }) => `${type}/${id}`);

describe('the search', () => {
  test.each([
    ['an accent left out', 'es', 'comision', 'comisión'],
    ['another form of the word', 'es', 'comisiones', 'comisión'],
    ['another form of the word', 'it', 'commissioni', 'commissione'],
    ['another form of the word', 'en', 'commissions', 'commission'],
    ['capitals', 'it', 'MARGINE', 'margine'],
  ] as const)('%s finds the same, %s: %s', (_, locale, query, plain) => {
    expect(keys(plain, locale).length).toBeGreaterThan(0);
    expect(keys(query, locale).slice(0, 3)).toEqual(keys(plain, locale).slice(0, 3));
  });

  test('a beginning and a small mistake are enough', () => {
    expect(keys('spre', 'en')[0]).toContain('spread');
    expect(keys('spreds', 'en').some((key) => key.startsWith('glossary-term/spread'))).toBe(true);
    expect(keys('xyzzyq', 'en')).toEqual([]);
  });

  test('a word that is written right does not bring its neighbours', () => {
    const terms = new Set(search.find('margen', 'es').flatMap(({ found }) => [...found]));
    expect([...terms].filter((term) => !term.startsWith('marg'))).toEqual([]);
    expect(terms.size).toBeGreaterThan(0);
  });

  test('every kind can be found, and all words count before some do', () => {
    expect(keys('webtrader', 'en')).toContain('page/webtrader');
    expect(keys('Marco Ferraris', 'en')[0]).toBe('author/marco-ferraris');
    expect(keys('compliance officer', 'en')[0]).toMatch(/^job\//);
    expect(keys('privacy policy', 'en')).toContain('legal-document/privacy-policy');
    expect(keys('margin zzzzzz', 'en').length).toBeGreaterThan(0);
  });

  test('what is indexed again is found in the same place', async () => {
    const queries = ['margin', 'spread', 'gold', 'account', 'trading', 'a', 'risk warning'];
    const before = queries.map((query) => keys(query, 'en'));
    const tags = (types: RegExp) =>
      snapshot.documents
        .filter(({ locale, type }) => locale === 'en' && types.test(type))
        .map(({ type, wire }) => `doc:${type}:${(wire as { id: string }).id}:en`);
    await search.update(tags(/^page$/));
    await search.update(tags(/article|term|^faq$/).toReversed());
    expect(queries.map((query) => keys(query, 'en'))).toEqual(before);
  });

  test('a text that is told changed, and says what it said, moves nothing', async () => {
    const other = createSiteSearch(mirror);
    const found = () =>
      ['margin', 'spread', 'gold', 'account', 'risk warning'].map((query) =>
        other.find(query, 'en').map(({ type, id }) => `${type}/${id}`),
      );
    const before = found();
    for (const { wire } of snapshot.documents
      .filter(({ locale, type }) => locale === 'en' && type === 'glossary-term')
      .slice(0, 12)) {
      await other.update([`doc:glossary-term:${(wire as { id: string }).id}:en`]);
      expect(found()).toEqual(before);
    }
  });

  test('words that come and go while the index tidies itself up leave it whole', async () => {
    const terms = snapshot.documents
      .filter(({ locale, type }) => locale === 'en' && type === 'glossary-term')
      .slice(0, 30);
    const other = createSiteSearch(mirror);
    const found = other.find('margin', 'en').length;
    const randomWords = () =>
      Array.from({ length: 150 }, () =>
        Math.random()
          .toString(36)
          .replaceAll(/[^a-z]/g, ''),
      ).join(' ');
    const give = (documents: Snapshot['documents']) =>
      other.update(mirror.change({ documents, media: [], removed: [] }).changed);
    for (let round = 0; round < 10; round += 1) {
      for (const term of terms) {
        void give([{ ...term, wire: { ...(term.wire as object), definition: randomWords() } }]);
        // The index works in the turns between; an error there is an unhandled rejection, which fails this run.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    await give(terms);
    expect(other.find('margin', 'en')).toHaveLength(found);
  });

  test('a change of the mirror is found at once, a removed document no more', async () => {
    expect(keys('quokka', 'es')).toEqual([]);
    const term = snapshot.documents.find((document) => document.type === 'glossary-term' && document.locale === 'en');
    if (!term) throw new Error('the demonstration content has no glossary');
    const { id, term: word } = term.wire as { id: string; term: string };
    const documents = snapshot.documents
      // Keep only the English version: the other languages then show it too.
      .filter(
        (document) =>
          document.type !== 'glossary-term' || (document.wire as { id: string }).id !== id || document === term,
      )
      .map((document) =>
        document === term
          ? { ...document, wire: { ...(document.wire as object), term: 'Quokka', definition: 'A small marsupial.' } }
          : document,
      );
    void search.update(mirror.apply({ ...snapshot, documents }).changed);
    expect(keys('quokka', 'en')).toEqual([`glossary-term/${id}`]);
    expect(keys('quokka', 'es')).toEqual([`glossary-term/${id}`]);
    await search.update(
      mirror.apply({
        ...snapshot,
        documents: documents.filter((document) => (document.wire as { term?: string }).term !== 'Quokka'),
      }).changed,
    );
    expect(keys('quokka', 'en')).toEqual([]);
    await search.update(mirror.apply(snapshot).changed);
    expect(keys(word, 'en')).toContain(`glossary-term/${id}`);
  });

  describe('indexing', () => {
    let turn = 0;
    let next: NodeJS.Immediate;
    /** The turn of the event loop in which each document was read. */
    const turns: number[] = [];
    let watched: Mirror;
    beforeAll(() => {
      next = setImmediate(function count() {
        turn += 1;
        next = setImmediate(count);
      });
      watched = new Proxy(mirror, {
        get(target, name) {
          if (name === 'reader') turns.push(turn);
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    });
    afterAll(() => clearImmediate(next));

    test('gives way after each document that takes its time, at the start and when everything has changed; a search meanwhile waits for few', async () => {
      const other = createSiteSearch(watched, 0);
      await other.ready('en');
      const started = turns.splice(0);
      other.find('margin', 'en');
      await other.ready('en');
      expect(turns).toEqual([]);
      expect(started.length).toBeGreaterThan(150);
      expect(new Set(started).size).toBe(started.length);
      const indexed = other.update(
        snapshot.documents.map(({ type, locale, wire }) => `doc:${type}:${(wire as { id: string }).id}:${locale}`),
      );
      other.find('margin', 'en');
      expect(turns.splice(0)).toHaveLength(10);
      await indexed;
      expect(turns.length).toBeGreaterThan(150);
      expect(new Set(turns).size).toBe(turns.length);
      expect(other.find('margin', 'en').map(({ id }) => id)).toEqual(search.find('margin', 'en').map(({ id }) => id));
    });

    test('goes on in a turn while there is time, so that a search on a busy site waits for few turns', async () => {
      turns.splice(0);
      await createSiteSearch(watched, Number.POSITIVE_INFINITY).ready('es');
      expect(turns.length).toBeGreaterThan(150);
      expect(new Set(turns).size).toBe(1);
    });

    test('in one language does not wait for another', async () => {
      const other = createSiteSearch(watched, 0);
      const order: string[] = [];
      const note = (locale: 'en' | 'es' | 'it') => other.ready(locale).then(() => order.push(locale));
      const all = [note('en'), note('es')];
      turns.splice(0);
      await note('it');
      // The three have equally much to index: one after the other, every document would have had a turn of its own.
      expect(new Set(turns).size).toBeLessThan(turns.length / 2);
      await Promise.all(all);
      expect(order).toHaveLength(3);
    });
  });

  test('content that cannot be read any more ends the work without a word', async () => {
    const other = openMirror(':memory:', () => undefined);
    other.apply(snapshot);
    const ended = createSiteSearch(other);
    const ready = ended.ready('en');
    other.close();
    await ready;
    await ended.ready('en');
    expect(() => ended.find('margin', 'en')).toThrow('not open');
  });

  test('of a huge text its beginning is searched, and of a word without end nothing', () => {
    const long = `First ${'word '.repeat(longestSearched / 5)}<em class="unended">last</em>`;
    const blocks = [
      { __component: 'blocks.rich-text', body: `capybara ${'<b>x</b> '.repeat(10_000)}` },
      { __component: 'blocks.rich-text', body: 'axolotl' },
    ];
    const base = { updatedAt: '2026-11-01T10:00:00Z', seo: null };
    const other = openMirror(':memory:', () => undefined);
    other.apply({
      documents: [
        { type: 'faq', locale: 'en', source: 'test', wire: { ...base, id: 'long', question: 'Long?', answer: long } },
        {
          type: 'faq',
          locale: 'en',
          source: 'test',
          wire: { ...base, id: 'endless', question: 'Endless?', answer: `${'x'.repeat(5000)} wombat` },
        },
        { type: 'page', locale: 'en', source: 'test', wire: { ...base, id: 'forex', title: 'Forex', blocks } },
      ],
      media: [],
    });
    const found = createSiteSearch(other);
    const names = (query: string) => found.find(query, 'en').map(({ id }) => id);
    expect([
      names('first'),
      names('last'),
      names('unended'),
      names('capybara'),
      names('axolotl'),
      names('wombat'),
      names('x'.repeat(90)),
    ]).toEqual([['long'], [], [], ['forex'], [], ['endless'], []]);
    other.close();
  });

  test('marks whole words by their stem, and cuts an excerpt around the first', () => {
    const found = new Set([stem('operación', 'es')]);
    expect(markedParts('Cada operacion y la Operación.', found, 'es')).toEqual([
      { text: 'Cada ', hit: false },
      { text: 'operacion', hit: true },
      { text: ' y la ', hit: false },
      { text: 'Operación', hit: true },
      { text: '.', hit: false },
    ]);
    const text = `${'palabra '.repeat(60)}operación ${'palabra '.repeat(60)}`;
    const cut = excerpt(text, found, 'es');
    expect(cut).toMatch(/^… .*operación.* …$/);
    expect(cut.length).toBeLessThan(200);
    const last = excerpt(`${'palabra '.repeat(60)}operación`, found, 'es');
    expect(last).toMatch(/^… palabra .* operación$/);
  });
});

test('an index that was begun while the replica stood empty is whole only when the replica is filled', async () => {
  const broken = openMirror(':memory:', () => undefined);
  const found = createSiteSearch(broken);
  await found.ready('en');
  expect(found.find('gold', 'en')).toEqual([]);
  const { changed } = broken.apply(snapshot);
  // Not awaited: only `ready` waits for it.
  void found.update(changed);
  await found.ready('en');
  expect(found.find('gold', 'en').map(({ type, id }) => `${type}/${id}`)).toEqual(keys('gold', 'en'));
  broken.close();
});

test('an index during whose making the replica lost its content is made anew', async () => {
  const broken = openMirror(':memory:', () => undefined);
  broken.apply(snapshot);
  const found = createSiteSearch(broken, 0);
  const making = found.ready('en');
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  // Nobody tells the search what is gone: a file that broke can say no more what was in it.
  broken.apply({ documents: [], media: [] }, { confirmShrink: true });
  found.forget();
  await making;
  const { changed } = broken.apply(snapshot);
  void found.update(changed);
  await found.ready('en');
  expect(found.find('gold', 'en').map(({ type, id }) => `${type}/${id}`)).toEqual(keys('gold', 'en'));
  broken.close();
});
