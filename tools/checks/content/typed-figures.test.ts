import { expect, test } from 'vitest';
import { type FigureNotation, readNumber, typedFigures } from '../../../cms/src/rules/texts/typed-figures.ts';
import type { Locale } from '../../../content/locales.ts';
import { decimalFindings, drawingFindings, messageFindings } from './content-figure-findings.ts';
import { checkLanguages } from './check-language.ts';
import { demonstrationReplica } from '../../../tests/sites/demonstration.ts';

const replica = await demonstrationReplica();

const notation = (locale: Locale) => checkLanguages[locale]?.figures as FigureNotation;
const found = (text: string, locale: Locale = 'en') =>
  typedFigures(text, notation(locale), replica.reader().list('instrument', locale)).map((one) => ({
    text: one.text,
    repeats: one.repeats,
  }));

test.each([
  ['All 267 instruments are CFDs.', 'en', '267 instruments'],
  ['60 currency pairs', 'en', '60 currency pairs'],
  ['Cotizamos 25 índices.', 'es', '25 índices'],
  ['Tutte le 141 azioni', 'it', '141 azioni'],
  ['EURUSD has an average spread of 0.7 pips.', 'en', 'spread of 0.7 pips'],
  ['El EURUSD tiene un spread medio de 0,7 pips.', 'es', 'spread medio de 0,7 pips'],
  ['EURUSD: lo spread medio di 0,7 pip', 'it', 'spread medio di 0,7 pip'],
  ['On Prime, GBPJPY averages 1.9 pips.', 'en', 'averages 1.9 pips'],
  ['With EURUSD at 1.0850, a lot', 'en', 'EURUSD at 1.0850'],
  ['Con EURUSD a 1,1000', 'es', 'EURUSD a 1,1000'],
  ['Con EURUSD a 1,1000', 'it', 'EURUSD a 1,1000'],
  ['at rates of GBPUSD 1.3300', 'en', 'GBPUSD 1.3300'],
  ['| USDZAR | 17.50 | 48 |', 'en', 'USDZAR | 17.50'],
  ['Gold at 2,684 dollars', 'en', 'Gold at 2,684'],
  ['El oro a 2.684 dólares', 'es', 'oro a 2.684'],
  ['USDZAR is traded at 1:400.', 'en', '1:400'],
  ['A lot of EURUSD held long costs USD 7.10 a night.', 'en', 'A lot of EURUSD held long costs USD 7.10 a night'],
] as const)('%s contradicts the set', (text, locale, typed) => {
  const findings = found(text, locale);
  expect(findings.map((one) => one.text.trim().toLowerCase())).toEqual([typed.toLowerCase()]);
  expect(findings[0]?.repeats).toBe(false);
});

test.each([
  ['All 268 instruments', 'en'],
  ['62 pares', 'es'],
  ['EURUSD with a spread of 0.6 pips', 'en'],
  ['EURUSD at 1.2000', 'en'],
  ['el oro a 4.000 dólares', 'es'],
] as const)('%s repeats a figure of the set', (text, locale) => {
  expect(found(text, locale).map(({ repeats }) => repeats)).toEqual([true]);
});

test.each([
  ['EURUSD at {{EURUSD.price}} with a spread of {{EURUSD.spread.prime}}', 'en'],
  ['Seven of the {{count:forex}} pairs, 24 indicators, 140 people, 50 shares, 1,000 barrels', 'en'],
  ['A stop 40 pips away from EURUSD; the spread may widen to 4 pips.', 'en'],
  ['EURUSD rises to 1.2035.', 'en'],
  ['Gold at USD 0.12 an ounce, gold at 12 cents of spread, gold at 23:05', 'en'],
  ['At 1:400, EURUSD; the EU allows 1:30.', 'en'],
  ['No figures at all', 'en'],
] as const)('%s is no finding', (text, locale) => {
  expect(found(text, locale)).toEqual([]);
});

test('numbers are parsed in the format of their language', () => {
  expect([
    readNumber('4,000.50', notation('en')),
    readNumber('4.000,50', notation('es')),
    readNumber('0,6', notation('it')),
  ]).toEqual([4000.5, 4000.5, 0.6]);
});

test.each([
  ['un spread de 0.6 pips', 'es', 1],
  ['uno spread di 0.6 pip', 'it', 1],
  ['a spread of 0,6 pips', 'en', 1],
  ['4.000 dólares, 0,6 pips, 1.234.567,50', 'es', 0],
  ['4,000 dollars, 0.6 pips', 'en', 0],
  ['en los casos de las [condiciones, 7.4](/legal/terms-of-service)', 'es', 0],
  ['[spreads](/forex?v=1.5) de {{EURUSD.price + 0.0035}}', 'es', 0],
] as const)('%s (%s): %i findings', (text, locale, count) => {
  expect(decimalFindings(text, locale)).toHaveLength(count);
});

test('numbers in a message that the code fills in are not findings', () => {
  expect(messageFindings('{amount} pips')).toHaveLength(1);
  expect(messageFindings('USD -5')).toHaveLength(1);
  expect(messageFindings('{amount}\u00a0pips, from 5 to 15 characters')).toEqual([]);
});

test('the text of a diagram has no typed figures', () => {
  expect(drawingFindings('<svg><text x="1">EURUSD</text><text>1.08415</text></svg>')).toEqual([
    '“1.08415” is written into the drawing: draw it without figures',
  ]);
});
