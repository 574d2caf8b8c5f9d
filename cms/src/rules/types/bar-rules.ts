/**
 * Editors write the trading days of an instrument as lines; these rules describe what is wrong with one before it reaches the site, which would
 * refuse the history and keep its last good version (`content/parse/bar-lines.ts` reads the same lines).
 */
import { type Problem, tell } from '../problem';

const barLine = /^(\d{4}-\d{2}-\d{2})((?:,\d{1,9}(?:\.\d{1,8})?){4})$/;

/** @param before the date of the line above; empty for the first. @returns the fault of a line; null when it is valid. */
function findBarFault(line: string, before: string): string | null {
  const [, date = '', figures = ''] = barLine.exec(line) ?? [];
  if (!date) return 'is no trading day: write date, open, high, low, close, as in 2026-10-30,1.1987,1.2031,1.1962,1.2';
  const time = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date)) return 'names a day that does not exist';
  if (date <= before) return `must be later than ${before}`;
  const [open = 0, high = 0, low = 0, close = 0] = figures.slice(1).split(',').map(Number);
  if (low <= 0) return 'must have prices above 0';
  if (high < Math.max(open, close)) return `must have a high of ${Math.max(open, close)} or more`;
  return low > Math.min(open, close) ? `must have a low of ${Math.min(open, close)} or less` : null;
}

/** @param data to be saved; an update may lack fields. */
export function findBarProblems({ bars }: Record<string, unknown>): Problem[] {
  if (typeof bars !== 'string') return [];
  let before = '';
  return bars.split('\n').flatMap((given, index) => {
    const line = given.trim();
    const wrong = line === '' ? null : findBarFault(line, before);
    if (line !== '' && wrong === null) before = line.slice(0, 10);
    return wrong ? tell(['bars'], `Line ${index + 1}, “${line.slice(0, 60)}”, ${wrong}.`) : [];
  });
}
