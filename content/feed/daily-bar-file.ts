/** `daily-bars.csv`: the latest trading days of every instrument, a row each, which a spreadsheet can open. The parser checks the figures. */
import type { DailyBar } from '../model-instruments.ts';
import { parseCsv, writeCsv } from './csv.ts';
import { instrumentId } from './instrument-file.ts';

/** Name of the file in a content folder. */
export const dailyBarFile = 'daily-bars.csv';

const columns = ['symbol', 'date', 'open', 'high', 'low', 'close'] as const;

/** A price history as a feed delivers it. */
export interface WirePriceHistory {
  id: string;
  symbol: string;
  /** Midnight of its last day, UTC. */
  updatedAt: string;
  /** A line for each day, as of `content/parse/bar-lines.ts`. */
  bars: string;
}

/** @returns each symbol with the first of its rows, as a spreadsheet counts; a sentence when the file is no such table. */
export function readDailyBars(text: string): { row: number; wire: WirePriceHistory }[] | string {
  const { rows, unclosed } = parseCsv(text);
  const [header] = rows;
  const wanted = `the header must be ${columns.join(',')}`;
  if (unclosed !== null) return `row ${unclosed}: the quotation mark that is opened here must be closed`;
  if (!header || header.cells.map((cell) => cell.trim()).join() !== columns.join()) return `row 1: ${wanted}`;
  const found = new Map<string, { row: number; lines: string[]; last: string }>();
  for (const { row, cells } of rows.slice(1)) {
    const [symbol = '', ...bar] = cells.map((cell) => cell.trim());
    const history = found.get(symbol) ?? { row, lines: [], last: '' };
    history.lines.push(bar.join(','));
    history.last = bar[0] ?? '';
    found.set(symbol, history);
  }
  return [...found].map(([symbol, { row, lines, last }]) => ({
    row,
    wire: { id: instrumentId(symbol), symbol, updatedAt: `${last}T00:00:00Z`, bars: lines.join('\n') },
  }));
}

/** @param digits decimals with which the prices of a symbol are written. */
export function writeDailyBars(
  histories: readonly { symbol: string; digits: number; bars: readonly DailyBar[] }[],
): string {
  const rows = histories.flatMap(({ symbol, digits, bars }) =>
    bars.map(({ date, open, high, low, close }) => [
      symbol,
      date,
      ...[open, high, low, close].map((price) => price.toFixed(digits)),
    ]),
  );
  return writeCsv([[...columns], ...rows]);
}
