import { readableText } from './readable-text.ts';

/**
 * What is said over a form that was refused: field and sentence, in order. Not by searching the page for the sentence: a form carries the sentences
 * of all its rules, for the script that checks it.
 */
export function formFaults(html: string): [field: string, sentence: string][] {
  const [list = ''] = /data-summary="true">.*?<\/ul>/s.exec(html) ?? [];
  return [...list.matchAll(/<a href="#(\w+)">([^<]+)</g)].map(([, field = '', text = '']) => [
    field,
    readableText(text),
  ]);
}
