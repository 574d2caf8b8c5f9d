/** Finds every fault of an `instruments.csv`, with its row, its column and a correction. */
import { defaultLocale, locales } from '../locales.ts';
import { parseDocument } from '../parse/parse-document.ts';
import type { Problem } from '../problem.ts';
import { instrumentNameField, termFields } from '../parse/instrument-schema.ts';
import {
  type InstrumentTable,
  type WireInstrument,
  findAccounts,
  indexColumns,
  optionalColumns,
  readInstruments,
  requiredColumns,
  buildTermColumn,
} from './instrument-file.ts';

export interface InstrumentFault {
  /** Number of the row in a spreadsheet, where the header is row 1. Null for the whole file. */
  row: number | null;
  column: string | null;
  /** The text of the cell; null when the fault is not in one cell. */
  found: string | null;
  /** Says what the cell must contain. */
  fix: string;
}

export interface InstrumentCheck {
  faults: InstrumentFault[];
  /** All instruments of a file without faults, else empty: a file with faults is not imported. */
  instruments: WireInstrument[];
}

const translatedNames = locales.filter((locale) => locale !== defaultLocale).map(instrumentNameField);

/** No broker lists as many instruments. The limit also bounds the memory for a wrong file. */
const maxRows = 20_000;

/** The fault of a file that is not UTF-8. */
const notUtf8 = createFault('the file must be saved as UTF-8 (in a spreadsheet: “CSV UTF-8”)');

function createFault(fix: string, row: number | null = null, column: string | null = null): InstrumentFault {
  return { row, column, found: null, fix };
}

/**
 * Checks a file and parses its instruments.
 * @param bytes the content of the file.
 * @param accounts ids of the account types that exist; null when they are not known.
 * @param updatedAt for rows without a time of their own.
 * @param calendars ids of the trading calendars that exist; null when they are not known.
 */
export function checkInstruments(
  bytes: Uint8Array,
  accounts: readonly string[] | null,
  updatedAt: string,
  calendars: readonly string[] | null = null,
): InstrumentCheck {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { faults: [notUtf8], instruments: [] };
  }
  const table = readInstruments(text);
  const untranslated = translatedNames.filter((column) => table.rows.length > 0 && !table.header.includes(column));
  const faults = [...findTableFaults(table, accounts), ...untranslated.map(reportMissing)];
  // Stop here: with missing columns, every cell would be reported.
  if (faults.length > 0) return { faults, instruments: [] };
  faults.push(...findRowFaults(table, calendars));
  for (const { wire } of table.rows) wire['updatedAt'] ??= updatedAt;
  return { faults, instruments: faults.length > 0 ? [] : table.rows.map(({ wire }) => wire) };
}

/**
 * Finds faults that make all rows unreadable. A missing translation of a name is not such a fault: visitors then get the English name.
 * @param accounts as in `checkInstruments`.
 */
export function findTableFaults(table: InstrumentTable, accounts: readonly string[] | null = null): InstrumentFault[] {
  const { unclosed, misquoted } = table;
  return [
    ...(unclosed === null ? [] : [createFault('the quotation mark that is opened here must be closed', unclosed)]),
    ...misquoted.map((row) =>
      createFault('after a closing quotation mark only the separator or a new row may follow', row),
    ),
    ...findHeaderFaults(table, accounts),
  ];
}

function reportMissing(column: string): InstrumentFault {
  return createFault(`the header must have the column ${column}`, 1, column);
}

function findHeaderFaults({ header, rows }: InstrumentTable, known: readonly string[] | null): InstrumentFault[] {
  if (header.length === 0)
    return [createFault('the file must have a header and a row for each instrument; it is empty')];
  if (rows.length === 0) return [createFault('the file must have a row for each instrument; it has only a header')];
  if (rows.length > maxRows)
    return [createFault(`the file must have at most ${maxRows} instruments; it has ${rows.length}`)];
  const accounts = findAccounts(header);
  const terms = accounts.flatMap((account) => termFields.map((field) => buildTermColumn(field, account)));
  const expected = [...requiredColumns, ...terms];
  const faults: InstrumentFault[] = [];
  for (const column of expected)
    if (!header.includes(column) && !translatedNames.includes(column)) faults.push(reportMissing(column));
  if (accounts.length === 0)
    faults.push(createFault('the header must have an account’s columns, such as spread.prime', 1));
  header.forEach((column, index) => {
    const fault = (fix: string) => faults.push({ row: 1, column: `number ${index + 1}`, found: column, fix });
    if (header.indexOf(column) !== index) fault('each column must be there once');
    else if (![...expected, ...optionalColumns].includes(column))
      fault(`must be one of the columns that demo/README.md lists${findNearest(column, expected)}`);
  });
  for (const account of known ? accounts.filter((one) => !known.includes(one)) : [])
    faults.push({
      row: 1,
      column: buildTermColumn('spread', account),
      found: account,
      fix: `must be one of the account types ${known?.join(', ')}`,
    });
  return faults;
}

