/**
 * Reads and writes CSV (RFC 4180) as spreadsheets save it: separated by commas, semicolons or tabs, with or without a byte order mark, with either
 * kind of line break.
 */
import papa from 'papaparse';

export interface CsvRow {
  /** Number of the row in a spreadsheet: the first is 1. */
  row: number;
  cells: string[];
}

export interface CsvText {
  separator: string;
  /** The rows that are not empty. */
  rows: CsvRow[];
  /** The row with a quotation mark that is never closed; null when there is none. */
  unclosed: number | null;
  /** Rows with text after a closing quotation mark. */
  misquoted: number[];
}

/** Finds the most frequent separator of the first line. A name may contain a comma, but a header has more separators than such commas. */
function detectSeparator(text: string): string {
  const [header = ''] = text.split('\n', 1);
  const counts = [',', ';', '\t'].map((one) => ({ one, count: header.split(one).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).one;
}

/** Parses CSV. Never throws: the result contains the faults. */
export function parseCsv(source: string): CsvText {
  // A file that two programs have written has both kinds of line break, and the library accepts one.
  const text = source.replace(/\r\n?/g, '\n');
  const separator = detectSeparator(text);
  const { data, errors } = papa.parse<string[]>(text, { delimiter: separator, newline: '\n' });
  const findRows = (code: string) => errors.flatMap((error) => (error.code === code ? [(error.row ?? 0) + 1] : []));
  const unclosed = findRows('MissingQuotes')[0] ?? null;
  return {
    separator,
    rows: data
      .map((cells, index) => ({ row: index + 1, cells }))
      .filter(({ row, cells }) => row !== unclosed && cells.some((cell) => cell.trim() !== '')),
    unclosed,
    misquoted: findRows('InvalidQuotes'),
  };
}

/** Writes rows as CSV with line feeds, and with quotation marks where they are needed. */
export function writeCsv(rows: readonly (readonly string[])[], separator = ','): string {
  return `${papa.unparse(rows as string[][], { delimiter: separator, newline: '\n' })}\n`;
}

/** The same text as spreadsheets with a decimal comma read it: Excel then separates cells by semicolons. */
export function withDecimalComma(text: string): string {
  const rows = parseCsv(text).rows.map(({ cells }) =>
    cells.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)),
  );
  return writeCsv(rows, ';');
}
