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
const nameColumns = ['symbol', 'assetClass', ...locales.map(instrumentNameField)];
const contractColumns = ['baseCurrency', 'quoteCurrency', 'contractSize', 'contractUnit', 'tickSize', 'pipSize'];
const trailing = [
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
export const requiredColumns: readonly string[] = [...nameColumns, ...contractColumns, ...trailing];

/** Builds the name of a column whose figure differs by account: `spread.prime`. */
export function buildTermColumn(field: string, account: string): string {
  return `${field}.${account}`;
}

/** Finds the accounts that have columns in a header, in their order. */
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
export function toInstrumentId(symbol: string): string {
  return symbol
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Maps each column of a header to its index; the first index counts when a column appears twice. */
export function indexColumns(header: readonly string[]): Map<string, number> {
  return new Map(header.map((column, index) => [column, index] as const).toReversed());
}

function createBlankFields(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Parses the text of a file. A cell that should be a number but is not stays a string; an empty cell becomes null. */
export function readInstruments(text: string): InstrumentTable {
  const { rows, separator, unclosed, misquoted } = parseCsv(text);
  const header = (rows[0]?.cells ?? []).map((cell) => cell.trim());
  const accounts = findAccounts(header);
  const decimalComma =
    separator !== ',' && rows.slice(1).some(({ cells }) => cells.some((cell) => /^[-−]?\d+,\d+$/.test(cell.trim())));
  const parseNumber = (cell: string): unknown => {
    const plain = (decimalComma ? cell.replace(',', '.') : cell).replace('−', '-');
    const readable = /^-?\d{1,15}(?:\.\d{1,15})?$/.test(plain) && !(decimalComma && cell.includes('.'));
    return readable ? Number(plain) : cell || null;
  };
  const indexes = indexColumns(header);
  const findIndexes = (columns: readonly string[]) =>
    columns.map((column) => [column, indexes.get(column) ?? -1] as const);
  const termIndexes = accounts.map((account) => ({
    account,
    fields: termFields.map((field) => [field, indexes.get(buildTermColumn(field, account)) ?? -1] as const),
  }));
  const [texts, numbers] = [findIndexes(textColumns), findIndexes(numberFields)];
  const [[, symbolIndex] = ['', -1], [, nameIndex] = ['', -1]] = findIndexes(['symbol', englishName]);
  // V8 creates and reads a copy with changed fields several times faster than an object to which fields are added one by one.
  const blank = { id: '', symbol: '', ...createBlankFields([...textColumns, ...numberFields, 'terms']) };
  const blankTerms = { account: '', ...createBlankFields(termFields) };
  return {
    header,
    decimalComma,
    unclosed,
    misquoted,
    rows: rows.slice(1).map(({ row, cells }) => {
      const readCell = (index: number) => (cells[index] ?? '').trim();
      const symbol = readCell(symbolIndex);
      const wire: WireInstrument = { ...blank, id: toInstrumentId(symbol), symbol };
      for (const [column, index] of texts) wire[column] = readCell(index) || null;
      wire[englishName] = readCell(nameIndex);
      for (const [column, index] of numbers) wire[column] = parseNumber(readCell(index));
      wire.terms = termIndexes.map(({ account, fields }) => {
        const terms: Record<string, unknown> = { ...blankTerms, account };
        for (const [field, index] of fields) terms[field] = parseNumber(readCell(index));
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
    ...nameColumns,
    'aliases',
    ...contractColumns,
    ...accounts.flatMap((account) => termFields.map((field) => buildTermColumn(field, account))),
    ...trailing,
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

/** Formats a row without the line break at its end. */
function formatLine(cells: readonly string[]): string {
  return writeCsv([cells]).slice(0, -1);
}

/** Writes the same text in parts: the header, and the line of each instrument by its id, without line breaks. */
export function formatLines(instruments: readonly WireInstrument[]): { header: string; rows: Map<string, string> } {
  const { columns, rows } = buildTable(instruments);
  return {
    header: formatLine(columns),
    rows: new Map(instruments.map(({ id }, index) => [id, formatLine(rows[index] ?? [])])),
  };
}