/** Suggests the column whose name differs only in case or in characters that are not letters. */
function findNearest(column: string, columns: readonly string[]): string {
  const similar = columns.find((other) => keepLetters(other) === keepLetters(column));
  return similar ? `; ${similar} is meant` : '';
}

function keepLetters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

const control = /[\u0000-\u001f\u007f\ufffd]/;

function findRowFaults(
  { header, rows, decimalComma }: InstrumentTable,
  calendars: readonly string[] | null,
): InstrumentFault[] {
  const faults: InstrumentFault[] = [];
  const firstRow = new Map<string, number>();
  const indexes = indexColumns(header);
  for (const { row, cells, wire } of rows) {
    if (cells.length !== header.length) {
      faults.push(
        createFault(`the row must have ${header.length} cells, like the header; it has ${cells.length}`, row),
      );
      continue;
    }
    const cell = (column: string) => cells[indexes.get(column) ?? -1] ?? '';
    const add = (column: string, fix: string) => faults.push({ row, column, found: cell(column), fix });
    for (const [index, column] of header.entries())
      if (control.test(cells[index] ?? '')) add(column, 'must be one line of readable characters');
    const earlierRow = firstRow.get(wire.id);
    if (earlierRow !== undefined) add('symbol', `must be another symbol: row ${earlierRow} has this one`);
    firstRow.set(wire.id, earlierRow ?? row);
    for (const column of translatedNames) if (cell(column).trim() === '') add(column, 'must not be empty');
    const { calendar } = wire;
    if (calendars && typeof calendar === 'string' && !calendars.includes(calendar))
      add('calendar', `must be one of the trading calendars ${calendars.join(', ')}`);
    for (const { path, message } of findRowProblems(wire)) {
      const column = findColumn(path, wire);
      const comma =
        decimalComma && cell(column).includes('.') ? ', with a decimal comma as elsewhere in this file' : '';
      add(column, `${message}${comma}`);
    }
  }
  return faults;
}

function findRowProblems(wire: WireInstrument): Problem[] {
  const { updatedAt } = wire;
  // Replaces a wrong id or time: the parser would stop there and not report the other faults.
  const validBase = { id: 'id', updatedAt: '2026-01-01T00:00:00Z' };
  const all = parseDocument('instrument', defaultLocale, {
    ...wire,
    ...validBase,
    ...(updatedAt ? { updatedAt } : {}),
  });
  if (all.ok) return [];
  const rest = parseDocument('instrument', defaultLocale, { ...wire, ...validBase });
  const time = updatedAt ? parseDocument('instrument', defaultLocale, { ...validBase, updatedAt }) : rest;
  return [
    ...(rest.ok ? [] : rest.problems),
    ...(time.ok ? [] : time.problems.filter(({ path }) => path === 'updatedAt')),
  ];
}

/** Finds the column for a path of the parser: `spread.prime` for `terms.1.spread`. */
function findColumn(path: string, { terms }: WireInstrument): string {
  const [first = '', index, field] = path.split('.');
  if (first !== 'terms' || field === undefined) return first;
  const { account } = (terms as { account: string }[])[Number(index)] ?? { account: '' };
  return buildTermColumn(field === 'account' ? 'spread' : field, account);
}

/** Formats a fault as a line: `row 14, spread.prime: “O.6” must be a number …`. */
export function formatFault({ row, column, found, fix }: InstrumentFault): string {
  const place = [row === null ? null : `row ${row}`, column].filter((part) => part !== null).join(', ');
  const cell = found === null ? '' : `“${found.slice(0, 40)}” `;
  return `${place ? `${place}: ` : ''}${cell}${fix}`;
}
