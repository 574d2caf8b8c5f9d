/** `daily-bars.csv`: the latest trading days of every instrument, one row for each day. The parser checks the figures. */
import { parseCsv } from './csv.ts';
import { toInstrumentId } from './instrument-file.ts';

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

/** Parses the table. @returns each symbol with the number of its first row in a spreadsheet; a sentence when the text is not such a table. */
export function readDailyBars(text: string): { row: number; wire: WirePriceHistory }[] | string {
  const { rows, unclosed } = parseCsv(text);
  const [header] = rows;
  const headerRule = `the header must be ${columns.join(',')}`;
  if (unclosed !== null) return `row ${unclosed}: the quotation mark that is opened here must be closed`;
  if (!header || header.cells.map((cell) => cell.trim()).join() !== columns.join()) return `row 1: ${headerRule}`;
  const histories = new Map<string, { row: number; lines: string[]; lastDate: string }>();
  for (const { row, cells } of rows.slice(1)) {
    const [symbol = '', ...bar] = cells.map((cell) => cell.trim());
    const history = histories.get(symbol) ?? { row, lines: [], lastDate: '' };
    history.lines.push(bar.join(','));
    history.lastDate = bar[0] ?? '';
    histories.set(symbol, history);
  }
  return [...histories].map(([symbol, { row, lines, lastDate }]) => ({
    row,
    wire: { id: toInstrumentId(symbol), symbol, updatedAt: `${lastDate}T00:00:00Z`, bars: lines.join('\n') },
  }));
}
