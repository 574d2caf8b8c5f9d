/**
 * `instruments.csv`: one row for each instrument, as people edit it in a spreadsheet (`demo/README.md` lists the columns). Rows become the wire
 * shape that every feed delivers. This file checks nothing: the parser refuses invalid figures, and `instrument-check.ts` names their cells.
 */
import { defaultLocale, locales } from '../locales.ts';
import { instrumentNameField, termFields } from '../parse/instrument-schema.ts';
import { type CsvRow, type CsvText, parseCsv, writeCsv } from './csv.ts';

/** Name of the file in a content folder. */
export const instrumentFile = 'instruments.csv';

const textFields = ['assetClass', 'quoteCurrency', 'contractUnit', 'swapUnit', 'tripleSwapDay', 'calendar', 'pricedAt'];
const numberFields = [
  'contractSize',
  'tickSize',
  'pipSize',
  'swapLong',
  'swapShort',
  'minimumLots',
  'maximumLots',
  'lotStep',
  'referencePrice',
];
/** The column of the English name, which every instrument must have. */
const englishName = instrumentNameField(defaultLocale);
/** Columns that a file may lack. A row that changes without a time gets that of its import. */
export const optionalColumns: readonly string[] = ['aliases', 'updatedAt'];
const textColumns = [...textFields, ...locales.map(instrumentNameField), 'baseCurrency', ...optionalColumns];
const names = ['symbol', 'assetClass', ...locales.map(instrumentNameField)];
const contract = ['baseCurrency', 'quoteCurrency', 'contractSize', 'contractUnit', 'tickSize', 'pipSize'];
const afterTerms = [
  'swapLong',
  'swapShort',
  'swapUnit',
  'tripleSwapDay',
  'minimumLots',
  'maximumLots',
  'lotStep',
  'calendar',
  'referencePrice',
  'pricedAt',
];

/** The columns that every file has. */
export const requiredColumns: readonly string[] = [...names, ...contract, ...afterTerms];

/** The column of a figure that differs by account: `spread.prime`. */
export function termColumn(field: string, account: string): string {
  return `${field}.${account}`;
}

/** The accounts with columns in a header, in its order. */
export function findAccounts(header: readonly string[]): string[] {
  return [
    ...new Set(
      header.flatMap((column) => {
        const [field = '', account] = column.split('.', 2);
        return account && (termFields as readonly string[]).includes(field) ? [account] : [];
      }),
    ),
  ];
}

/** An instrument as a feed delivers it. */
export type WireInstrument = Record<string, unknown> & { id: string; symbol: string };

export interface InstrumentRow {
  row: number;
  wire: WireInstrument;
}

export interface InstrumentTable extends Pick<CsvText, 'unclosed' | 'misquoted'> {
  header: string[];
  rows: (CsvRow & InstrumentRow)[];
  /** True when the file writes decimals with a comma, as Spanish and Italian spreadsheets do. */
  decimalComma: boolean;
}

/** Derives the id of an instrument from its symbol. */
export function instrumentId(symbol: string): string {
  return symbol
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The index of each column of a header; the first index when a column appears twice. */
export function indexColumns(header: readonly string[]): Map<string, number> {
  return new Map(header.map((column, index) => [column, index] as const).toReversed());
}

function blankFields(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Parses the text of a file. A cell that should be a number but is not stays a string; an empty cell becomes null. */
export function readInstruments(text: string): InstrumentTable {
  const { rows, separator, unclosed, misquoted } = parseCsv(text);
  const header = (rows[0]?.cells ?? []).map((cell) => cell.trim());
  const accounts = findAccounts(header);
  const decimalComma =
    separator !== ',' && rows.slice(1).some(({ cells }) => cells.some((cell) => /^[-−]?\d+,\d+$/.test(cell.trim())));
  const number = (cell: string): unknown => {
    const plain = (decimalComma ? cell.replace(',', '.') : cell).replace('−', '-');
    const readable = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(plain) && !(decimalComma && cell.includes('.'));
    return readable ? Number(plain) : cell || null;
  };
  const places = indexColumns(header);
  const findPlaces = (columns: readonly string[]) =>
    columns.map((column) => [column, places.get(column) ?? -1] as const);
  const termPlaces = accounts.map((account) => ({
    account,
    fields: termFields.map((field) => [field, places.get(termColumn(field, account)) ?? -1] as const),
  }));
  const [texts, numbers] = [findPlaces(textColumns), findPlaces(numberFields)];
  const [[, symbolPlace] = ['', -1], [, namePlace] = ['', -1]] = findPlaces(['symbol', englishName]);
  // V8 creates and reads a copy with changed fields several times faster than an object to which fields are added one by one.
  const blank = { id: '', symbol: '', ...blankFields([...textColumns, ...numberFields, 'terms']) };
  const blankTerms = { account: '', ...blankFields(termFields) };
  return {
    header,
    decimalComma,
    unclosed,
    misquoted,
    rows: rows.slice(1).map(({ row, cells }) => {
      const at = (place: number) => (cells[place] ?? '').trim();
      const symbol = at(symbolPlace);
      const wire: WireInstrument = { ...blank, id: instrumentId(symbol), symbol };
      for (const [column, place] of texts) wire[column] = at(place) || null;
      wire[englishName] = at(namePlace);
      for (const [column, place] of numbers) wire[column] = number(at(place));
      wire.terms = termPlaces.map(({ account, fields }) => {
        const terms: Record<string, unknown> = { ...blankTerms, account };
        for (const [field, place] of fields) terms[field] = number(at(place));
        return terms;
      });
      return { row, cells, wire };
    }),
  };
}

/** Formats a figure without an exponent. */
function formatCell(value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  const text = String(value);
  if (!text.includes('e')) return text;
  const digits = [6, 7, 8].find((few) => Number(value.toFixed(few)) === value) ?? 8;
  return value.toFixed(digits);
}

function buildTable(instruments: readonly WireInstrument[]): { columns: string[]; rows: string[][] } {
  const readTerms = ({ terms }: WireInstrument) => (Array.isArray(terms) ? (terms as Record<string, unknown>[]) : []);
  const accounts = [...new Set(instruments.flatMap((one) => readTerms(one).map(({ account }) => String(account))))];
  const columns = [
    ...names,
    'aliases',
    ...contract,
    ...accounts.flatMap((account) => termFields.map((field) => termColumn(field, account))),
    ...afterTerms,
    'updatedAt',
  ];
  const rows = instruments.map((one) =>
    columns.map((column) => {
      const [field = '', account] = column.split('.', 2);
      if (account === undefined) return formatCell(one[field]);
      return formatCell(readTerms(one).find((terms) => terms['account'] === account)?.[field]);
    }),
  );
  return { columns, rows };
}

/** Writes instruments as the text of a file that `readInstruments` reads back. */
export function writeInstruments(instruments: readonly WireInstrument[]): string {
  const { columns, rows } = buildTable(instruments);
  return writeCsv([columns, ...rows]);
}

/** A row without the line break at its end. */
function line(cells: readonly string[]): string {
  return writeCsv([cells]).slice(0, -1);
}

/** The same text in parts: the header, and the line of each instrument by its id, without line breaks. */
export function instrumentLines(instruments: readonly WireInstrument[]): { header: string; rows: Map<string, string> } {
  const { columns, rows } = buildTable(instruments);
  return { header: line(columns), rows: new Map(instruments.map(({ id }, index) => [id, line(rows[index] ?? [])])) };
}
