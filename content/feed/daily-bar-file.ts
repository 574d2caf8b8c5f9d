/** `daily-bars.csv`: the latest trading days of every instrument, one row for each day. The parser checks the figures. */
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
  /** Midnight (UTC) of its last day. */
  updatedAt: string;
  /** A line for each day; `content/parse/bar-lines.ts` has the format. */
  bars: string;
}

/** @returns each symbol with the number of its first row in a spreadsheet; a sentence when the file is not such a table. */
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
