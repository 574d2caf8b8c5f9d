/** The cells of a table as its grid shows them, and what a typed cell becomes. The stored JSON stays as it is for every cell that nobody changes. */
export type Cell = string | number | boolean;
export interface GridColumn {
  label: string;
  /** `number`: typed figures are stored as numbers, which the site writes as each language does. */
  format?: string | undefined;
}

/** `true` and `false` stand for a tick and a dash. */
export const tick = '✓';
export const dash = '–';

const isCell = (value: unknown): value is Cell => ['string', 'number', 'boolean'].includes(typeof value);

/** The rows of a field; null when the value is no table that a grid can show. @param isList the value is one row. */
export function readRows(value: unknown, isList: boolean): Cell[][] | null {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  if (parsed === null || parsed === undefined) return [];
  const rows = isList ? [parsed] : parsed;
  return Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.every(isCell))
    ? (rows as Cell[][])
    : null;
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function showCell(cell: Cell | undefined): string {
  if (typeof cell === 'boolean') return cell ? tick : dash;
  return cell === undefined ? '' : String(cell);
}

/** What a typed or pasted cell becomes. @param before the stored cell: an unchanged cell keeps its stored value. */
export function writeCell(typed: string, before: Cell | undefined, { format }: GridColumn): Cell {
  const text = typed.replace(/\s+/g, ' ').trim();
  if (before !== undefined && text === showCell(before)) return before;
  if (text === tick || text.toLowerCase() === 'true') return true;
  if (text === dash || text.toLowerCase() === 'false') return false;
  const isNumber = /^[-−]?\d+(?:\.\d+)?$/.test(text) && (format === 'number' || typeof before === 'number');
  return isNumber ? Number(text.replace('−', '-')) : text;
}

/** The rows after a change in the grid. @param before the cells of the same rows; a row that is new has none. */
export function writeRows(
  typed: readonly (readonly string[])[],
  before: readonly (readonly Cell[])[],
  columns: readonly GridColumn[],
): Cell[][] {
  return typed.map((row, index) => columns.map((column, at) => writeCell(row[at] ?? '', before[index]?.[at], column)));
}
