/**
 * Reads `instruments.csv` and `daily-bars.csv` of the demonstration (its README lists the columns). The site's own feed is stricter, and `npm run
 * check` has checked this file; Strapi refuses the faults of any other file with the name of the field.
 */
import { readFileSync } from 'node:fs';
import type { Attributes } from '../setup/content-types';
import type { Source } from './read-demo';

export const instrumentFile = 'instruments.csv';

const isNumber = (attributes: Attributes, name: string) =>
  attributes[name]?.type === 'float' || attributes[name]?.type === 'integer';

/** The cells of a row: separated by commas, with quotation marks where a cell contains one or a comma. */
function parseCells(line: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') {
      // Two quotation marks inside a quoted cell mean one.
      if (!quoted && cell !== '') cell += sign;
      quoted = !quoted;
    } else if (sign === ',' && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

function parseRows(text: string): string[][] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  return lines.filter((line) => line !== '').map(parseCells);
}

export const dailyBarFile = 'daily-bars.csv';

/** The price histories of `daily-bars.csv`, one for each symbol: its days as lines. */
export function readPriceHistories(file: string): Source[] {
  const histories = new Map<string, string[]>();
  for (const [symbol = '', ...bar] of parseRows(readFileSync(file, 'utf8')).slice(1)) {
    const lines = histories.get(symbol) ?? [];
    lines.push(bar.join(','));
    histories.set(symbol, lines);
  }
  return [...histories].map(([symbol, lines]) => ({
    id: deriveKey(symbol),
    symbol,
    bars: lines.join('\n'),
    updatedAt: `${(lines.at(-1) ?? '').slice(0, 10)}T00:00:00Z`,
  }));
}

function deriveKey(symbol: string): string {
  return symbol.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

/** @param terms the attributes of the component with the costs of an account. */
export function readInstruments(file: string, attributes: Attributes, terms: Attributes): Source[] {
  const [header = [], ...rows] = parseRows(readFileSync(file, 'utf8'));
  return rows.map((cells) => {
    const source: Source = { id: '' };
    const accounts = new Map<string, Record<string, unknown>>();
    for (const [index, column] of header.entries()) {
      const cell = cells[index] ?? '';
      if (cell === '') continue;
      const [field = '', account] = column.split('.', 2);
      if (account === undefined) source[field] = isNumber(attributes, field) ? Number(cell) : cell;
      else {
        const costs = accounts.get(account) ?? { account };
        costs[field] = isNumber(terms, field) ? Number(cell) : cell;
        accounts.set(account, costs);
      }
    }
    source.terms = [...accounts.values()];
    source.id = deriveKey(String(source.symbol ?? ''));
    return source;
  });
}
