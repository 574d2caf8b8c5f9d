/** Builds the rows of tables that name instruments and columns. */
import type { Cell, Column, Table } from '../../content/model-blocks.ts';
import type { Html } from '../../content/model-values.ts';
import type { Instrument } from '../../content/model.ts';
import type { ColumnFigure } from '../../content/model-instruments.ts';
import { FigureFault, figureText, rounded } from './figure.ts';
import { classesNamed, instrumentBySymbol, listedAccount } from './find-instruments.ts';
import { swapText, termsFor } from './instrument-figures.ts';
import { type Filling, instrumentFigure, sharedFigures } from './instrument-values.ts';

type InstrumentTable = Pick<Table, 'columns' | 'rows'> & { instruments: string[] };

export function isInstrumentTable(value: object): value is InstrumentTable {
  return 'instruments' in value && 'columns' in value && Array.isArray(value.instruments);
}

function escaped(text: string): Html {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;') as Html;
}

/** A class stands for all of its instruments, in their own order. */
function listInstruments({ instruments }: InstrumentTable, filling: Filling): Instrument[] {
  const { read, locale, onFault } = filling;
  return instruments.flatMap((name) => {
    const classes = classesNamed(name);
    if (classes.length > 0)
      return classes.flatMap((one) => read.list('instrument', locale, { relation: ['class', one] }));
    const instrument = instrumentBySymbol(name, filling);
    if (!instrument) onFault(`the table names ${name}: there is no such instrument or class; its row is left out`);
    return instrument ?? [];
  });
}

/** The account of a column: the one that it names, else the one that the site recommends. */
function chooseAccount({ account }: Column, { read, locale }: Filling): string | undefined {
  return account ?? listedAccount(read.list('account-type', locale))?.id;
}

/** How many trading days the small chart of a column draws: four weeks of most markets. The headings of such columns say it. */
const daysOfChart = 20;

/** The latest closes, oldest first; a dash where they are too few for a line. */
function closes({ id }: Instrument, { read, locale }: Filling): Cell {
  const bars = read.get('price-history', id, locale)?.bars.slice(-daysOfChart) ?? [];
  return bars.length > 1 ? bars.map(({ close }) => close) : ('–' as Html);
}

/** The text of a column without figures; null for a column of figures. */
function words(figure: ColumnFigure, { symbol, name, calendar }: Instrument, { read, locale }: Filling): Html | null {
  switch (figure) {
    case 'symbol':
      return escaped(symbol);
    case 'name':
      return escaped(name);
    case 'symbolAndName':
      return `<strong>${escaped(symbol)}</strong> ${escaped(name)}` as Html;
    case 'hours':
      return escaped(read.get('trading-calendar', calendar, locale)?.name ?? '–');
    default:
      return null;
  }
}

/** A column of numbers says the unit in its heading; in any other a figure has its own. */
function writeCell(figure: ColumnFigure, column: Column, instrument: Instrument, filling: Filling): Cell {
  if (figure === 'chart') return closes(instrument, filling);
  const named = words(figure, instrument, filling);
  if (named !== null) return named;
  const isShared = sharedFigures.has(figure);
  const account = isShared ? undefined : chooseAccount(column, filling);
  // Not every account has every instrument.
  if (!isShared && !termsFor(instrument, account ?? null)) return '–' as Html;
  const found = instrumentFigure(instrument, figure, account, filling);
  if (column.format === 'number') return rounded(found.amount);
  // The heading of a column of swaps gives their unit, as in the list of instruments.
  if (figure === 'swapLong' || figure === 'swapShort')
    return swapText(instrument, instrument[figure], filling.words) as Html;
  return figureText(found, filling.words) as Html;
}

/** The rows of a table. A column without a figure takes its cells from the typed rows, each of which begins with a symbol. */
export function tableRows(table: InstrumentTable, filling: Filling): Cell[][] {
  const typed = new Map(table.rows.map(([symbol, ...cells]) => [String(symbol), cells]));
  return listInstruments(table, filling).map((instrument) => {
    const own = (typed.get(instrument.symbol) ?? []).values();
    return table.columns.map((column): Cell => {
      if (!column.figure) return own.next().value ?? ('' as Html);
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
