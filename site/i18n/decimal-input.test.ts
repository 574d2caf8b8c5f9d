import { expect, test } from 'vitest';
import { parseDecimal } from './decimal-input.ts';

test.each<[string, string | null, string | null]>([
  ['0,5', '0.5', '0.5'],
  ['0.5', '0.5', '0.5'],
  ['.5', '0.5', '0.5'],
  [',5', '0.5', '0.5'],
  ['5.', '5', '5'],
  ['007', '7', '7'],
  ['٣٬٠٠٠٫٥', '3000.5', '3000.5'],
  ['\u200e１，５\u00a0', '1.5', '1.5'],
  ['-1,5', '-1.5', '-1.5'],
  ['−2', '-2', '-2'],
  ['+3', '3', '3'],
  ['1.234,50', '1234.50', '1234.50'],
  ['1,234.50', '1234.50', '1234.50'],
  ['1 234,5', '1234.5', '1234.5'],
  ['1\u202f234', '1234', '1234'],
  ["1'234'567.8", '1234567.8', '1234567.8'],
  ['1.000.000', '1000000', '1000000'],
  // A single separator with three digits after it depends on the language.
  ['1.000', '1.000', '1000'],
  ['1,000', '1000', '1.000'],
  ['0.125', '0.125', '0.125'],
  ['0,125', '0.125', '0.125'],
  ['1.0850', '1.0850', '1.0850'],
  ...['', ' ', 'x', '1e3', '1..2', '1.2.3', '1,2.3,4', '--1', '1-', 'NaN', '0x1', '5²', '½', '①', '1'.repeat(41)].map(
    (text): [string, null, null] => [text, null, null],
  ),
])('%j is %j in English and %j in Spanish', (typed, english, spanish) => {
  expect(parseDecimal(typed, { decimal: '.' })).toBe(english);
  expect(parseDecimal(typed, { decimal: ',' })).toBe(spanish);
});

test('a price with the separator of another language is read as the value near the price of the day', () => {
  expect(parseDecimal('1.085', { decimal: ',', near: 1.2 })).toBe('1.085');
  expect(parseDecimal('152,417', { decimal: '.', near: 150 })).toBe('152.417');
  expect(parseDecimal('4.013', { decimal: ',', near: 4000 })).toBe('4013');
});
