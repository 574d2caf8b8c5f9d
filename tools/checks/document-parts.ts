/** What the pages of requirements and threats share: tables, and references to tests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

export interface CheckedDocument {
  /** The page in Markdown. */
  page: string;
  rows: number;
  findings: string[];
}

/** Returns the data when it has the form of the schema. Otherwise throws an error that names each wrong place. */
export function parseData<Output>(schema: v.GenericSchema<unknown, Output>, data: unknown): Output {
  const { success, issues, output } = v.safeParse(schema, data);
  if (success) return output;
  throw new Error(issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'));
}

export function renderPage(parts: readonly string[]): string {
  return `${parts.map((part) => part.trim()).join('\n\n')}\n`;
}

/** In data: the path of a test file › the exact title of a test. */
const testReference = /^(\S+\.test\.tsx?) › (.+)$/;

type Cell = string | number | readonly string[] | undefined;

/** Writes a reference as the pages show it, with its path as code. */
function renderCell(cell: Cell): string {
  const lines = Array.isArray(cell)
    ? cell.map((line: string) => line.replace(/^\S+\.test\.tsx?(?= › )|^docs\/\S+\.md$/, '`$&`'))
    : [String(cell ?? '')];
  return lines.join('<br>').replaceAll('|', String.raw`\|`);
}

/** Writes rows as a Markdown table; the keys of the rows are its heading. */
export function renderTable(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [keys, keys.map(() => '---'), ...rows.map((row) => keys.map((key) => renderCell(row[key])))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Whether a file contains the title as a string, in which quotes may be escaped. */
function holdsTitle(source: string, title: string): boolean {
  const plain = source.replaceAll(/\\(['"`])/g, '$1');
  return ["'", '"', '`'].some((quote) => plain.includes(`${quote}${title}${quote}`));
}

/** Says why a reference to a test is wrong: null when the test exists, undefined when the text refers to no test. */
export function findWrongTest(reference: string, root: string): string | null | undefined {
  const [, path = '', title = ''] = testReference.exec(reference) ?? [];
  if (!path) return undefined;
  if (!existsSync(join(root, path))) return `${path} does not exist`;
  return holdsTitle(readFileSync(join(root, path), 'utf8'), title) ? null : `${path} has no test “${title}”`;
}
