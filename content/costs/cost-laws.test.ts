/** Properties that hold for every instrument of the demonstration, every request and all figures. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readInstruments } from '../feed/instrument-file.ts';
import type { Instrument } from '../model.ts';
import { parseDocument } from '../parse/parse-document.ts';
import {
  calculateMargin,
  calculatePipValue,
  calculatePositionSize,
  calculateProfit,
  calculateSwap,
} from './calculators.ts';
import { convert, countMinorDigits } from './conversion.ts';
import { type BillQuestion, type CostBill, calculateBill } from './cost-bill.ts';
import type { CostResult } from './cost-types.ts';

const instruments = readInstruments(readFileSync('demo/instruments.csv', 'utf8')).rows.map(({ wire }): Instrument => {
  const parsed = parseDocument('instrument', 'en', wire);
  if (!parsed.ok) throw new Error(`${wire.symbol}: ${JSON.stringify(parsed.problems)}`);
  return parsed.document;
});
const pairs = instruments.filter(({ assetClass }) => assetClass.startsWith('forex'));
const currencies = [...new Set(pairs.flatMap((pair) => [pair.baseCurrency ?? '', pair.quoteCurrency]))];
/** The same questions in every run; a failing one is reduced to a small one. */
const runs = { seed: 1, numRuns: 1000 };

/** A number that is written as people write it. */
function decimal(least: number, most: number, digits: number): fc.Arbitrary<string> {
  return fc.double({ min: least, max: most, noNaN: true }).map((value) => value.toFixed(digits));
}

function anyLots({ minimumLots, maximumLots, lotStep }: Instrument, most = maximumLots): fc.Arbitrary<string> {
  const steps = Math.floor((Math.min(most, maximumLots) - minimumLots) / lotStep);
  return fc.nat(Math.min(steps, 500)).map((step) => (minimumLots + step * lotStep).toFixed(2));
}

const anyInstrument = fc.constantFrom(...instruments);
const anyCurrency = fc.constantFrom(...currencies);

function anyQuestion(instrument: Instrument, lots = anyLots(instrument)): fc.Arbitrary<BillQuestion> {
  return fc.record({
    instrument: fc.constant(instrument),
    lots,
    pairs: fc.constant(pairs),
    account: fc.record({
      id: fc.constantFrom(...instrument.terms.map(({ account }) => account)),
      swapFreeDays: fc.constantFrom(0, 0, 5, 10),
    }),
    currency: anyCurrency,
    side: fc.constantFrom('long', 'short'),
    nights: fc.nat(29).map(String),
    from: fc.integer({ min: 20, max: 31 }).map((day) => `2026-12-${day}`),
  });
}

