/** Reads comments of source files, and prose and anchors of Markdown; wraps the lines of Markdown. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { listSourceFiles } from './project-files.ts';

export interface CodeComment {
  text: string;
  /** The line on which the comment begins, from 1. */
  line: number;
}

const countLine = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/**
 * Reads the comments of a source file. Ignores text that only looks like a comment in strings and in JSX.
 * @param file selects by its extension how to read the text: CSS with a pattern, everything else with a parser.
 */
export function readComments(file: string, text: string): CodeComment[] {
  if (file.endsWith('.css'))
    return [...text.matchAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g)].map(({ 0: comment, index }) => ({
      text: comment,
      line: countLine(text, index),
    }));
  return parseSync(file, text).comments.map(({ value, start }) => ({ text: value, line: countLine(text, start) }));
}

/** Empties code fences, because commands and pictures are not references. Keeps line breaks, and so line numbers. */
export function removeFences(markdown: string): string {
  return markdown.replaceAll(/^(```+)[\s\S]*?^\1/gm, (fence) => fence.replaceAll(/[^\n]/g, ''));
}

/** Lists the anchors of a Markdown document: those that GitHub generates for headings, and `<a id="…">`. */
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

const maxLineLength = 100;
/** Matches only before a line of a paragraph, not before an empty line, a table, a heading, a quotation, HTML or a rule. */
const notProse = String.raw`(?!\s*(?:$|[|#>]|<(?!a )|---))`;
const paragraph = new RegExp(String.raw`^${notProse}.*(?:\n${notProse}(?!\s*(?:[-*+]|\d+\.) ).+)*`, 'gm');
/** A line must not begin with a word that starts a list, a heading or a quotation there. */
const startsBlock = /^(?:[-*+=#>|]+|\d+[.)])$/;

/** Breaks a paragraph or a list item into lines when one is too long. Code in backticks stays on one line. */
function fill(text: string): string {
  if (text.split('\n').every((line) => line.length <= maxLineLength)) return text;
  const [begin = '', indent = '', bullet = ''] = /^(\s*)((?:[-*+]|\d+\.) )?/.exec(text) ?? [];
  const [first = '', ...words] = text.slice(begin.length).match(/(?:`+[^`]*`+|[^\s`]|`)+/g) ?? [];
  const lines: string[] = [];
  let line = begin + first;
  for (const word of words) {
    if (line.length + 1 + word.length <= maxLineLength || startsBlock.test(word)) line += ` ${word}`;
    else {
      lines.push(line);
      line = `${indent}${' '.repeat(bullet.length)}${word}`;
    }
  }
  return [...lines, line].join('\n');
}

/** Wraps paragraphs and items with a line that is too long. Tables, code, HTML and unbreakable text stay longer. */
export function wrapMarkdown(markdown: string): string {
  const parts = markdown.split(/(^\s*```[^]*?^\s*```$)/m);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(paragraph, fill))).join('');
}

/** Wraps every document of the project. @param isDry changes no file. @returns the paths of documents with long lines. */
export function wrapDocuments(root: string, isDry = false): string[] {
  return listSourceFiles(root).filter((file) => {
    if (!file.endsWith('.md')) return false;
    const text = readFileSync(join(root, file), 'utf8');
    const wrapped = wrapMarkdown(text);
    if (!isDry && wrapped !== text) writeFileSync(join(root, file), wrapped);
    return wrapped !== text;
  });
}
