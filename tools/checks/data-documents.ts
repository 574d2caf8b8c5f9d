/**
 * Reads, renders and compares the documents that are data: `docs/requirements.yaml` and `docs/threats.yaml`. `npm run format` writes a page from each,
 * and `npm run check` compares the pages.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';
import { wrapMarkdown } from './prose.ts';

/** A text that is not empty. */
export const words = v.pipe(v.string(), v.minLength(1));

export interface CheckedDocument {
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

type Cell = string | number | readonly string[] | undefined;

/** Writes rows as a Markdown table, paths as code; the keys of the rows are its heading. */
export function renderTable(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const render = (cell: Cell = '') =>
    [cell]
      .flat()
      .map((line) => String(line).replace(/^\S+\.test\.tsx?(?= › )|^docs\/\S+\.md$/, '`$&`'))
      .join('<br>');
  const lines = [
    keys,
    keys.map(() => '---'),
    ...rows.map((row) => keys.map((key) => render(row[key]).replaceAll('|', '\\|'))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Explains why a reference (`path › exact title`) is wrong; null when the test exists, undefined when the text does not refer to a test. */
export function findWrongTest(reference: string, root: string): string | null | undefined {
  const [, path = '', title = ''] = /^(\S+\.test\.tsx?) › (.+)$/.exec(reference) ?? [];
  if (!path) return undefined;
  if (!existsSync(join(root, path))) return `${path} does not exist`;
  // The source may escape quotes.
  const source = readFileSync(join(root, path), 'utf8').replaceAll(/\\(['"`])/g, '$1');
  const hasTitle = ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));
  return hasTitle ? null : `${path} has no test “${title}”`;
}

/**
 * Checks the data of a document, and compares its page with the data.
 * @param isWriting writes the page first.
 */
export function checkDocument(
  name: string,
  check: (data: unknown, root: string) => CheckedDocument,
  root: string,
  isWriting = false,
): CheckedDocument {
  const { page, rows, findings } = check(load(readFileSync(join(root, `docs/${name}.yaml`), 'utf8')), root);
  const file = join(root, `docs/${name}.md`);
  if (isWriting) writeFileSync(file, page);
  if (readFileSync(file, 'utf8') !== page) findings.push(`${file} does not match its data: run \`npm run format\``);
  return { page, rows, findings };
}
