/** Extracts the comments of a source file. Ignores what looks like a comment in strings and in JSX text. */
import { parseSync } from 'vite';

export interface CodeComment {
  text: string;
  /** The line on which the comment begins, from 1. */
  line: number;
}

const lineOf = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** @param file selects by its extension how to read the text: CSS with a pattern, everything else with a parser. */
export function commentsOf(file: string, text: string): CodeComment[] {
  if (file.endsWith('.css'))
    return [...text.matchAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g)].map(({ 0: comment, index }) => ({
      text: comment,
      line: lineOf(text, index),
    }));
  return parseSync(file, text).comments.map(({ value, start }) => ({ text: value, line: lineOf(text, start) }));
}
