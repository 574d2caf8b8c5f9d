/** The asset list over the instruments of the demonstration: what is found, counted and in which order. */
import { beforeAll, expect, test } from 'vitest';
import type { Locale } from '../../content/locales.ts';
import type { Instrument } from '../../content/model.ts';
import { readFormats } from '../i18n/formats.ts';
import { translator } from '../i18n/translate.ts';
import {
  type AssetListState,
  buildAssetListParameters,
  buildAssetListPath,
  parseAssetListState,
  listClasses,
  pageSizes,
  sortColumns,
} from './asset-list-address.ts';
import { findAssetListRows, buildIndex, findMeantInstruments } from './asset-list.ts';
import {
  formatContract,
  formatShare,
  calculateSpreadShare,
  formatSpread,
  formatSwap,
  findTerms,
} from './instrument-figures.ts';
import { demonstrationReplica } from '../../tests/sites/demonstration.ts';

let instruments: Record<'en' | 'es', Instrument[]>;
beforeAll(async () => {
  const replica = await demonstrationReplica();
  const read = (locale: Locale) => replica.reader().list('instrument', locale);
  instruments = { en: read('en'), es: read('es') };
});

const state = (parameters: string): AssetListState => parseAssetListState(new URLSearchParams(parameters));
const rows = (parameters: string, locale: 'en' | 'es' = 'en', of = instruments[locale]) => {
  const { found, ...counted } = findAssetListRows(buildIndex(of, 'prime', locale), state(parameters));
  return { ...counted, found: found.flatMap((id) => of.find((one) => one.id === id) ?? []) };
};
const symbols = (parameters: string, locale: 'en' | 'es' = 'en') =>
  rows(parameters, locale).found.map(({ symbol }) => symbol);
const named = (symbol: string, locale: 'en' | 'es' = 'en') => {
  const found = instruments[locale].find((one) => one.symbol === symbol);
  if (!found) throw new Error(`There is no ${symbol}.`);
  return found;
};

test('the list has the instruments of the demonstration facts', () => {
  expect(rows('').counts).toMatchObject({ forex: 62, index: 24, commodity: 18, stock: 140, crypto: 24 });
  expect(rows('')).toMatchObject({ total: 268 });
  expect(named('XAUUSD')).toMatchObject({
    contractSize: 100,
    swapLong: -38,
    swapShort: 16,
    tripleSwapDay: 'wednesday',
  });
  expect(instruments.en.map(({ terms }) => terms.map(({ account }) => account).join())).toEqual(
    instruments.en.map(() => 'discovery,prime,master'),
  );
});

test('an instrument without a name in a language is found and sorted by its English one', () => {
  const of = [{ ...named('XAUUSD'), names: {} }, named('XAGUSD'), named('BRENT')];
  expect(rows('q=gold', 'es', of).found.map(({ symbol }) => symbol)).toEqual(['XAUUSD']);
  expect(rows('sort=name', 'es', of).found.map(({ symbol }) => symbol)).toEqual(['XAUUSD', 'BRENT', 'XAGUSD']);
});

test.each([
  ['q=eurusd', ['EURUSD']],
  ['q=EUR%2FUSD', ['EURUSD']],
  ['q=eur usd', ['EURUSD']],
  ['q=ORO', ['XAUUSD']],
  ['q=petr', ['BRENT']],
  ['q=petróleo', ['BRENT', 'WTI']],
  ['q=occidental', ['OXY']],
  ['q=cafe', ['COFFEE']],
  ['q=Café', ['COFFEE']],
  ['q=argento', ['XAGUSD']],
  ['q=yen zealand', ['NZDJPY']],
  ['q=%2F%2F', []],
])('%s finds %j, in the current language and in others', (parameters, first) => {
  expect(symbols(parameters).slice(0, Math.max(1, first.length))).toEqual(first);
});

test('the instrument with exactly this symbol comes first, then those whose symbol begins with it', () => {
  expect(symbols('q=V').slice(0, 2)).toEqual(['V', 'VOD']);
  expect(
    symbols('q=us')
      .slice(0, 7)
      .every((symbol) => symbol.startsWith('US')),
  ).toBe(true);
});

test('each class shows its number of results, whichever class is chosen', () => {
  const { counts, total, found } = rows('q=gold&class=commodity');
  expect(found.map(({ symbol }) => symbol)).toEqual(['XAUUSD']);
  expect({ total, stock: counts.stock, commodity: counts.commodity }).toEqual({ total: 2, stock: 1, commodity: 1 });
  expect(rows('class=forex').found).toHaveLength(62);
  expect(rows('class=forex-major').found).toHaveLength(7);
});

test.each(sortColumns.flatMap((column) => [[column], [`-${column}`]]))(
  'sorted by %s, neighbours are in order',
  (sort) => {
    const { found } = rows(`sort=${sort}`);
    expect(new Set(found.map(({ symbol }) => symbol)).size).toBe(268);
    const value = (one: Instrument): number | string => {
      const terms = findTerms(one, 'prime');
      switch (sort.replace('-', '')) {
        case 'symbol':
          return one.symbol;
        case 'name':
          return one.name
            .normalize('NFD')
            .replace(/\p{M}/gu, '')
            .toLowerCase()
            .replace(/[^\p{L}\p{N}]+/gu, ' ')
            .trim();
        case 'spread':
          return terms ? calculateSpreadShare(one, terms) : Number.NaN;
        case 'leverage':
          return terms?.leverage ?? Number.NaN;
        case 'contract':
          return one.contractSize;
        case 'long':
          return one.swapLong;
        default:
          return one.swapShort;
      }
    };
    const swaps = /long|short/.test(sort);
    const rank = (one: Instrument) => (swaps && one.swapUnit === 'percent-per-year' ? 1 : 0);
    for (const [index, one] of found.slice(1).entries()) {
      const previous = found[index];
      if (!previous) throw new Error('no neighbour');
      expect(rank(previous)).toBeLessThanOrEqual(rank(one));
      if (rank(previous) !== rank(one)) continue;
      const [low, high] = sort.startsWith('-') ? [value(one), value(previous)] : [value(previous), value(one)];
      expect({ low, high, ordered: low <= high }).toEqual({ low, high, ordered: true });
    }
  },
);

