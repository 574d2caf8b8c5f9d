import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Snapshot } from '../wire-document.ts';
import type { Locale } from '../locales.ts';
import type { DocumentTypes } from '../model.ts';
import { type Replica, openReplica } from '../replica/replica.ts';
import { cutExcerpt, markParts, findSnippet, stem } from './language.ts';
import { maxSearchedLength } from './searchable.ts';
import { readSentences } from './sentences.ts';
import { type SiteSearch, createSiteSearch } from './site-search.ts';
import { parseSynonyms } from './synonyms.ts';
import type { TextIndex } from './text-index.ts';
import { readDemonstration } from '../../tests/sites/demonstration.ts';

let replica: Replica;
let search: SiteSearch;
let snapshot: Snapshot;

beforeAll(async () => {
  replica = openReplica(':memory:', () => undefined);
  snapshot = await readDemonstration();
  replica.apply(snapshot);
  search = createSiteSearch(replica);
});
afterAll(() => replica.close());

const keys = (query: string, locale: 'en' | 'es' | 'it') =>
  search.find(query, locale).map(({ type, id }) => `${type}/${id}`);

describe('the search', () => {
  test.each([
    ['a ligature', 'en', 'pro\ufb01t', 'profit'],
    ['full-width letters', 'en', '\uff46\uff4f\uff52\uff45\uff58', 'forex'],
    ['a soft hyphen inside of a word', 'es', 'comi\u00adsi\u00f3n', 'comisión'],
    ['an accent left out', 'es', 'comision', 'comisión'],
    ['another form of the word', 'es', 'comisiones', 'comisión'],
    ['another form of the word', 'it', 'commissioni', 'commissione'],
    ['another form of the word', 'en', 'commissions', 'commission'],
    ['capitals', 'it', 'MARGINE', 'margine'],
  ] as const)('finds the same for %s, %s: %s', (_, locale, query, plain) => {
    expect(keys(plain, locale).length).toBeGreaterThan(0);
    expect(keys(query, locale).slice(0, 3)).toEqual(keys(plain, locale).slice(0, 3));
  });

  test.each(['con pro mar tra pri com acc int cur fin', 'contrct proffit margn tradng pricng', 'gol'])(
    'however many words have the beginnings or mistakes of “%s”, rows are ranked by few of them',
    (query) => {
      const matches: string[] = [];
      const words = (word: string, count: number) =>
        Array.from('abcdefghijklmnop', (end) => ({ word: `${word}${end}`, stem: `${word}${end}` })).slice(0, count);
      const texts = {
        findBeginnings: (word: string, _locale: string, limit: number) => words(word, limit),
        findSimilar: (word: string) => words(word, 16),
        countMatches: () => 1,
        findMatches: (match: string) => (matches.push(match), []),
        readTexts: () => [],
      } satisfies Partial<TextIndex> as unknown as TextIndex;
      createSiteSearch({ texts, synonyms: () => new Map() }).find(query, 'en');
      expect(Math.max(...matches.map((match) => match.split('"').length >> 1))).toBeLessThanOrEqual(70);
    },
  );

  test('finds a word by its beginning and in spite of a small mistake', () => {
    expect(keys('spre', 'en')[0]).toContain('spread');
    expect(keys('spreds', 'en').some((key) => key.startsWith('glossary-term/spread'))).toBe(true);
    // Two neighbours swapped are one mistake.
    expect(keys('glod', 'en').some((key) => key.includes('gold'))).toBe(true);
    expect(keys('xyzzyq', 'en')).toEqual([]);
  });

  test('ignores the file name and the alternative text of pictures', () => {
    expect(JSON.stringify(replica.reader().get('page', 'app', 'en'))).toContain('platform-app-en-wide-dark.svg');
    expect(search.find('dark', 'en').filter(({ id }) => id === 'app')).toEqual([]);
    expect(search.find('1.20003', 'en').filter(({ id }) => id === 'app')).toEqual([]);
  });

  test('finds what a word or an expression also means, and that word itself first', () => {
    const { texts } = replica;
    const synonyms = (locale: Locale) =>
      parseSynonyms(['spread, wombat, quagga kangaroo', 'volatility, slippage'], locale);
    const names = (query: string) =>
      createSiteSearch({ texts, synonyms })
        .find(query, 'en')
        .map(({ id }) => id);
    expect([names('wombats')[0], names('the quagga kangaroo')[0]]).toEqual(['spread', 'spread']);
    expect([names('slippage')[0], names('volatility')[0], keys('wombat', 'en')]).toEqual([
      'slippage',
      'volatility',
      [],
    ]);
  });

  test('finds no similar words for a correctly written word', () => {
    const terms = new Set(search.find('margen', 'es').flatMap(({ found }) => [...found]));
    expect([...terms].filter((term) => !term.startsWith('marg'))).toEqual([]);
    expect(terms.size).toBeGreaterThan(0);
  });

  test('finds every kind of document, and ranks matches of all words first', () => {
    expect(keys('webtrader', 'en')).toContain('page/webtrader');
    expect(keys('Marco Ferraris', 'en')[0]).toBe('author/marco-ferraris');
    expect(keys('compliance officer', 'en')[0]).toMatch(/^job\//);
    expect(keys('privacy policy', 'en')).toContain('legal-document/privacy-policy');
    expect(keys('margin zzzzzz', 'en').length).toBeGreaterThan(0);
  });

  test.each([
    ['en', 'how do I change my password?', 'change password'],
    ['es', '¿cuánto cuesta el swap de una noche?', 'cuesta swap noche'],
    ['it', 'che cos’è il margine?', 'cos margine'],
  ] as const)('searches a question by the words about its subject, %s: %s', (locale, question, subject) => {
    expect(keys(subject, locale).length).toBeGreaterThan(0);
    expect(keys(question, locale)).toEqual(keys(subject, locale));
  });

  test('ranks texts with all words of a sentence first, then those with most of them', () => {
    const found = keys('what does it cost to hold gold overnight', 'en');
    expect(found.slice(0, 8)).toContain('education-article/what-a-swap-costs');
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found).toEqual([...new Set(found)]);
  });

  test('does not treat a whole word of a sentence as the beginning of another word', () => {
    const found = search.find('cuánto cuesta mantener el oro una noche', 'es');
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect(found.flatMap((hit) => [...hit.found]).filter((word) => word.startsWith('nochebuen'))).toEqual([]);
    expect(keys('noche', 'es')).toContain('news-article/year-end-hours-2025');
  });

  test('searches a very common word when the query has no other', () => {
    expect(keys('the', 'en').length).toBeGreaterThan(0);
    expect(keys('cuenta', 'es').length).toBeGreaterThan(0);
  });

  test('finds a document that is written again at the same rank', () => {
    const queries = ['margin', 'spread', 'gold', 'account', 'trading', 'risk warning'];
    const resultsBefore = queries.map((query) => keys(query, 'en'));
    const documents = snapshot.documents
      .filter(({ locale, type }) => locale === 'en' && /page|article|term|^faq$/.test(type))
      .toReversed();
    const otherWords = documents.map((document) => ({
      ...document,
      wire: { ...(document.wire as object), definition: 'Wombats.', summary: 'Wombats.', answer: 'Wombats.' },
    }));
    replica.change({ documents: otherWords, removed: [], media: [] });
    expect(keys('wombat', 'en').length).toBeGreaterThan(100);
    replica.change({ documents, removed: [], media: [] });
    expect(keys('wombat', 'en')).toEqual([]);
    expect(queries.map((query) => keys(query, 'en'))).toEqual(resultsBefore);
  });

  test('finds a word by its beginning when its change is made again after a rollback', () => {
    const terms = snapshot.documents
      .filter(({ type, locale }) => type === 'glossary-term' && locale === 'en')
      .slice(0, 2);
    const documents = terms.map((term) => ({
      ...term,
      wire: { ...(term.wire as object), definition: 'A zyzzogonous marsupial.' },
    }));
    const unwritable = { url: '/a.png', file: null as unknown as string, contentType: 'image/png' };
    expect(() => replica.change({ documents, removed: [], media: [unwritable] })).toThrow('NOT NULL');
    expect(keys('zyzzo', 'en')).toEqual([]);
    replica.change({ documents, removed: [], media: [] });
    expect(keys('zyzzo', 'en')).toHaveLength(2);
    replica.change({ documents: terms, removed: [], media: [] });
  });

  test('finds a change of the replica at once, and a removed document no longer', () => {
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
    replica.apply({ ...snapshot, documents });
    expect(keys('quokka', 'en')).toEqual([`glossary-term/${id}`]);
    expect(keys('quokka', 'es')).toEqual([`glossary-term/${id}`]);
    replica.apply({
      ...snapshot,
      documents: documents.filter((document) => (document.wire as { term?: string }).term !== 'Quokka'),
    });
    expect(keys('quokka', 'en')).toEqual([]);
    replica.apply(snapshot);
    expect(keys(word, 'en')).toContain(`glossary-term/${id}`);
  });

  test('throws when the content cannot be read, which affects only the search', () => {
    const other = openReplica(':memory:', () => undefined);
    other.apply(snapshot);
    const ended = createSiteSearch(other);
    other.close();
    expect(() => ended.find('margin', 'en')).toThrow('not open');
  });

  test('searches the beginning of a huge text, and ignores an endless word', () => {
    const long = `First ${'word '.repeat(maxSearchedLength / 5)}<em class="unended">last</em>`;
    const blocks = [
      { __component: 'blocks.rich-text', body: `capybara ${'<b>x</b> '.repeat(10_000)}` },
      { __component: 'blocks.rich-text', body: 'axolotl' },
    ];
    const base = { updatedAt: '2026-11-01T10:00:00Z', seo: null };
    const other = openReplica(':memory:', () => undefined);
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
    expect(markParts('Cada operacion y la Operación.', found, 'es')).toEqual([
      { text: 'Cada ', hit: false },
      { text: 'operacion', hit: true },
      { text: ' y la ', hit: false },
      { text: 'Operación', hit: true },
      { text: '.', hit: false },
    ]);
    const text = `${'palabra '.repeat(60)}operación ${'palabra '.repeat(60)}`;
    const cut = cutExcerpt(text, found, 'es');
    expect(cut).toMatch(/^… .*operación.* …$/);
    expect(cut.length).toBeLessThan(200);
    const last = cutExcerpt(`${'palabra '.repeat(60)}operación`, found, 'es');
    expect(last).toMatch(/^… palabra .* operación$/);
  });
});

test('an excerpt consists of sentences, never of table rows or headings', () => {
  const document = {
    ...replica.reader().get('education-article', 'margin-in-numbers', 'en'),
    body: '<h2>Margin of gold</h2><table><tr><td>Gold.</td><td>margin.</td></tr></table><p>Silver is not meant. The margin of gold is larger. So it goes on.</p><p>Silver margin again.</p>',
  } as DocumentTypes['education-article'];
  const found = new Set([stem('gold', 'en')]);
  expect(findSnippet(readSentences(document), found, 'en')).toBe(
    'The margin of gold is larger. So it goes on. Silver margin again.',
  );
  expect(findSnippet(readSentences(document), new Set(['nothing']), 'en')).toBeNull();
});
