import { expect, test } from 'vitest';
import type { Locale } from '../../../content/locales.ts';
import type { WireDocument } from '../../../content/wire-document.ts';
import {
  collectMarketTimes,
  exampleContradictions,
  hourContradictions,
  spreadContradictions,
  statedContradictions,
} from './contradictions.ts';

function document(type: string, wire: object, locale: Locale = 'en'): WireDocument {
  return { type, locale, wire: { id: 'one', ...wire }, source: `${type}.${locale}.yaml` } as WireDocument;
}

test('an average spread is above its minimum on every account', () => {
  const terms = { commission: 0, leverage: 200 };
  const find = (spread: number, minimumSpread: number) =>
    spreadContradictions([{ symbol: 'EURUSD', terms: [{ account: 'prime', spread, minimumSpread, ...terms }] }]);
  expect(find(0.6, 0.4)).toEqual([]);
  expect(find(0.6, 0.6)).toEqual(['EURUSD, prime: the minimum spread is no less than the average, 0.6']);
  expect(find(0, 0)).toHaveLength(1);
});

test.each([
  ['blocks.worked-example', '{{0.1 * (XAUUSD.spreadCost.prime - 2 * XAUUSD.swapLong) as USD}}', 1],
  ['blocks.worked-example', '{{0.1 * (XAUUSD.spreadCost.discovery - 2 * XAUUSD.swapLong) as USD}}', 0],
  ['blocks.worked-example', 'On Prime both nights are free: {{0.1 * XAUUSD.spreadCost.prime as USD}}', 0],
  ['blocks.rich-text', '{{XAUUSD.spreadCost.prime - XAUUSD.swapLong}}', 0],
])('%s: an example charges a swap only on an account without swap-free days: %s', (component, value, count) => {
  const page = document('page', { blocks: [{ __component: component, lines: [{ label: 'Costs', value }] }] });
  expect(exampleContradictions(page, ['prime', 'master'])).toHaveLength(count);
});

test('a time in UTC is that of an opening, a close or the rollover, in winter or in summer', () => {
  const times = collectMarketTimes([
    { zone: 'Europe/London', sessions: [{ days: [1, 2, 3, 4, 5], opens: 480, closes: 990 }] },
  ]);
  const find = (answer: string, type = 'faq') => hourContradictions(document(type, { answer }), times);
  expect(find('Open from 08:00 UTC to 16:30 UTC, in summer from 07:00 UTC; swaps at 22:00 UTC.')).toEqual([]);
  expect(find('It opens at 09:00 UTC.')).toEqual(['faq.en.yaml: no market opens or closes at 09:00 UTC']);
  expect(find('That day it opened at 09:00 UTC.', 'news-article')).toEqual([]);
});

test('a fee or a deposit is the same number in all texts, all languages and the account types', () => {
  const prime = document('account-type', {
    name: 'Prime',
    features: { minimumDeposit: '1,000 EUR / USD', stopOut: '40%' },
  });
  const faq = (answer: string, locale: Locale = 'en') => document('faq', { answer }, locale);
  expect(statedContradictions([prime, faq('Prime from 1,000.'), faq('Prime, desde 1.000.', 'es')])).toEqual([]);
  expect(statedContradictions([prime, faq('Prime da 2.000.', 'it')])).toEqual([
    'minimum deposit of Prime: 1000 (account-type.en.yaml) or 2000 (faq.it.yaml)',
  ]);
  const fee = ['5 units of the account currency a month', '10 unità della valuta del conto al mese'] as const;
  expect(statedContradictions([faq(fee[0]), faq(fee[1], 'it')])).toHaveLength(1);
});
