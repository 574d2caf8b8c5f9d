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

/** The most frequent separator of the first line. A name may contain a comma, but a header has more separators than such commas. */
function detectSeparator(text: string): string {
  const [header = ''] = text.split(/\r\n|\n|\r/, 1);
  const counts = [',', ';', '\t'].map((one) => ({ one, count: header.split(one).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).one;
}

/** Parses CSV. Never throws: the result contains the faults. */
export function parseCsv(given: string): CsvText {
  const text = given.replace(/^\uFEFF/, '');
  const separator = detectSeparator(text);
  const found: CsvText = { separator, rows: [], unclosed: null, misquoted: [] };
  let cells: string[] = [];
  let row = 1;
  let at = 0;
  while (at <= text.length) {
    const plain = cells.length === 0 ? plainRow(text, at) : null;
    if (plain !== null) {
      cells = plain.split(separator);
      at += plain.length;
    } else {
      let cell: string;
      if (text[at] === '"') {
        const end = closingQuote(text, at);
        if (end < 0) {
          found.unclosed = row;
          break;
        }
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
        const rest = endOfCell(text, at, separator);
        if (rest > at) found.misquoted.push(row);
        at = rest;
      } else {
        const end = endOfCell(text, at, separator);
        cell = text.slice(at, end);
        at = end;
      }
      cells.push(cell);
      if (text[at] === separator) {
        at += 1;
        continue;
      }
    }
    if (cells.some((one) => one.trim() !== '')) found.rows.push({ row, cells });
    cells = [];
    row += 1;
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return found;
}

/** @returns the row that begins there; null when it has a quotation mark. */
function plainRow(text: string, from: number): string | null {
  const upToMark = /[^"\r\n]*/y;
  upToMark.lastIndex = from;
  const row = upToMark.exec(text)?.[0] ?? '';
  return text[from + row.length] === '"' ? null : row;
}

/** @returns -1 when the quotation mark is never closed. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function endOfCell(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/** Writes rows as CSV with line feeds, and with quotation marks where they are needed. */
export function writeCsv(rows: readonly (readonly string[])[], separator = ','): string {
  return rows.map((cells) => `${cells.map((cell) => written(cell, separator)).join(separator)}\n`).join('');
}

/** The same text as spreadsheets with a decimal comma read it: Excel then separates cells by semicolons. */
export function withDecimalComma(text: string): string {
  const rows = parseCsv(text).rows.map(({ cells }) =>
    cells.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)),
  );
  return writeCsv(rows, ';');
}

function written(cell: string, separator: string): string {
  return /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
