/** Answers that another program worked out (`golden/README.md`), input of the code that the site uses. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../feed/csv.ts';
import {
  calculateMargin,
  calculatePipValue,
  calculatePositionSize,
  calculateProfit,
  calculateSwap,
} from './calculators.ts';
import { type RatePath, convert } from './conversion.ts';
import { type BookedNight, calculateBill } from './cost-bill.ts';
import type { CostInstrument, CostResult, Side } from './cost-types.ts';
import type { TwoAmounts } from './trade.ts';

interface GoldenCase {
  kind: 'bill' | 'pip' | 'margin' | 'profit' | 'size' | 'swap' | 'convert';
  symbol: string;
  account: string;
  currency: string;
  input: Record<string, string>;
  expected: Record<string, unknown> & { routes?: Record<string, string> };
}

const folder = new URL('golden/', import.meta.url);
const cases = JSON.parse(readFileSync(new URL('cases.json', folder), 'utf8')) as GoldenCase[];
const swapFreeDays: Record<string, number> = { discovery: 0, prime: 5, master: 10 };

const [header, ...rows] = parseCsv(readFileSync(new URL('facts.csv', folder), 'utf8')).rows;
const facts = rows.map((row): CostInstrument => {
  const cells = Object.fromEntries(row.cells.map((cell, index) => [header?.cells[index] ?? '', cell]));
  const number = (column: string) => Number(cells[column]);
  return {
    symbol: cells['symbol'] ?? '',
    name: cells['symbol'] ?? '',
    assetClass: cells['assetClass'] as CostInstrument['assetClass'],
    baseCurrency: cells['baseCurrency'] || null,
    quoteCurrency: cells['quoteCurrency'] ?? '',
    contractSize: number('contractSize'),
    tickSize: number('tickSize'),
    pipSize: number('pipSize'),
    terms: Object.keys(swapFreeDays).map((account) => ({
      account,
      spread: number(`spread.${account}`),
      minimumSpread: number(`spread.${account}`),
      commission: number(`commission.${account}`),
      leverage: number(`leverage.${account}`),
    })),
    swapLong: number('swapLong'),
    swapShort: number('swapShort'),
    swapUnit: cells['swapUnit'] as CostInstrument['swapUnit'],
    tripleSwapDay: cells['tripleSwapDay'] as CostInstrument['tripleSwapDay'],
    minimumLots: number('minimumLots'),
    maximumLots: number('maximumLots'),
    lotStep: number('lotStep'),
    referencePrice: number('referencePrice'),
    pricedAt: '2026-11-20T17:00:00Z',
  };
});
const pairs = facts.filter(({ assetClass }) => assetClass.startsWith('forex'));

function instrument(symbol: string): CostInstrument {
  const found = facts.find((one) => one.symbol === symbol);
  if (!found) throw new Error(`No facts of ${symbol}`);
  return found;
}

function unwrap<Value>(result: CostResult<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

const two = (name: string, { quote, account }: TwoAmounts) => ({
  [`${name} quote`]: quote.amount,
  [`${name} account`]: account.amount,
});
const evenings = (nights: readonly BookedNight[]) =>
  nights.map(({ date, counts, amount, free }) => [date, counts, amount.amount, free]);

/** Paths as the derivation writes them: `{ JPY: '/USDJPY /EURUSD' }`. */
function routes(...paths: RatePath[]): { routes?: Record<string, string> } {
  const walked = paths
    .filter(({ steps }) => steps.length > 0)
    .map(({ from, steps }) => [
      from,
      steps.map(({ symbol, multiplies }) => `${multiplies ? '*' : '/'}${symbol}`).join(' '),
    ]);
  return walked.length > 0 ? { routes: Object.fromEntries(walked) as Record<string, string> } : {};
}