test('an instrument that the account lacks is last in both directions', () => {
  const without = instruments.en.map((one) => (one.symbol === 'EURUSD' ? { ...one, terms: [] } : one));
  for (const sort of ['spread', '-spread', 'leverage', '-leverage'])
    expect(rows(`sort=${sort}`, 'en', without).found.at(-1)?.symbol).toBe('EURUSD');
});

test('every state has an address that leads back to it', () => {
  for (const words of ['', 'oro y plata', 'a&b=c#d', '€/$'])
    for (const chosen of [null, ...listClasses])
      for (const size of pageSizes)
        for (const sort of [null, { column: 'spread' as const, descending: true }]) {
          const one = { words, chosen, size, sort, page: 3 };
          expect(parseAssetListState(buildAssetListParameters(one))).toEqual(one);
        }
  expect(buildAssetListPath(state('page=4&q=x'), {})).toBe('/cfd-asset-list?q=x');
  expect(buildAssetListPath(state(''), {})).toBe('/cfd-asset-list');
});

test('values that no link of the page has count as absent, and long words are cut', () => {
  expect(state('class=bonds&sort=colour&size=7')).toEqual(state(''));
  expect(state(`q=${'x'.repeat(5000)}`).words).toHaveLength(60);
});

const words = (locale: Locale) => ({ t: translator(locale), number: readFormats(locale).number });

test.each([
  ['EURUSD', 'en', ['0.6 pips', '0.005%', 'EUR 100,000', '−6.80', '2.10']],
  ['EURUSD', 'es', ['0,6 pips', '0,005 %', '100.000 EUR', '−6,80', '2,10']],
  ['USDZAR', 'en', ['48.0 pips', '0.027%', 'USD 100,000', '−21.00', '6.40']],
  ['US500', 'en', ['0.4 points', '0.0057%', '1 × index', '−1.02', '0.21']],
  ['XAUUSD', 'en', ['USD 0.12', '0.003%', '100 oz', '−38.00', '16.00']],
  ['XAGUSD', 'en', ['USD 0.018', '0.036%', '5,000 oz', '−5.20', '1.90']],
  ['COFFEE', 'en', ['USD 0.0025', '0.065%', '37,500 lb', '−9.20', '1.10']],
  ['WTI', 'es', ['0,03 USD', '0,042 %', '1.000 barriles', '−3,90', '0,60']],
  ['AAPL', 'en', ['USD 0.02', '0.0074%', '1 share', '−6.9%', '−1.1%']],
  ['BTCUSD', 'en', ['USD 12.00', '0.012%', '1 BTC', '−48.00', '−12.00']],
] as const)('the figures of %s in %s', (symbol, locale, [spread, share, contract, long, short]) => {
  const instrument = named(symbol, locale);
  const terms = findTerms(instrument, 'prime');
  if (!terms) throw new Error('Prime has every instrument.');
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(
    [
      formatSpread(instrument, terms.spread, words(locale)),
      formatShare(instrument, terms, words(locale)),
      formatContract(instrument, words(locale)),
      formatSwap(instrument, instrument.swapLong, words(locale)),
      formatSwap(instrument, instrument.swapShort, words(locale)),
    ].map(plain),
  ).toEqual([spread, share, contract, long, short]);
});

test('no figure of any instrument has an exponent, a minus zero, or a break before its unit', () => {
  for (const one of instruments.en)
    for (const terms of one.terms)
      for (const text of [
        formatSpread(one, terms.spread, words('en')),
        formatShare(one, terms, words('en')),
        formatContract(one, words('en')),
        formatSwap(one, one.swapLong, words('en')),
        formatSwap(one, one.swapShort, words('en')),
      ]) {
        expect(text).toMatch(/\d/);
        expect(text).not.toMatch(/NaN|\de|−0(?![.,\d])|−0[.,]0+\D*$| (?=pips|points|oz)/);
      }
});

test.each([
  ['EUR/USD', ['EURUSD']],
  ['oro', ['XAUUSD']],
  ['GOLD', ['XAUUSD', 'GS']],
  ['estée', ['EL']],
  ['XAUUSD Oro', ['XAUUSD']],
  ['spread oro', ['XAUUSD']],
  ['gold spread', ['XAUUSD']],
  ['swap de EURUSD', ['EURUSD']],
  ['una cuenta de demostración con Visa', []],
  ['DAX', ['DE40']],
  ['dax 40', ['DE40']],
  ['S&P 500', ['US500']],
  ['s&p', ['US500', 'SPOT', 'GBPUSD']],
  ['NAS100', ['US100']],
  ['IBEX 35', ['ES35']],
  ['cable', ['GBPUSD']],
  ['Google', ['GOOGL']],
  ['Nikkei spread', ['JP225']],
  ['g', []],
  ['margin', []],
  ['how do I deposit', []],
])('the site’s search takes “%s” for %j', (typed, meant) => {
  expect(findMeantInstruments(buildIndex(instruments.es, 'prime'), typed, 3).map((id) => id.toUpperCase())).toEqual(
    meant,
  );
});
