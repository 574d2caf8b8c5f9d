/** Editors write tables as JSON lists; these rules describe what is wrong with one before it can break a page. */
import type { Problem } from './problem';

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

function cellFault(cell: unknown, format: unknown): string | null {
  if (Array.isArray(cell)) {
    if (format !== 'sparkline') return 'is a list; only a column with the content “sparkline” takes lists of numbers';
    if (cell.length < 2 || !cell.every((point) => typeof point === 'number'))
      return 'must be a list of two or more numbers';
    return null;
  }
  if (format === 'sparkline') return 'must be a list of numbers, because its column has the content “sparkline”';
  if (typeof cell === 'string' || typeof cell === 'boolean') return null;
  if (typeof cell === 'number' && Number.isFinite(cell)) return null;
  return 'must be a text in quotes, a number, true or false';
}

/** @param table its columns and rows. @param name identifies the table on the page for the editor. */
export function tableProblems(table: Part, path: Path, name: string): Problem[] {
  const problems: Problem[] = [];
  const at = [...path, 'rows'];
  const rows = asList(table.rows, `${name}, rows`, at, problems);
  const columns = parts(table.columns);
  for (const [index, row] of (rows ?? []).entries()) {
    const which = `${name}, row ${index + 1}`;
    if (!Array.isArray(row))
      problems.push({ path: at, message: `${which} must be a list of cells in square brackets.` });
    else if (columns.length > 0 && row.length !== columns.length) {
      problems.push({
        path: at,
        message: `${which} has ${count(row.length, 'cell')}; the table has ${count(columns.length, 'column')}.`,
      });
    } else {
      for (const [place, cell] of row.entries()) {
        const fault = cellFault(cell, columns[place]?.format);
        if (fault)
          problems.push({ path: at, message: `${which}, ${columnName(columns[place]?.label, place)} ${fault}.` });
      }
    }
  }
  return problems;
}

/** Each row of a comparison must have one value per column. */
export function comparisonProblems(block: Part, path: Path, name: string): Problem[] {
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
      const fault = cellFault(cell, 'text');
      if (fault) problems.push({ path: at, message: `${which}, ${columnName(columns[place]?.name, place)} ${fault}.` });
    }
  }
  return problems;
}

const columnName = (label: unknown, place: number) => (label ? `column “${String(label)}”` : `column ${place + 1}`);

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
