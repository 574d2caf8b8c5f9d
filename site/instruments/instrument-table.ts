/** Builds the rows of tables that name instruments and columns. */
import type { Cell, Column, Table } from '../../content/model-blocks.ts';
import type { Html } from '../../content/model-values.ts';
import type { Instrument } from '../../content/model.ts';
import type { ColumnFigure } from '../../content/model-instruments.ts';
import { FigureFault, formatFigure, roundAmount } from './figure.ts';
import { findClasses, findBySymbol, findListedAccount } from './find-instruments.ts';
import { formatSwap, findTerms } from './instrument-figures.ts';
import { type Filling, findInstrumentFigure, sharedFigures } from './instrument-values.ts';

type InstrumentTable = Pick<Table, 'columns' | 'rows'> & { instruments: string[] };

export function isInstrumentTable(value: object): value is InstrumentTable {
  return 'instruments' in value && 'columns' in value && Array.isArray(value.instruments);
}

function escapeHtml(text: string): Html {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;') as Html;
}

/** Lists the instruments of a table; the name of a class adds all of its instruments, in their order. */
function listInstruments({ instruments }: InstrumentTable, filling: Filling): Instrument[] {
  const { read, locale, onFault } = filling;
  return instruments.flatMap((name) => {
    const classes = findClasses(name);
    if (classes.length > 0)
      return classes.flatMap((one) => read.list('instrument', locale, { relation: ['class', one] }));
    const instrument = findBySymbol(name, filling);
    if (!instrument) onFault(`the table names ${name}: there is no such instrument or class; its row is left out`);
    return instrument ?? [];
  });
}

/** Chooses the account of a column: the one that it names, else the one that the site recommends. */
function chooseAccount({ account }: Column, { read, locale }: Filling): string | undefined {
  return account ?? findListedAccount(read.list('account-type', locale))?.id;
}

/** The trading days of the small chart in a column: four weeks of most markets. The headings of such columns name this number. */
const chartDays = 20;

/** Reads the latest closes, oldest first; a dash when there are too few for a line. */
function readCloses({ id }: Instrument, { read, locale }: Filling): Cell {
  const bars = read.get('price-history', id, locale)?.bars.slice(-chartDays) ?? [];
  return bars.length > 1 ? bars.map(({ close }) => close) : ('–' as Html);
}

/** Formats the text of a column without figures; null for a column of figures. */
function formatWords(
  figure: ColumnFigure,
  { symbol, name, calendar }: Instrument,
  { read, locale }: Filling,
): Html | null {
  switch (figure) {
    case 'symbol':
      return escapeHtml(symbol);
    case 'name':
      return escapeHtml(name);
    case 'symbolAndName':
      return `<strong>${escapeHtml(symbol)}</strong> ${escapeHtml(name)}` as Html;
    case 'hours':
      return escapeHtml(read.get('trading-calendar', calendar, locale)?.name ?? '–');
    default:
      return null;
  }
}

/** Writes a cell. A column of numbers has the unit in its heading; in other columns each figure has its unit. */
function writeCell(figure: ColumnFigure, column: Column, instrument: Instrument, filling: Filling): Cell {
  if (figure === 'chart') return readCloses(instrument, filling);
  const named = formatWords(figure, instrument, filling);
  if (named !== null) return named;
  const isShared = sharedFigures.has(figure);
  const account = isShared ? undefined : chooseAccount(column, filling);
  // Not every account has every instrument.
  if (!isShared && !findTerms(instrument, account ?? null)) return '–' as Html;
  const found = findInstrumentFigure(instrument, figure, account, filling);
  if (column.format === 'number') return roundAmount(found.amount);
  // The heading of a column of swaps gives their unit, as in the list of instruments.
  if (figure === 'swapLong' || figure === 'swapShort')
    return formatSwap(instrument, instrument[figure], filling.words) as Html;
  return formatFigure(found, filling.words) as Html;
}

/** Builds the rows of a table. The cells of a column without a figure come from the typed rows, each of which begins with a symbol. */
export function fillRows(table: InstrumentTable, filling: Filling): Cell[][] {
  const typed = new Map(table.rows.map(([symbol, ...cells]) => [String(symbol), cells]));
  return listInstruments(table, filling).map((instrument) => {
    const typedCells = (typed.get(instrument.symbol) ?? []).values();
    return table.columns.map((column): Cell => {
      if (!column.figure) return typedCells.next().value ?? ('' as Html);
      try {
        return writeCell(column.figure, column, instrument, filling);
      } catch (error) {
        if (!(error instanceof FigureFault)) throw error;
        filling.onFault(`the table's column “${column.label}”: ${error.message}`);
        return '–' as Html;
      }
    });
  });
}
