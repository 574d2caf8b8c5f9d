/** The file of daily prices: how it is read, and that the demonstration's prices fit its instruments. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDailyBars } from './daily-bar-file.ts';
import { readInstruments } from './instrument-file.ts';
import { parseDocument } from '../parse/parse-document.ts';
import { projectRoot } from '../../tools/project-root.ts';

const folder = join(projectRoot, 'demo');
const committed = readFileSync(join(folder, 'daily-bars.csv'), 'utf8');

test('every instrument has 60 valid days in whole ticks, and the last closes at its reference price', () => {
  const { rows } = readInstruments(readFileSync(join(folder, 'instruments.csv'), 'utf8'));
  const histories = readDailyBars(committed);
  if (typeof histories === 'string') throw new Error(histories);
  const found = new Map(histories.map(({ wire }) => [wire.id, parseDocument('price-history', 'en', wire)]));
  expect(rows).toHaveLength(268);
  for (const { wire } of rows) {
    const history = found.get(wire.id);
    const bars = history?.ok ? history.document.bars : [];
    const tick = Number(wire['tickSize']);
    const broken = bars
      .flatMap(({ open, high, low, close }) => [open, high, low, close])
      .filter((price) => Math.abs(price / tick - Math.round(price / tick)) > 1e-4);
    expect({ symbol: wire.symbol, days: bars.length, last: bars.at(-1)?.close, broken }).toEqual({
      symbol: wire.symbol,
      days: 60,
      last: wire['referencePrice'],
      broken: [],
    });
  }
});

test('crosses agree with the pairs that they are derived from', () => {
  const closes = (symbol: string) =>
    committed.split('\n').flatMap((line) => {
      const cells = line.split(',');
      return cells[0] === symbol ? [Number(cells[5])] : [];
    });
  const [euro, yen, cross] = ['EURUSD', 'USDJPY', 'EURJPY'].map(closes);
  cross?.forEach((price, day) => expect(price / ((euro?.[day] ?? 0) * (yen?.[day] ?? 0))).toBeCloseTo(1, 3));
  expect(cross).toHaveLength(60);
});

test.each([
  ['', 'row 1: the header must be symbol,date,open,high,low,close'],
  ['symbol,day\nA,1', 'row 1: the header must be symbol,date,open,high,low,close'],
  ['symbol,date,open,high,low,close\n"A,2026-01-01', 'row 2: the quotation mark that is opened here must be closed'],
])('a file that is not a table of bars is reported: %j', (text, fault) => {
  expect(readDailyBars(text)).toBe(fault);
});
