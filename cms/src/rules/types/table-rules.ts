/** Editors write tables as JSON lists; these rules describe what is wrong with one before it can break a page. */
import type { Problem } from '../problem';

type Path = (string | number)[];
type Part = Record<string, unknown>;

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);
const parts = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : []);

/** Parses the value when it is a string: the panel sends the raw text of a JSON field when it is not valid JSON. */
function asList(value: unknown, what: string, path: Path, problems: Problem[]): unknown[] | null {
  if (value === undefined || value === null) return null;
  let list = value;
  if (typeof value === 'string') {
    try {
      list = JSON.parse(value);
    } catch {
      problems.push({
        path,
        message: `${what}: this is not valid JSON. Check the quotes, the commas and the brackets.`,
      });
      return null;
    }
  }
  if (Array.isArray(list)) return list;
  problems.push({ path, message: `${what}: this must be a list in square brackets.` });
  return null;
}

function findCellFault(cell: unknown): string | null {
  if (typeof cell === 'string' || typeof cell === 'boolean') return null;
  if (typeof cell === 'number' && Number.isFinite(cell)) return null;
  return 'must be a text in quotes, a number, true or false';
}

/** @param table its columns and rows. @param name identifies the table on the page for the editor. */
export function findTableProblems(table: Part, path: Path, name: string): Problem[] {
  const problems: Problem[] = [];
  const at = [...path, 'rows'];
  const rows = asList(table.rows, `${name}, rows`, at, problems);
  const instruments = typeof table.instruments === 'string' && table.instruments.trim() !== '';
  const all = parts(table.columns);
  // In a table of instruments a row has its symbol, and cells for the columns that show no figure.
  const columns = instruments ? [{ label: 'symbol' }, ...all.filter(({ figure }) => !figure)] : all;
  if (instruments && all.length > 0 && !all.some(({ figure }) => figure))
    problems.push({
      path: [...path, 'columns'],
      message: `${name} names instruments, but no column has a figure. Choose one for each column that they fill.`,
    });
  if (!instruments && rows === null && problems.length === 0)
    problems.push({ path: at, message: `${name} needs rows, or instruments whose figures fill it.` });
  for (const [index, row] of (rows ?? []).entries()) {
    const which = `${name}, row ${index + 1}`;
    if (!Array.isArray(row))
      problems.push({ path: at, message: `${which} must be a list of cells in square brackets.` });
    else if (columns.length > 0 && row.length !== columns.length) {
      problems.push({
        path: at,
        message: `${which} has ${count(row.length, 'cell')}; ${instruments ? 'it needs' : 'the table has'} ${count(columns.length, 'column')}.`,
      });
    } else {
      for (const [place, cell] of row.entries()) {
        const fault = findCellFault(cell);
        if (fault)
          problems.push({ path: at, message: `${which}, ${columnName(columns[place]?.label, place)} ${fault}.` });
      }
    }
  }
  return problems;
}

/** Each row of a comparison must have one value per column. */
export function findComparisonProblems(block: Part, path: Path, name: string): Problem[] {
  const problems: Problem[] = [];
  const columns = parts(block.columns);
  for (const [index, row] of parts(block.rows).entries()) {
    const at = [...path, 'rows', index, 'values'];
    const which = `${name}, property ${row.label ? `“${String(row.label)}”` : index + 1}`;
    const values = asList(row.values, which, at, problems);
    if (!values) continue;
    if (values.length !== columns.length) {
      problems.push({
        path: at,
        message: `${which} has ${count(values.length, 'value')}; ${count(columns.length, 'thing is', 'things are')} compared.`,
      });
    }
    for (const [place, cell] of values.entries()) {
      const fault = findCellFault(cell);
      if (fault) problems.push({ path: at, message: `${which}, ${columnName(columns[place]?.name, place)} ${fault}.` });
    }
  }
  return problems;
}

const columnName = (label: unknown, place: number) => (label ? `column “${String(label)}”` : `column ${place + 1}`);

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
