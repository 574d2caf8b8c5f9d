/**
 * The daily bars of an instrument as lines: `2026-10-30,1.1987,1.2031,1.1962,1.2` is a date with its open, high, low and close. A faulty line
 * is named by its number.
 */
import * as v from 'valibot';
import type { DailyBar } from '../model-instruments.ts';
import { isCalendarDay, longText } from './wire-pieces.ts';

/** Two years: more days do not fit on a page. */
const maxBars = 500;
const barLine =
  /^(\d{4}-\d{2}-\d{2}),(\d{1,9}(?:\.\d{1,8})?),(\d{1,9}(?:\.\d{1,8})?),(\d{1,9}(?:\.\d{1,8})?),(\d{1,9}(?:\.\d{1,8})?)$/;

/** @returns the bar, or the fault as the end of a sentence about the line. */
function readBar(line: string): DailyBar | string {
  const [, date = '', ...figures] = barLine.exec(line) ?? [];
  const [open = 0, high = 0, low = 0, close = 0] = figures.map(Number);
  if (date === '') return 'must be a date with open, high, low and close: 2026-10-30,1.1987,1.2031,1.1962,1.2';
  if (!isCalendarDay(date)) return `names a day that does not exist: ${date}`;
  if (low <= 0) return 'must have prices above 0';
  if (high < Math.max(open, close)) return `must have a high of ${Math.max(open, close)} or more`;
  if (low > Math.min(open, close)) return `must have a low of ${Math.min(open, close)} or less`;
  return { date, open, high, low, close };
}

export const barsSchema = v.pipe(
  longText,
  v.nonEmpty('must not be empty'),
  v.rawTransform<string, DailyBar[]>(({ dataset, addIssue, NEVER }) => {
    const lines = dataset.value.split('\n').map((line) => line.trim());
    const bars: DailyBar[] = [];
    let faults = 0;
    const fault = (message: string) => {
      addIssue({ message });
      faults += 1;
    };
    if (lines.length > maxBars) fault(`must have at most ${maxBars} lines`);
    for (const [index, line] of lines.slice(0, maxBars).entries()) {
      if (line === '') continue;
      const bar = readBar(line);
      const before = bars.at(-1)?.date ?? '';
      if (typeof bar === 'string') fault(`line ${index + 1} (${line.slice(0, 60)}) ${bar}`);
      else if (bar.date <= before) fault(`line ${index + 1} (${line.slice(0, 60)}) must be later than ${before}`);
      else bars.push(bar);
    }
    return faults > 0 ? NEVER : bars;
  }),
);
