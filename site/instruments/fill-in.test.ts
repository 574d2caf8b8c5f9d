import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import type { WireDocument } from '../../content/wire-document.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { type Replica, openReplica } from '../../content/replica/replica.ts';
import { createSiteSearch } from '../../content/search/site-search.ts';
import { createFillIn, previewFillIn } from './fill-in.ts';
import { readDemonstration } from '../../tests/sites/demonstration.ts';

let replica: Replica;
let instruments: WireDocument[];
const alarms: Alarm[] = [];
const base = { updatedAt: '2026-11-01T10:00:00Z', seo: null };

const faq = (id: string, answer: string): WireDocument[] =>
  locales.map((locale) => ({
    type: 'faq',
    locale,
    source: 'test',
    wire: { ...base, id, question: '{{count:forex}}?', answer, group: null, position: 1 },
  }));
const write = (documents: WireDocument[]) => replica.change({ documents, media: [], removed: [] }).changed;
const answer = (id: string, locale: Locale = 'en', from = replica) =>
  from.reader().get('faq', id, locale)?.answer.replaceAll('\u00a0', ' ');

/** Changes figures in the row of an instrument. */
function changed(symbol: string, figures: Record<string, unknown>): WireDocument[] {
  return instruments
    .filter(({ wire }) => (wire as { symbol: string }).symbol === symbol)
    .map((document) => ({ ...document, wire: { ...(document.wire as object), ...figures } }));
}

beforeAll(async () => {
  const { documents } = await readDemonstration();
  instruments = documents.filter(({ type }) => type === 'instrument');
  const onAlarm = (alarm: Alarm) => alarms.push(alarm);
  replica = openReplica(':memory:', onAlarm, undefined, createFillIn(onAlarm));
  const keptTypes = new Set(['instrument', 'account-type', 'trading-calendar']);
  replica.apply({ documents: documents.filter(({ type }) => keptTypes.has(type)), media: [] });
  alarms.length = 0;
});
afterAll(() => replica.close());

test.each([
  ['{{EURUSD.spread.prime}}', '0.6 pips', '0,6 pips', '0,6 pip'],
  ['{{EURUSD.price}}', '1.2000', '1,2000', '1,2000'],
  ['{{EURUSD.price + 0.00006}}', '1.20006', '1,20006', '1,20006'],
  ['{{USDJPY.price}}', '150.00', '150,00', '150,00'],
  ['{{XAUUSD.price}}', '4,000', '4.000', '4.000'],
  ['{{XAUUSD.price - 25.38}}', '3,974.62', '3.974,62', '3.974,62'],
  ['{{XAUUSD.spread.prime}}', 'USD 0.12', '0,12 USD', '0,12 USD'],
  ['{{US500.spread.prime}}', '0.4 points', '0,4 puntos', '0,4 punti'],
  ['{{EURUSD.swapLong}}', 'USD −6.80', '−6,80 USD', '−6,80 USD'],
  ['{{-7 * EURUSD.swapLong as USD}}', 'USD 47.60', '47,60 USD', '47,60 USD'],
  ['{{NVDA.swapLong}}', '−6.9%', '−6,9 %', '−6,9%'],
  ['{{EURUSD.leverage.master}}', '1:500', '1:500', '1:500'],
  ['{{BRENT.contract}}', '1,000 barrels', '1.000 barriles', '1.000 barili'],
  ['{{USDJPY.pip}}', 'JPY 1,000', '1.000 JPY', '1.000 JPY'],
  ['{{EURGBP.pipUSD}}', 'USD 13.60', '13,60 USD', '13,60 USD'],
  ['{{EURUSD.margin.prime}}', 'USD 300.00', '300,00 USD', '300,00 USD'],
  ['{{EURUSD.spreadCost.prime}}', 'USD 6.00', '6,00 USD', '6,00 USD'],
  ['{{-2 * EURUSD.commission.prime as USD}}', 'USD 0.00', '0,00 USD', '0,00 USD'],
  ['{{XAUUSD.swapShort as USD signed}}', 'USD +16.00', '+16,00 USD', '+16,00 USD'],
  ['{{count}} {{count:stock}}', '268 140', '268 140', '268 140'],
])('%s in three languages', (text, en, es, it) => {
  write(faq('one', text));
  expect((['en', 'es', 'it'] as const).map((locale) => answer('one', locale))).toEqual(
    [en, es, it].map((one) => `<p>${one}</p>`),
  );
});

