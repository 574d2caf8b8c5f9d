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
  termColumn,
} from './instrument-file.ts';

export interface InstrumentFault {
  /** Number of the row in a spreadsheet, where the header is row 1. Null for the whole file. */
  row: number | null;
  column: string | null;
  /** The text of the cell; null when the fault is not in one cell. */
  found: string | null;
  /** The correction: what the cell must contain. */
  right: string;
}

export interface InstrumentCheck {
  faults: InstrumentFault[];
  /** All instruments of a file without faults, else empty: a file with faults is not imported. */
  instruments: WireInstrument[];
}

const translatedNames = locales.filter((locale) => locale !== defaultLocale).map(instrumentNameField);

/** More than any broker lists; it also bounds the memory for a wrong file. */
const mostRows = 20_000;

/** The fault of a file that is not UTF-8. */
const notUtf8 = whole('the file must be saved as UTF-8 (in a spreadsheet: “CSV UTF-8”)');

function whole(right: string, row: number | null = null, column: string | null = null): InstrumentFault {
  return { row, column, found: null, right };
}

/**
 * @param bytes the file.
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
  const faults = [...tableFaults(table, accounts), ...untranslated.map(missingColumn)];
  // Stop here: with missing columns, every cell would be reported.
  if (faults.length > 0) return { faults, instruments: [] };
  faults.push(...rowFaults(table, calendars));
  for (const { wire } of table.rows) wire['updatedAt'] ??= updatedAt;
  return { faults, instruments: faults.length > 0 ? [] : table.rows.map(({ wire }) => wire) };
}

/**
 * Faults that keep all rows from being read. A missing translation of a name is not such a fault: visitors then get the English name.
 * @param accounts as of `checkInstruments`.
 */
export function tableFaults(table: InstrumentTable, accounts: readonly string[] | null = null): InstrumentFault[] {
  const { unclosed, misquoted } = table;
  return [
    ...(unclosed === null ? [] : [whole('the quotation mark that is opened here must be closed', unclosed)]),
    ...misquoted.map((row) => whole('after a closing quotation mark only the separator or a new row may follow', row)),
    ...headerFaults(table, accounts),
  ];
}

function missingColumn(column: string): InstrumentFault {
  return whole(`the header must have the column ${column}`, 1, column);
}

function headerFaults({ header, rows }: InstrumentTable, known: readonly string[] | null): InstrumentFault[] {
  if (header.length === 0) return [whole('the file must have a header and a row for each instrument; it is empty')];
  if (rows.length === 0) return [whole('the file must have a row for each instrument; it has only a header')];
  if (rows.length > mostRows)
    return [whole(`the file must have at most ${mostRows} instruments; it has ${rows.length}`)];
  const accounts = findAccounts(header);
  const terms = accounts.flatMap((account) => termFields.map((field) => termColumn(field, account)));
  const wanted = [...requiredColumns, ...terms];
  const faults: InstrumentFault[] = [];
  for (const column of wanted)
    if (!header.includes(column) && !translatedNames.includes(column)) faults.push(missingColumn(column));
  if (accounts.length === 0) faults.push(whole('the header must have an account’s columns, such as spread.prime', 1));
  header.forEach((column, index) => {
    const fault = (right: string) => faults.push({ row: 1, column: `number ${index + 1}`, found: column, right });
    if (header.indexOf(column) !== index) fault('each column must be there once');
    else if (![...wanted, ...optionalColumns].includes(column))
      fault(`must be one of the columns that demo/README.md lists${findNearest(column, wanted)}`);
  });
  for (const account of known ? accounts.filter((one) => !known.includes(one)) : [])
    faults.push({
      row: 1,
      column: termColumn('spread', account),
      found: account,
      right: `must be one of the account types ${known?.join(', ')}`,
    });
  return faults;
}

/** The column whose name differs only in case or in characters that are not letters. */
function findNearest(column: string, columns: readonly string[]): string {
  const like = columns.find((other) => keepLetters(other) === keepLetters(column));
  return like ? `; ${like} is meant` : '';
}

function keepLetters(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

const control = /[\u0000-\u001f\u007f\ufffd]/;

function rowFaults(
  { header, rows, decimalComma }: InstrumentTable,
  calendars: readonly string[] | null,
): InstrumentFault[] {
  const faults: InstrumentFault[] = [];
  const firstRow = new Map<string, number>();
  const places = indexColumns(header);
  for (const { row, cells, wire } of rows) {
    if (cells.length !== header.length) {
      faults.push(whole(`the row must have ${header.length} cells, like the header; it has ${cells.length}`, row));
      continue;
    }
    const cell = (column: string) => cells[places.get(column) ?? -1] ?? '';
    const add = (column: string, right: string) => faults.push({ row, column, found: cell(column), right });
    for (const [index, column] of header.entries())
      if (control.test(cells[index] ?? '')) add(column, 'must be one line of readable characters');
    const same = firstRow.get(wire.id);
    if (same !== undefined) add('symbol', `must be another symbol: row ${same} has this one`);
    firstRow.set(wire.id, same ?? row);
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
  const sound = { id: 'id', updatedAt: '2026-01-01T00:00:00Z' };
  const all = parseDocument('instrument', defaultLocale, { ...wire, ...sound, ...(updatedAt ? { updatedAt } : {}) });
  if (all.ok) return [];
  const rest = parseDocument('instrument', defaultLocale, { ...wire, ...sound });
  const time = updatedAt ? parseDocument('instrument', defaultLocale, { ...sound, updatedAt }) : rest;
  return [
    ...(rest.ok ? [] : rest.problems),
    ...(time.ok ? [] : time.problems.filter(({ path }) => path === 'updatedAt')),
  ];
}

/** The column for a path of the parser: `spread.prime` for `terms.1.spread`. */
function findColumn(path: string, { terms }: WireInstrument): string {
  const [first = '', index, field] = path.split('.');
  if (first !== 'terms' || field === undefined) return first;
  const { account } = (terms as { account: string }[])[Number(index)] ?? { account: '' };
  return termColumn(field === 'account' ? 'spread' : field, account);
}

/** Formats a fault as a line: `row 14, spread.prime: “O.6” must be a number …`. */
export function faultLine({ row, column, found, right }: InstrumentFault): string {
  const place = [row === null ? null : `row ${row}`, column].filter((part) => part !== null).join(', ');
  const cell = found === null ? '' : `“${found.slice(0, 40)}” `;
  return `${place ? `${place}: ` : ''}${cell}${right}`;
}
