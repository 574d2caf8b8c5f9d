/**
 * Reads and writes CSV (RFC 4180) as spreadsheets save it: separated by commas, semicolons or tabs, with or without a byte order mark, with either
 * kind of line break.
 */

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
  const [header = ''] = text.split(/\r\n|\n|\r/, 1);
  const counts = [',', ';', '\t'].map((one) => ({ one, count: header.split(one).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).one;
}

/** Parses CSV. Never throws: the result contains the faults. */
export function parseCsv(source: string): CsvText {
  const text = source.replace(/^\uFEFF/, '');
  const separator = detectSeparator(text);
  const result: CsvText = { separator, rows: [], unclosed: null, misquoted: [] };
  let cells: string[] = [];
  let row = 1;
  let position = 0;
  while (position <= text.length) {
    const unquotedRow = cells.length === 0 ? readUnquotedRow(text, position) : null;
    if (unquotedRow !== null) {
      cells = unquotedRow.split(separator);
      position += unquotedRow.length;
    } else {
      let cell: string;
      if (text[position] === '"') {
        const end = findClosingQuote(text, position);
        if (end < 0) {
          result.unclosed = row;
          break;
        }
        cell = text.slice(position + 1, end).replaceAll('""', '"');
        position = end + 1;
        const rest = findCellEnd(text, position, separator);
        if (rest > position) result.misquoted.push(row);
        position = rest;
      } else {
        const end = findCellEnd(text, position, separator);
        cell = text.slice(position, end);
        position = end;
      }
      cells.push(cell);
      if (text[position] === separator) {
        position += 1;
        continue;
      }
    }
    if (cells.some((one) => one.trim() !== '')) result.rows.push({ row, cells });
    cells = [];
    row += 1;
    position += text.startsWith('\r\n', position) ? 2 : 1;
  }
  return result;
}

/** Reads the row that begins at `from`; null when it has a quotation mark. */
function readUnquotedRow(text: string, from: number): string | null {
  const upToMark = /[^"\r\n]*/y;
  upToMark.lastIndex = from;
  const row = upToMark.exec(text)?.[0] ?? '';
  return text[from + row.length] === '"' ? null : row;
}

/** Finds the mark that closes a quotation; -1 when nothing closes it. */
function findClosingQuote(text: string, opening: number): number {
  let position = text.indexOf('"', opening + 1);
  while (position >= 0 && text[position + 1] === '"') position = text.indexOf('"', position + 2);
  return position;
}

function findCellEnd(text: string, from: number, separator: string): number {
  let position = from;
  while (position < text.length && text[position] !== separator && text[position] !== '\n' && text[position] !== '\r')
    position += 1;
  return position;
}

/** Writes rows as CSV with line feeds, and with quotation marks where they are needed. */
export function writeCsv(rows: readonly (readonly string[])[], separator = ','): string {
  return rows.map((cells) => `${cells.map((cell) => quoteCell(cell, separator)).join(separator)}\n`).join('');
}

/** The same text as spreadsheets with a decimal comma read it: Excel then separates cells by semicolons. */
export function withDecimalComma(text: string): string {
  const rows = parseCsv(text).rows.map(({ cells }) =>
    cells.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)),
  );
  return writeCsv(rows, ';');
}

function quoteCell(cell: string, separator: string): string {
  return /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
