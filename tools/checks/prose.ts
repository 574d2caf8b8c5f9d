/** What people read: the comments of source files, the prose and the anchors of Markdown, and the wrapping of its lines. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { projectFiles } from './project-files.ts';

export interface CodeComment {
  text: string;
  /** The line on which the comment begins, from 1. */
  line: number;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/**
 * The comments of a source file, without what only looks like one in strings and in JSX text.
 * @param file selects by its extension how to read the text: CSS with a pattern, everything else with a parser.
 */
export function readComments(file: string, text: string): CodeComment[] {
  if (file.endsWith('.css'))
    return [...text.matchAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g)].map(({ 0: comment, index }) => ({
      text: comment,
      line: lineAt(text, index),
    }));
  return parseSync(file, text).comments.map(({ value, start }) => ({ text: value, line: lineAt(text, start) }));
}

/** Markdown with the contents of code fences removed, because commands and pictures are no references. Keeps line breaks, and so line numbers. */
export function removeFences(markdown: string): string {
  return markdown.replaceAll(/^(```+)[\s\S]*?^\1/gm, (fence) => fence.replaceAll(/[^\n]/g, ''));
}

/** The anchors of a Markdown document: those that GitHub generates for its headings, and its `<a id="…">`. */
export function readAnchors(markdown: string): Set<string> {
  const headings = [...removeFences(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

const longest = 100;
/** What does not begin or continue a paragraph: an empty line, a table, a heading, a quotation, HTML, a rule. */
const noProse = String.raw`(?!\s*(?:$|[|#>]|<(?!a )|---))`;
const paragraph = new RegExp(String.raw`^${noProse}.*(?:\n${noProse}(?!\s*(?:[-*+]|\d+\.) ).+)*`, 'gm');
/** A line must not begin with a word that starts a list, a heading or a quotation there. */
const startsBlock = /^(?:[-*+=#>|]+|\d+[.)])$/;

/** Breaks a paragraph or a list item into lines when one is too long. Code in backticks stays on one line. */
function fill(text: string): string {
  if (text.split('\n').every((line) => line.length <= longest)) return text;
  const [begin = '', indent = '', bullet = ''] = /^(\s*)((?:[-*+]|\d+\.) )?/.exec(text) ?? [];
  const [first = '', ...words] = text.slice(begin.length).match(/(?:`+[^`]*`+|[^\s`]|`)+/g) ?? [];
  const lines: string[] = [];
  let line = begin + first;
  for (const word of words) {
    if (line.length + 1 + word.length <= longest || startsBlock.test(word)) line += ` ${word}`;
    else {
      lines.push(line);
      line = `${indent}${' '.repeat(bullet.length)}${word}`;
    }
  }
  return [...lines, line].join('\n');
}

/** Wraps the paragraphs and items that have a line that is too long. Tables, code, HTML and what cannot be broken stay longer. */
export function wrapMarkdown(markdown: string): string {
  const parts = markdown.split(/(^\s*```[^]*?^\s*```$)/m);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(paragraph, fill))).join('');
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