function unwrap<Value>(result: CostResult<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/** Collects every text of an answer at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const unit = (currency: string) => 10 ** -countMinorDigits(currency);

test('an amount that is converted and converted back differs by at most one unit of the last decimal', () => {
  const amounts = anyCurrency.chain((from) =>
    fc.tuple(fc.constant(from), anyCurrency, decimal(1, 1e6, countMinorDigits(from))),
  );
  fc.assert(
    fc.property(amounts, ([from, to, amount]) => {
      const converted = unwrap(convert({ amount, from, to }, pairs));
      fc.pre(Number(converted.result.amount) !== 0);
      const back = unwrap(convert({ amount: converted.result.amount, from: to, to: from }, pairs));
      expect(back.path.steps).toHaveLength(converted.path.steps.length);
      // The difference is the rounding to the other currency, at most half of its unit, and the rounding back.
      const lost = Math.abs(Number(back.result.amount) - Number(converted.amount.amount));
      const worth = Number(back.path.rate) * unit(to);
      expect(lost).toBeLessThanOrEqual(Math.max(unit(from), worth / 2 + unit(from) / 2) * 1.0001);
    }),
    runs,
  );
});

test('twice the lots are twice the cost, up to the rounding of each line', () => {
  const questions = anyInstrument.chain((instrument) =>
    anyQuestion(instrument, anyLots(instrument, instrument.maximumLots / 2)),
  );
  fc.assert(
    fc.property(questions, (once) => {
      fc.pre(calculateBill(once).ok);
      const twice = { ...once, lots: (Number(once.lots) * 2).toFixed(2) };
      const [one, two] = [unwrap(calculateBill(once)), unwrap(calculateBill(twice))];
      const lines = 2 + one.nights.filter(({ counts, free }) => counts > 0 && !free).length;
      const off = Math.abs(Number(two.total.amount) - 2 * Number(one.total.amount));
      expect(off).toBeLessThanOrEqual(lines * 1.5 * unit(one.currency) + 1e-6);
    }),
    runs,
  );
});

test('the lines of a bill add up to its total, and seven nights in a row count as seven', () => {
  const questions = anyInstrument.chain((instrument) => anyQuestion(instrument));
  fc.assert(
    fc.property(questions, (question) => {
      const result = calculateBill({ ...question, nights: '7' });
      fc.pre(result.ok);
      const bill = unwrap(result);
      const lines = [
        bill.spread.account,
        bill.commission,
        ...bill.nights.filter(({ free }) => !free).map(({ amount }) => amount),
      ];
      const cents = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      expect(Math.round(Number(bill.total.amount) * 100)).toBe(cents);
      expect(bill.nights.reduce((sum, { counts }) => sum + counts, 0)).toBe(7);
    }),
    runs,
  );
});

test('no answer and no refusal has a NaN, an exponent or a minus zero, for any request', () => {
  const typed = [
    '',
    '0',
    '-0',
    '-1',
    '0.01',
    '1',
    '00.10',
    '1e3',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    ' 1',
    '9'.repeat(40),
    '0.',
  ];
  const strange = fc.oneof(
    fc.constantFrom(...typed),
    fc.constantFrom(1, 1e6, 1e13).chain((most) => decimal(0, most, 9)),
  );
  const usually = (usual: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 7, arbitrary: usual }, { weight: 3, arbitrary: strange });
  const questions = anyInstrument.chain((instrument) =>
    fc.record({
      question: anyQuestion(instrument, usually(anyLots(instrument))),
      nights: usually(fc.nat(29).map(String)),
      prices: fc.record({ open: strange, close: strange, risk: strange, stop: strange }),
      conversion: fc.record({ amount: strange, from: anyCurrency, to: fc.constantFrom(...currencies, 'XXX') }),
    }),
  );
  let answers = 0;
  fc.assert(
    fc.property(questions, ({ question, nights, prices, conversion }) => {
      const results: CostResult<unknown>[] = [
        calculateBill({ ...question, nights }),
        calculateSwap({ ...question, nights }),
        calculatePipValue(question),
        calculateMargin(question),
        calculateProfit({ ...question, ...prices }),
        calculatePositionSize({ ...question, ...prices }),
        convert(conversion, pairs),
      ];
      for (const result of results) {
        const answer: unknown = result.ok ? withoutTrade(result.value) : result.problems;
        if (result.ok) answers += 1;
        const wrong = textsIn(answer).filter((text) => /NaN|Infinity|undefined|\de[+-]?\d|^-0(?:\.0*)?$/.test(text));
        expect(wrong).toEqual([]);
      }
    }),
    runs,
  );
  // Most requests have an answer, because a test of refusals alone would prove nothing.
  expect(answers).toBeGreaterThan(runs.numRuns * 2);
});

/** An answer without the exact fractions that it was made from. */
function withoutTrade(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? { ...value, trade: null } : value;
}

test('the account with more swap-free days never books more evenings, and weekends use up no swap-free day', () => {
  const gold = instruments.find(({ symbol }) => symbol === 'XAUUSD');
  if (!gold) throw new Error('no gold');
  const bill = (swapFreeDays: number): CostBill =>
    unwrap(
      calculateBill({
        instrument: gold,
        lots: '0.1',
        pairs,
        currency: 'USD',
        side: 'long',
        nights: '14',
        from: '2026-11-23',
        account: { id: 'prime', swapFreeDays },
      }),
    );
  const swap = (days: number) => Number(bill(days).swap.amount) + Number(bill(days).swapFree.amount);
  expect([0, 5, 10].map((days) => swap(days).toFixed(2))).toEqual(['-53.20', '-26.60', '0.00']);
});
