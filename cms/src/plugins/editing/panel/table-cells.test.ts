/** What a typed or pasted cell of a table becomes. */
import { expect, test } from 'vitest';
import { readRows, showCell, writeCell, writeRows, type Cell } from './table-cells.ts';

const text = { label: 'Name' };
const number = { label: 'Spread', format: 'number' };

test.each<[typed: string, before: Cell | undefined, column: { label: string; format?: string }, stored: Cell]>([
  ['EURUSD', undefined, text, 'EURUSD'],
  [' from\n1.2  pips ', undefined, text, 'from 1.2 pips'],
  ['0.6', undefined, number, 0.6],
  ['−4.5', undefined, number, -4.5],
  ['2024', undefined, text, '2024'],
  ['5', 4, text, 5],
  ['5', '5', number, '5'],
  ['✓', undefined, text, true],
  ['FALSE', undefined, text, false],
  ['–', false, text, false],
  ['from 0.6', 0.6, number, 'from 0.6'],
  ['', 0.6, number, ''],
])('“%s” in the place of %s', (typed, before, column, stored) => {
  expect(writeCell(typed, before, column)).toBe(stored);
});

test('a table that nobody changes is stored as it was', () => {
  const rows: Cell[][] = [
    ['EURUSD', 0.6, true],
    ['5', '0.60', false],
  ];
  expect(
    writeRows(
      rows.map((row) => row.map(showCell)),
      rows,
      [text, number, text],
    ),
  ).toEqual(rows);
});

test('the field of Strapi keeps what is no table', () => {
  expect([readRows('{"a":1}', false), readRows([['a', [1, 2]]], false), readRows('[[', false)]).toEqual([
    null,
    null,
    null,
  ]);
  expect([
    readRows(null, false),
    readRows('', false),
    readRows('[["a",1]]', false),
    readRows(['a', true], true),
  ]).toEqual([[], [], [['a', 1]], [['a', true]]]);
});