test('every text of a document is filled in, and the braces of others are left alone', () => {
  write(faq('two', '**{{count:index}}** in `{{count:crypto}}`, [{{count}}](/forex) and {not} {{not closed'));
  expect(replica.reader().get('faq', 'two', 'en')).toMatchObject({
    question: '62?',
    answer: '<p><strong>24</strong> in <code>24</code>, <a href="/forex">268</a> and {not} {{not closed</p>',
  });
});

test.each([
  ['{{EURUSX.price}}', 'there is no instrument EURUSX'],
  ['{{EURUSD.prise}}', '“prise” is no figure'],
  ['{{EURUSD.spread}}', 'spread needs an account: write .discovery or .prime or .master'],
  ['{{EURUSD.spread.gold}}', 'spread needs an account'],
  ['{{EURUSD.price.prime}}', 'the same on every account'],
  ['{{EURUSD}}', 'names no figure'],
  ['{{count:bonds}}', '“bonds” is no class'],
  ['{{EURUSD.leverageUSD.prime}}', 'is no money'],
  ['{{}}', 'ends where a figure should be'],
])('%s raises one alarm for each language, and visitors see a dash', (text, message) => {
  alarms.length = 0;
  write(faq('faulty', `Spread: ${text}.`));
  expect(answer('faulty')).toBe('<p>Spread: –.</p>');
  write(faq('other', 'Nothing.'));
  expect(answer('faulty')).toBe('<p>Spread: –.</p>');
  expect(alarms).toEqual(
    locales.map((locale) => ({
      kind: 'faulty-figure',
      subject: `faq/faulty.${locale}`,
      message: expect.stringContaining(message) as string,
    })),
  );
  const shown = replica.asIf({ documents: [], removed: [], media: [] }, previewFillIn, (preview) =>
    answer('faulty', 'en', preview),
  );
  expect(shown).toBe(`<p>Spread: ${text}.</p>`);
});

test('a change of an instrument reaches the text, its tags and the search', () => {
  write(faq('live', 'One lot costs {{GBPUSD.spreadCost.prime}}.'));
  const search = createSiteSearch(replica);
  const found = () => search.find('131', 'en').map(({ id }) => id);
  expect(found()).toEqual([]);
  const read = replica.reader();
  read.get('faq', 'live', 'es');
  expect(answer('live', 'es')).toBe('<p>One lot costs 9,00 USD.</p>');
  const terms = replica.reader().get('instrument', 'gbpusd', 'en')?.terms ?? [];
  const tags = write(
    changed('GBPUSD', { terms: terms.map((one) => (one.account === 'prime' ? { ...one, spread: 13.1 } : one)) }),
  );
  expect([...read.tags].some((tag) => tags.has(tag))).toBe(true);
  expect(answer('live', 'es')).toBe('<p>One lot costs 131,00 USD.</p>');
  while (replica.indexFigures());
  expect(found()).toEqual(['live']);
  write(changed('GBPUSD', {}));
});

test('a new instrument changes only the counts of its class', () => {
  write(faq('counts', '{{count:index}}'));
  write(faq('others', '{{count:stock}}'));
  const [counts, others] = ['counts', 'others'].map((id) => {
    const read = replica.reader();
    read.get('faq', id, 'it');
    return read;
  });
  const fresh = changed('DE40', { id: 'xx1', symbol: 'XX1' });
  const tags = write(fresh);
  // The questions of both name the number of forex instruments.
  expect([...(counts?.tags ?? [])].filter((tag) => tags.has(tag))).toEqual(['list:instrument:en:class=index']);
  expect([...(others?.tags ?? [])].filter((tag) => tags.has(tag))).toEqual([]);
  expect(answer('counts', 'it')).toBe('<p>25</p>');
  replica.change({
    documents: [],
    media: [],
    removed: [{ type: 'instrument', id: 'xx1', locale: 'en' }],
  });
  expect(answer('counts', 'it')).toBe('<p>24</p>');
});

