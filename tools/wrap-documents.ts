/** Wraps the lines of Markdown documents. Tables, code, HTML and what cannot be broken stay longer. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles } from './checks/project-files.ts';

const longest = 100;
const marker = /^(?:[-*+]|\d+\.) (?:\[[ x]\] )?/;
/** A line that is never joined with others: empty, a table, a heading, HTML, a quotation, a rule, a hard break. */
const standsAlone = /^\s*(?:$|[|#>]|<(?!a )|---)|(?: {2}|\\)$/;
/** A line must not begin with a word that starts a list, a heading or a quotation there. */
const startsBlock = /^(?:[-*+=#>|]+|\d+[.)])$/;

/** Breaks the words of a paragraph or an item into lines. */
function fill(lines: readonly string[]): string[] {
  const [first = ''] = lines;
  const indent = /^\s*/.exec(first)?.[0] ?? '';
  const [bullet = ''] = marker.exec(first.trimStart()) ?? [];
  const text = lines
    .map((line) => line.trim())
    .join(' ')
    .slice(bullet.length);
  const filled: string[] = [];
  let line = indent + bullet;
  let isEmpty = true;
  // A code span stays on one line.
  for (const word of text.match(/(?:`+[^`]*`+|[^\s`]|`)+/g) ?? []) {
    if (!isEmpty && line.length + 1 + word.length > longest && !startsBlock.test(word)) {
      filled.push(line);
      line = indent + ' '.repeat(bullet.length) + word;
    } else line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...filled, line];
}

/** Wraps the paragraphs and items that have a line that is too long; the others stay as they are. */
export function wrapMarkdown(text: string): string {
  const wrapped: string[] = [];
  let block: string[] = [];
  let fence = '';
  const endBlock = () => {
    wrapped.push(...(block.some((line) => line.length > longest) ? fill(block) : block));
    block = [];
  };
  for (const line of text.split('\n')) {
    const [mark = ''] = /^\s*(?:```+|~~~+)/.exec(line) ?? [];
    if (fence || mark || standsAlone.test(line)) {
      endBlock();
      wrapped.push(line);
      if (mark) fence = fence ? (mark.trim().startsWith(fence) ? '' : fence) : mark.trim();
    } else {
      if (marker.test(line.trimStart())) endBlock();
      block.push(line);
    }
  }
  endBlock();
  return wrapped.join('\n');
}

/** Wraps every document of the project. With `isDry` it only tells which would change. @returns their paths. */
export function wrapDocuments(root: string, isDry = false): string[] {
  return projectFiles(root).filter((file) => {
    if (!file.endsWith('.md')) return false;
    const text = readFileSync(join(root, file), 'utf8');
    const wrapped = wrapMarkdown(text);
    if (!isDry && wrapped !== text) writeFileSync(join(root, file), wrapped);
    return wrapped !== text;
  });
}
