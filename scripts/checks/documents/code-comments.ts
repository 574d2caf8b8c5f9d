/** Comments of a source file. What stands in strings and in the text of JSX is none. */
import { parseSync } from 'vite';

export interface CodeComment {
  text: string;
  /** The line that it begins in, from 1. */
  line: number;
}

const lineOf = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** @param file its name says how it is read: TypeScript and JavaScript by a parser, CSS by its one kind of comment. */
export function commentsOf(file: string, text: string): CodeComment[] {
  if (file.endsWith('.css'))
    return [...text.matchAll(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g)].map(({ 0: comment, index }) => ({
      text: comment,
      line: lineOf(text, index),
    }));
  return parseSync(file, text).comments.map(({ value, start }) => ({ text: value, line: lineOf(text, start) }));
}
