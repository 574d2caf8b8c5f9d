import { readableText } from './readable-text.ts';

/**
 * Reads the error summary of a refused form: field and sentence, in order. Searching the page for a sentence is not enough, because a form contains
 * the sentences of all its rules for the script.
 */
export function formFaults(html: string): [field: string, sentence: string][] {
  const [list = ''] = /data-summary="true">.*?<\/ul>/s.exec(html) ?? [];
  return [...list.matchAll(/<a href="#([\w-]+)">([^<]+)</g)].map(([, field = '', text = '']) => [
    field,
    readableText(text),
  ]);
}
