/** Extracts what people read: the comments of source files, and the prose and the anchors of Markdown. */
import { parseSync } from 'vite';

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
