/** Symbols in tables that are made from instruments lead to the pages of those. */
import type { Cell, Column, Table } from '../../content/model-blocks.ts';
import type { Html } from '../../content/model-values.ts';
import { linkTo } from '../route-patterns.ts';

/** A symbol at the beginning of a cell, as `site/figures/instrument-table.ts` writes it. */
const symbolFirst = /^(<strong>)?([A-Z][A-Z0-9.]*)/;

function linked(cell: Cell, column: Column | undefined): Cell {
  if (typeof cell !== 'string' || (column?.figure !== 'symbol' && column?.figure !== 'symbolAndName')) return cell;
  return cell.replace(symbolFirst, (_, strong: string | undefined, symbol: string) => {
    const path = linkTo('/cfd-asset-list/:symbol', { symbol: symbol.toLowerCase() });
    return `${strong ?? ''}<a href="${path}">${symbol}</a>`;
  }) as Html;
}

export function withLinkedSymbols(table: Table): Table {
  // Rows that were typed name what they like.
  if (!table.instruments?.length) return table;
  return { ...table, rows: table.rows.map((row) => row.map((cell, index) => linked(cell, table.columns[index]))) };
}