const page = (table: object): WireDocument[] => [
  {
    type: 'page',
    locale: 'en',
    source: 'test',
    wire: {
      ...base,
      id: 'forex',
      title: 'Forex',
      blocks: [{ __component: 'blocks.data-table', caption: 'Table', ...table }],
    },
  },
];
const rows = () => {
  const block = replica.reader().get('page', 'forex', 'en')?.blocks[0];
  return block?.component === 'blocks.data-table'
    ? block.table.rows.map((row) =>
        row.map((cell) => (typeof cell === 'string' ? cell.replaceAll('\u00a0', ' ') : cell)),
      )
    : null;
};

test('a table is filled from its instruments, and a column without a figure has typed cells', () => {
  alarms.length = 0;
  write(
    page({
      columns: [
        { label: 'Pair', figure: 'symbolAndName' },
        { label: 'Comment' },
        { label: 'Spread', figure: 'spread' },
        { label: 'On Master', figure: 'spread', account: 'master', format: 'number', digits: 1 },
        { label: 'Swap', figure: 'swapLong' },
        { label: 'Hours', figure: 'hours' },
      ],
      instruments: 'XAUUSD, EURUSD, EURUSX',
      rows: [['EURUSD', 'busy']],
    }),
  );
  expect(rows()).toEqual([
    ['<strong>XAUUSD</strong> Gold', '', 'USD 0.12', 0.05, '−38.00', expect.any(String)],
    ['<strong>EURUSD</strong> Euro / US dollar', 'busy', '0.6 pips', 0.1, '−6.80', expect.any(String)],
  ]);
  expect(alarms).toContainEqual({
    kind: 'faulty-figure',
    subject: 'page/forex.en',
    message: 'the table names EURUSX: there is no such instrument or class; its row is left out',
  });
});

test('the name of an instrument is text, never markup', () => {
  write(changed('XAUUSD', { nameEn: 'Gold & <img src=x onerror=alert(1)>' }));
  write(page({ columns: [{ label: 'Metal', figure: 'symbolAndName' }], instruments: 'XAUUSD' }));
  expect(rows()).toEqual([['<strong>XAUUSD</strong> Gold &amp; &lt;img src=x onerror=alert(1)>']]);
  write(changed('XAUUSD', {}));
});

test('a column of charts has the last twenty closes, and a dash where there are too few', () => {
  const closes = Array.from({ length: 25 }, (_, index) => (100 + index) / 100);
  const history = (id: string, days: number): WireDocument => ({
    type: 'price-history',
    locale: 'en',
    source: 'test',
    wire: {
      ...base,
      id,
      symbol: id.toUpperCase(),
      bars: closes
        .slice(0, days)
        .map((close, index) => `2026-10-${String(index + 1).padStart(2, '0')},1,2,1,${close}`)
        .join('\n'),
    },
  });
  write([history('eurusd', 25), history('gbpusd', 1)]);
  write(
    page({
      columns: [
        { label: 'Pair', figure: 'symbol' },
        { label: '20 days', figure: 'chart' },
      ],
      instruments: 'EURUSD, GBPUSD, USDJPY',
    }),
  );
  expect(rows()).toEqual([
    ['EURUSD', closes.slice(5)],
    ['GBPUSD', '–'],
    ['USDJPY', '–'],
  ]);
});

const indices = { columns: [{ label: 'Index', figure: 'symbol' }], instruments: ['index', 'EURUSD'], rows: null };

test('a class stands for all of its instruments', () => {
  write(page(indices));
  expect(rows()).toHaveLength(25);
});

test.each([
  [{ columns: [{ label: 'A' }] }, 'must have rows, or name instruments'],
  [{ columns: [{ label: 'A' }], instruments: 'EURUSD' }, 'needs a column that shows one of their figures'],
  [{ columns: [{ label: 'A' }], rows: [[[1, 2, 3]]] }, 'must be text, a number, true or false'],
  [
    { columns: [{ label: 'A', figure: 'colour' }], instruments: 'EURUSD' },
    'columns.0.figure: must be one of symbol, name',
  ],
  [
    { columns: [{ label: 'A', figure: 'symbol' }, { label: 'B' }], instruments: 'EURUSD', rows: [['EURUSD']] },
    'a symbol, and a cell for each column without a figure',
  ],
])('a table that cannot be filled keeps the last good one: %#', (table, message) => {
  write(page(indices));
  alarms.length = 0;
  write(page(table));
  expect(alarms.map((alarm) => alarm.message).join()).toContain(message);
  expect(rows()).toHaveLength(25);
});