/** The site's answer in the words of the derivation. */
function answer({ kind, symbol, account, currency, input }: GoldenCase): Record<string, unknown> {
  const { lots = '', nights = '', from = '', open = '', close = '', risk = '', stop = '', amount = '' } = input;
  const side = input['side'] as Side;
  const trade = {
    instrument: instrument(symbol),
    lots,
    currency,
    pairs,
    account: { id: account, swapFreeDays: swapFreeDays[account] ?? 0 },
  };
  switch (kind) {
    case 'bill': {
      const bill = unwrap(calculateBill({ ...trade, side, nights, from }));
      return {
        ...two('position', bill.position),
        ...two('margin', bill.margin),
        ...two('spread', bill.spread),
        commission: bill.commission.amount,
        nights: evenings(bill.nights),
        swap: bill.swap.amount,
        swapFree: bill.swapFree.amount,
        total: bill.total.amount,
        share: bill.share,
        ...routes(...bill.paths),
      };
    }
    case 'pip': {
      const pip = unwrap(calculatePipValue(trade));
      return { ...two('value', pip.value), ...routes(pip.trade.fromQuote) };
    }
    case 'margin': {
      const requiredMargin = unwrap(calculateMargin(trade));
      return {
        ...two('position', requiredMargin.position),
        ...two('margin', requiredMargin.margin),
        ...routes(requiredMargin.trade.fromQuote),
      };
    }
    case 'profit': {
      const profit = unwrap(calculateProfit({ ...trade, side, open, close }));
      return { pips: profit.pips, ...two('result', profit.result), ...routes(profit.trade.fromQuote) };
    }
    case 'size': {
      const size = unwrap(calculatePositionSize({ ...trade, risk, stop }));
      return {
        lots: size.lots,
        exactLots: size.exactLots,
        capped: size.capped,
        lossOfLot: size.lossOfLot.amount,
        loss: size.loss.amount,
      };
    }
    case 'swap': {
      const swap = unwrap(calculateSwap({ ...trade, side, nights, from }));
      const path = trade.instrument.swapUnit === 'usd-per-lot' ? swap.trade.fromDollar : swap.trade.fromQuote;
      return {
        nights: evenings(swap.nights),
        swap: swap.swap.amount,
        swapFree: swap.swapFree.amount,
        total: swap.total.amount,
        ...routes(path),
      };
    }
    default: {
      const converted = unwrap(convert({ amount, from: input['source'] ?? '', to: currency }, pairs));
      return { amount: converted.amount.amount, result: converted.result.amount, ...routes(converted.path) };
    }
  }
}

const kinds = [...new Set(cases.map(({ kind }) => kind))];

test('the list has enough cases, and enough cases of typical mistakes', () => {
  expect(cases.length).toBeGreaterThanOrEqual(240);
  expect(kinds.toSorted()).toEqual(['bill', 'convert', 'margin', 'pip', 'profit', 'size', 'swap']);
  const through = (steps: number) =>
    cases.filter(({ expected }) => Object.values(expected.routes ?? {}).some((way) => way.split(' ').length >= steps));
  expect(through(2).length).toBeGreaterThanOrEqual(40);
  expect(through(3).length).toBeGreaterThanOrEqual(3);
});

describe.each(kinds)('%s', (kind) => {
  test.each(cases.map((one, index) => ({ ...one, number: index + 1 })).filter((one) => one.kind === kind))(
    '$number $symbol $account $currency',
    (one) => {
      expect(answer(one)).toEqual(one.expected);
    },
  );
});

describe('what has no answer', () => {
  const trade = {
    instrument: instrument('XAUUSD'),
    lots: '0.5',
    currency: 'EUR',
    pairs,
    side: 'long' as const,
    account: { id: 'prime', swapFreeDays: 5 },
    nights: '3',
    from: '2026-11-25',
  };
  const apple = instrument('AAPL');
  test.each([
    [{ lots: '0' }, 'lots below-minimum 0.01'],
    [{ lots: '-1' }, 'lots below-minimum 0.01'],
    [{ lots: '50.01' }, 'lots above-maximum 50'],
    [{ lots: '0.015' }, 'lots not-a-step 0.01'],
    [{ lots: '1e1' }, 'lots not-a-number'],
    [{ lots: '' }, 'lots not-a-number'],
    [{ instrument: apple, lots: '1.5' }, 'lots not-a-step 1'],
    [{ instrument: apple, lots: '0.5' }, 'lots below-minimum 1'],
    [{ nights: '367' }, 'nights above-maximum 366'],
    [{ nights: '1.5' }, 'nights not-whole 366'],
    [{ nights: '-1' }, 'nights not-whole 366'],
    [{ from: '2026-11-28' }, 'from weekend'],
    [{ account: { id: 'silver', swapFreeDays: 0 } }, 'account unknown'],
    [{ currency: 'XXX' }, 'currency no-rate'],
    [{ lots: 'x', nights: 'y', currency: 'XXX' }, 'lots not-a-number, currency no-rate, nights not-whole 366'],
  ])('%o', (changed, problems) => {
    const result = calculateBill({ ...trade, ...changed });
    const said = result.ok ? [] : result.problems;
    expect(said.map((one) => [one.field, one.code, one.limit].filter(Boolean).join(' ')).join(', ')).toBe(problems);
  });

  test('the named minimum amount is enough for the smallest position, and one cent less is not', () => {
    const size = (risk: string) => calculatePositionSize({ ...trade, risk, stop: '100' });
    const refused = size('1');
    const limit = (!refused.ok && refused.problems[0]?.limit) || '';
    expect(refused).toMatchObject({ ok: false, problems: [{ field: 'risk', code: 'too-little' }] });
    expect(size(limit)).toMatchObject({ ok: true, value: { lots: '0.01' } });
    expect(size((Number(limit) - 0.01).toFixed(2)).ok).toBe(false);
  });
});
