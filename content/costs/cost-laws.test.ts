/** What holds for every instrument of the demonstration and every question, whatever the figures are. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Random } from '../../tools/attack/random.ts';
import { readInstruments } from '../feed/files/instrument-file.ts';
import type { Instrument } from '../model.ts';
import { parseDocument } from '../parse/parse-document.ts';
import { margin, pipValue, positionSize, profitAndLoss, swapCost } from './calculators.ts';
import { convert, minorDigits } from './conversion.ts';
import { type BillQuestion, type CostBill, costBill } from './cost-bill.ts';
import type { CostResult } from './cost-types.ts';

const instruments = readInstruments(readFileSync('demo/instruments.csv', 'utf8')).rows.map(({ wire }): Instrument => {
  const parsed = parseDocument('instrument', 'en', wire);
  if (!parsed.ok) throw new Error(`${wire.symbol}: ${JSON.stringify(parsed.problems)}`);
  return parsed.document;
});
const pairs = instruments.filter(({ assetClass }) => assetClass.startsWith('forex'));
const currencies = [...new Set(pairs.flatMap((pair) => [pair.baseCurrency ?? '', pair.quoteCurrency]))];
const random = new Random('costs');
const rounds = 1000;

/** A number that is written as people write it. */
function decimal(least: number, most: number, digits: number): string {
  return (least + (random.below(1e9) / 1e9) * (most - least)).toFixed(digits);
}

function anyLots({ minimumLots, maximumLots, lotStep }: Instrument, most = maximumLots): string {
  const steps = Math.floor((Math.min(most, maximumLots) - minimumLots) / lotStep);
  return (minimumLots + random.below(Math.min(steps, 500) + 1) * lotStep).toFixed(2);
}

function anyQuestion(instrument: Instrument, lots = anyLots(instrument)): BillQuestion {
  return {
    instrument,
    lots,
    pairs,
    account: { id: random.pick(instrument.terms).account, swapFreeDays: random.pick([0, 0, 5, 10]) },
    currency: random.pick(currencies),
    side: random.pick(['long', 'short'] as const),
    nights: String(random.below(30)),
    from: `2026-12-${20 + random.below(12)}`,
  };
}

function valueOf<Value>(result: CostResult<Value>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

/** Every text in an answer, wherever it is. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const unit = (currency: string) => 10 ** -minorDigits(currency);

test('an amount that is converted there and back differs by at most what one unit of the last place is worth', () => {
  for (let round = 0; round < rounds; round += 1) {
    const [from, to] = [random.pick(currencies), random.pick(currencies)];
    const there = valueOf(convert({ amount: decimal(1, 1e6, minorDigits(from)), from, to }, pairs));
    if (Number(there.result.amount) === 0) continue;
    const back = valueOf(convert({ amount: there.result.amount, from: to, to: from }, pairs));
    expect(back.path.steps).toHaveLength(there.path.steps.length);
    // What is lost is the rounding to the other currency, at most half of its unit, and the rounding back.
    const lost = Math.abs(Number(back.result.amount) - Number(there.amount.amount));
    const worth = Number(back.path.rate) * unit(to);
    expect(lost, `${JSON.stringify(there)} ${JSON.stringify(back)}`).toBeLessThanOrEqual(
      Math.max(unit(from), worth / 2 + unit(from) / 2) * 1.0001,
    );
  }
});

test('twice the lots are twice the cost, up to the rounding of each line', () => {
  for (let round = 0; round < rounds; round += 1) {
    const instrument = random.pick(instruments);
    const once = anyQuestion(instrument, anyLots(instrument, instrument.maximumLots / 2));
    const twice = { ...once, lots: (Number(once.lots) * 2).toFixed(2) };
    if (!costBill(once).ok) continue;
    const [one, two] = [valueOf(costBill(once)), valueOf(costBill(twice))];
    const lines = 2 + one.nights.filter(({ counts, free }) => counts > 0 && !free).length;
    const off = Math.abs(Number(two.total.amount) - 2 * Number(one.total.amount));
    expect(off).toBeLessThanOrEqual(lines * 1.5 * unit(one.currency) + 1e-6);
  }
});

test('a bill adds up, and seven nights in a row count seven', () => {
  for (let round = 0; round < rounds; round += 1) {
    const instrument = random.pick(instruments);
    const result = costBill({ ...anyQuestion(instrument), nights: '7' });
    if (!result.ok) continue;
    const { value: bill } = result;
    const lines = [
      bill.spread.account,
      bill.commission,
      ...bill.nights.filter(({ free }) => !free).map(({ amount }) => amount),
    ];
    const cents = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(Math.round(Number(bill.total.amount) * 100)).toBe(cents);
    expect(bill.nights.reduce((sum, { counts }) => sum + counts, 0)).toBe(7);
  }
});

test('no answer and no refusal has a NaN, an exponent or a minus zero, whatever is asked', () => {
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
  const strange = () => (random.chance(0.5) ? random.pick(typed) : decimal(0, random.pick([1, 1e6, 1e13]), 9));
  let answers = 0;
  for (let round = 0; round < rounds; round += 1) {
    const instrument = random.pick(instruments);
    const question = anyQuestion(instrument, random.chance(0.7) ? anyLots(instrument) : strange());
    const { side } = question;
    const nights = random.chance(0.7) ? question.nights : strange();
    const prices = { open: strange(), close: strange() };
    const results: CostResult<unknown>[] = [
      costBill({ ...question, nights }),
      swapCost({ ...question, nights }),
      pipValue(question),
      margin(question),
      profitAndLoss({ ...question, side, ...prices }),
      positionSize({ ...question, risk: strange(), stop: strange() }),
      convert({ amount: strange(), from: random.pick(currencies), to: random.pick([...currencies, 'XXX']) }, pairs),
    ];
    for (const result of results) {
      const said: unknown = result.ok ? withoutTrade(result.value) : result.problems;
      if (result.ok) answers += 1;
      const wrong = textsIn(said).filter((text) => /NaN|Infinity|undefined|\de[+-]?\d|^-0(?:\.0*)?$/.test(text));
      expect(wrong).toEqual([]);
    }
  }
  // Most questions have an answer: a test that only saw refusals would prove nothing.
  expect(answers).toBeGreaterThan(rounds * 2);
});

/** An answer without the exact fractions that it was made from. */
function withoutTrade(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? { ...value, trade: null } : value;
}

test('the account with more swap-free days never books more evenings, and weekends use none of them up', () => {
  const gold = instruments.find(({ symbol }) => symbol === 'XAUUSD');
  if (!gold) throw new Error('no gold');
  const bill = (swapFreeDays: number): CostBill =>
    valueOf(
      costBill({
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
