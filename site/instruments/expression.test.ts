import { expect, test } from 'vitest';
import { evaluate } from './expression.ts';
import { type Figure, FigureFault } from './figure.ts';

const figures: Record<string, Figure> = {
  'EURUSD.price': { amount: 1.2, unit: { kind: 'price', digits: 4 } },
  'EURUSD.spread.prime': { amount: 0.6, unit: { kind: 'pips' } },
  'EURUSD.pip': { amount: 10, unit: { kind: 'money', currency: 'USD' } },
  'count:forex-major': { amount: 7, unit: { kind: 'none' } },
};

function lookup(name: string): Figure {
  const figure = figures[name];
  if (!figure) throw new FigureFault(`there is no ${name}`);
  return figure;
}

const evaluateAmount = (text: string) => Number(evaluate(text, lookup).figure.amount.toPrecision(12));

test.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 4 - 3', 3],
  ['12 / 3 / 2', 2],
  ['-2 * -3', 6],
  ['-(1.5 − 0.5) × 4 ÷ 2', -2],
  ['EURUSD.price + 0.0035', 1.2035],
  ['EURUSD.spread.prime * EURUSD.pip', 6],
  ['2*count:forex-major', 14],
  ['50 / 256 as number 2 down', 0.19],
  ['0.29 * 100 as number 0 down', 29],
])('%s is %d', (text, amount) => {
  expect(evaluateAmount(text)).toBe(amount);
});

test.each([
  ['EURUSD.price + 1', { kind: 'price', digits: 4 }],
  ['2 * EURUSD.pip', { kind: 'money', currency: 'USD' }],
  ['EURUSD.spread.prime * EURUSD.pip', { kind: 'money', currency: 'USD' }],
  ['EURUSD.spread.prime / EURUSD.spread.prime', { kind: 'none' }],
  ['EURUSD.price as USD 2', { kind: 'money', currency: 'USD' }],
  ['100 / 400 as percent', { kind: 'percent' }],
])('the unit of %s', (text, unit) => {
  expect(evaluate(text, lookup).figure.unit).toEqual(unit);
});

test('a figure has the decimals that the expression requests', () => {
  expect([evaluate('EURUSD.pip as USD 0', lookup).digits, evaluate('EURUSD.pip as USD', lookup).digits]).toEqual([
    0,
    undefined,
  ]);
});

test.each([
  ['', 'ends where a figure should be'],
  ['1 +', 'ends where a figure should be'],
  ['(1 + 2', 'bracket that is not closed'],
  ['1 2', 'where a sign should be'],
  ['* 2', 'where a figure should be'],
  ['1 / (3 - 3)', 'divides by zero'],
  ['1 ; 2', 'cannot be read from “;'],
  ['USDEUR.price', 'there is no USDEUR.price'],
  ['1 as euros', 'as number, percent'],
  ['1 as USD 9', 'as number, percent'],
  ['1 as USD 2 up', 'as number, percent'],
  ['1 as USD as EUR', '“as” twice'],
  ['1'.repeat(400), 'more than 300 characters'],
  [`${'('.repeat(250)}1`, 'bracket that is not closed'],
])('%s is refused with what is wrong', (text, message) => {
  expect(() => evaluate(text, lookup)).toThrow(message);
  expect(() => evaluate(text, lookup)).toThrow(FigureFault);
});
