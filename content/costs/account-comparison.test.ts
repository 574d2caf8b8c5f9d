import { expect, test } from 'vitest';
import { type MonthlyTrades, compareAccounts } from './account-comparison.ts';
import { parseCostAccount, parseMinimumDeposit } from './account-facts.ts';
import type { CostInstrument } from './cost-types.ts';

/** EURUSD with 10 dollars a pip: 12 and 6 dollars of spread a lot, or 7 of commission; a swap of −6.80. */
const euro: CostInstrument = {
  symbol: 'EURUSD',
  name: 'Euro / US dollar',
  assetClass: 'forex-major',
  baseCurrency: 'EUR',
  quoteCurrency: 'USD',
  contractSize: 100_000,
  tickSize: 0.00001,
  pipSize: 0.0001,
  terms: [
    { account: 'discovery', spread: 1.2, minimumSpread: 1.2, commission: 0, leverage: 200 },
    { account: 'prime', spread: 0.6, minimumSpread: 0.6, commission: 0, leverage: 400 },
    { account: 'master', spread: 0, minimumSpread: 0, commission: 3.5, leverage: 500 },
  ],
  swapLong: -6.8,
  swapShort: 2.1,
  swapUnit: 'usd-per-lot',
  tripleSwapDay: 'wednesday',
  minimumLots: 0.01,
  maximumLots: 100,
  lotStep: 0.01,
  referencePrice: 1.2,
  pricedAt: '2026-11-20T17:00:00Z',
};
/** Like it, with a wide spread where Master is cheaper: 24 and 12 dollars, or 4 and 7 of commission. */
const wide: CostInstrument = {
  ...euro,
  symbol: 'GBPZZZ',
  terms: euro.terms.map((terms, index) => ({ ...terms, spread: [2.4, 1.2, 0.4][index] ?? 0 })),
};
const accounts = [
  { id: 'discovery', swapFreeDays: 0 },
  { id: 'prime', swapFreeDays: 5 },
  { id: 'master', swapFreeDays: 10 },
];

function compared(...rows: MonthlyTrades[]) {
  const result = compareAccounts({ rows, accounts, currency: 'USD', pairs: [euro] });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

test('ten lots of EURUSD a month, each closed on the same day: Prime by ten dollars, at any volume', () => {
  const { costs, cheapest, tippingPoints: tippings } = compared({ instrument: euro, lots: '1', trades: 10, nights: 0 });
  expect(costs.map(({ total }) => total.amount)).toEqual(['-120.00', '-60.00', '-70.00']);
  expect(costs[2]).toMatchObject({
    spread: { amount: '0.00' },
    commission: { amount: '-70.00' },
    swap: { amount: '0.00' },
  });
  expect(cheapest).toEqual(['prime']);
  // The sixth evening of a position opened on a Monday is the second Monday: the eighth night.
  expect(tippings).toEqual([{ row: 0, kind: 'nights', from: 8, account: 'master' }]);
});

test('held for eight nights Master is cheaper: Prime books one swap of 6.80 more than it saves', () => {
  const { costs, cheapest } = compared({ instrument: euro, lots: '1', trades: 1, nights: 8 });
  // Discovery: Monday to Friday count seven nights, the second Monday one: 8 × 6.80.
  expect(costs.map(({ swap }) => swap.amount)).toEqual(['-54.40', '-6.80', '0.00']);
  expect(cheapest).toEqual(['master']);
});

test('the comparison finds the volume above which another account is cheaper', () => {
  const month = (trades: number) =>
    compared(
      { instrument: euro, lots: '1', trades: 10, nights: 0 },
      { instrument: wide, lots: '1', trades, nights: 0 },
    );
  // Master costs 10 more for the first row and saves 1 with each trade of the second: it is cheaper from the eleventh on.
  expect(month(1).tippingPoints).toContainEqual({ row: 1, kind: 'trades', from: 11, account: 'master' });
  expect(month(10).cheapest).toEqual(['prime', 'master']);
  expect(month(11).cheapest).toEqual(['master']);
});

test('a row that cannot be traded is reported with its number', () => {
  const rows = [
    { instrument: euro, lots: '1', trades: 1, nights: 0 },
    { instrument: euro, lots: '0.001', trades: 1, nights: 0 },
  ];
  expect(compareAccounts({ rows, accounts, currency: 'USD', pairs: [euro] })).toEqual({
    ok: false,
    problems: [{ field: 'lots', code: 'below-minimum', limit: '0.01', row: 1 }],
  });
});

test.each([
  ['100 EUR / USD', 100],
  ['1,000 EUR / USD', 1000],
  ['25.000 EUR / USD', 25_000],
  ['1\u00a0000 EUR', 1000],
  ['from 500', 500],
  ['none', 0],
])('the minimum deposit %j is %i', (words, amount) => {
  expect(parseMinimumDeposit({ features: { minimumDeposit: words as never } })).toBe(amount);
});

test.each([
  ['5', 5],
  ['10 days', 10],
  ['none', 0],
])('the swap-free days %j are %i', (words, days) => {
  const features = { swapFreeDays: words as never, availableCurrencies: 'EUR' as never };
  expect(parseCostAccount({ id: 'x', features })).toEqual({ id: 'x', swapFreeDays: days });
});
