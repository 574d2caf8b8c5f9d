/**
 * Two documents are data: `docs/requirements.yaml` and `docs/threats.yaml`. `npm run format` writes a page from each, and `npm run check` compares.
 * Here is what both share: reading, comparing and writing, tables, and references to tests.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';
import { wrapMarkdown } from './prose.ts';

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
  return wrapMarkdown(`${parts.map((part) => part.trim()).join('\n\n')}\n`);
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

type Check = (data: unknown, root: string) => CheckedDocument;

function readDocument(name: string, check: Check, root: string): CheckedDocument & { file: string } {
  const data = load(readFileSync(join(root, `docs/${name}.yaml`), 'utf8'));
  return { ...check(data, root), file: join(root, `docs/${name}.md`) };
}

/** Checks the data of a document, and that its page is the one that the data makes. */
export function checkDocument(name: string, check: Check, root: string): CheckedDocument {
  const { file, page, rows, findings } = readDocument(name, check, root);
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === page;
  const stale = `docs/${name}.md is not the page of docs/${name}.yaml: run \`npm run format\``;
  return { page, rows, findings: isCurrent ? findings : [...findings, stale] };
}

/** Writes the page of a document. */
export function writePage(name: string, check: Check, root: string): void {
  const { file, page } = readDocument(name, check, root);
  writeFileSync(file, page);
}
