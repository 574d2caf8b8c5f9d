/** Reads the whole sentences of a document's text, of which the search quotes one as an answer. */
import type { DocumentTypes, Locale } from '../model.ts';
import { plainText } from '../plain-text.ts';
import { type SearchableType, fieldsWithoutText } from './searchable.ts';

/** Fields of blocks whose texts are cells of a table. */
const tabular: ReadonlySet<string> = new Set(['rows', 'columns', 'cells']);
/** Tags that end a sentence. */
const passageEnd = /<\/(?:p|li|h[1-6]|blockquote|dd|dt|div|figcaption)>/;
const sentenceEnd = /[.!?…][)"'’”»]*$/;

/** Removes the tables from HTML. */
function withoutTables(html: string): string {
  const [before = '', ...tables] = html.split('<table');
  return [before, ...tables.map((table) => table.split('</table>').slice(1).join(' '))].join(' ');
}

function* readPassages(value: unknown): Generator<string> {
  if (typeof value === 'string') for (const part of withoutTables(value).split(passageEnd)) yield plainText(part);
  else if (Array.isArray(value)) for (const item of value) yield* readPassages(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value))
      if (!fieldsWithoutText.has(name) && !tabular.has(name)) yield* readPassages(field);
}

/** Reads the sentences of a document's text, without headings and tables, in the order of the page. */
export function readSentences(document: DocumentTypes[SearchableType]): string[] {
  const fields = ['body', 'bio', 'blocks'].flatMap((name) =>
    name in document ? [(document as unknown as Record<string, unknown>)[name]] : [],
  );
  return splitSentences([...readPassages(fields)], document.locale);
}

/** Splits passages into their whole sentences. */
export function splitSentences(passages: readonly string[], locale: Locale): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return passages
    .flatMap((passage) => [...segmenter.segment(passage)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentenceEnd.test(sentence));
}
