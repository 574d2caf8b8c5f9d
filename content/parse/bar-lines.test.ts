import { expect, test } from 'vitest';
import { parseDocument } from './parse-document.ts';

const base = { id: 'eurusd', symbol: 'EURUSD', updatedAt: '2026-10-30T00:00:00Z' };
const parsed = (bars: string) => parseDocument('price-history', 'it', { ...base, bars });

test('each line is a trading day', () => {
  const answer = parsed('2026-10-29,1.19,1.2031,1.1862,1.2\n\n2026-10-30,1.2,1.21,1.2,1.2');
  expect(answer.ok && answer.document.bars).toEqual([
    { date: '2026-10-29', open: 1.19, high: 1.2031, low: 1.1862, close: 1.2 },
    { date: '2026-10-30', open: 1.2, high: 1.21, low: 1.2, close: 1.2 },
  ]);
});

test.each([
  [
    'a high below the close',
    '2026-10-30,1,1.1,0.9,1.2',
    'line 1 (2026-10-30,1,1.1,0.9,1.2) must have a high of 1.2 or more',
  ],
  ['a low above the open', '2026-10-30,1,1.3,1.1,1.2', 'must have a low of 1 or less'],
  ['a price of nothing', '2026-10-30,1,1.3,0,1.2', 'must have prices above 0'],
  ['a day that does not exist', '2026-11-31,1,1,1,1', 'names a day that does not exist: 2026-11-31'],
  [
    'days out of order',
    '2026-10-30,1,1,1,1\n2026-10-29,1,1,1,1',
    'line 2 (2026-10-29,1,1,1,1) must be later than 2026-10-30',
  ],
  ['a day twice', '2026-10-30,1,1,1,1\n2026-10-30,1,1,1,1', 'must be later than 2026-10-30'],
  ['a decimal comma', '2026-10-30,1,1,1,1,5', 'must be a date with open, high, low and close'],
  ['an exponent', '2026-10-30,1e3,1e3,1e3,1e3', 'must be a date with open, high, low and close'],
  ['a negative price', '2026-10-30,-1,1,-1,1', 'must be a date with open, high, low and close'],
  ['nothing', ' ', 'must not be empty'],
  ['years of days', Array.from({ length: 501 }, () => '2026-10-30,1,1,1,1').join('\n'), 'must have at most 500 lines'],
])('the fault is reported: %s', (_, bars, message) => {
  const answer = parsed(bars);
  expect(answer.ok).toBe(false);
  expect(answer.problems.map((problem) => `${problem.path}: ${problem.message}`).join('\n')).toContain(message);
});
