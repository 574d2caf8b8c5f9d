/** The parts of a document that the search indexes: its title, its summary and its text. */
import type { DocumentType, DocumentTypes } from '../model.ts';
import { plainText } from '../plain-text.ts';

export interface Searchable {
  title: string;
  summary: string;
  text: string;
}

/** Block fields without text for visitors. */
const notRead = new Set([
  'component',
  'id',
  'url',
  'icon',
  'style',
  'tone',
  'align',
  'format',
  'variant',
  'instrument',
  'features',
  'group',
  'kind',
  'category',
  'provider',
  'videoId',
  'image',
  'poster',
  'view',
  'alt',
  'pictures',
  'from',
  'link',
]);

/** Characters of a text's HTML that the search indexes: more than twice the longest of the demonstration. Indexing more would delay visitors. */
export const longestSearched = 50_000;

/** Yields every string of a value that visitors read, in the order of the fields. */
function* readStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* readStrings(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) if (!notRead.has(name)) yield* readStrings(field);
}

function searched(...texts: unknown[]): string {
  const parts: string[] = [];
  let left = longestSearched;
  for (const html of readStrings(texts)) {
    // Drop a tag that the cut leaves open: it would be indexed as words.
    parts.push(plainText(html.length <= left ? html : html.slice(0, left).replace(/<[^<>]*$/, '')));
    left -= html.length;
    if (left <= 0) break;
  }
  return parts.join(' ');
}

/** Pages that answer no search. */
const notFound = new Set(['error', 'old-register']);

function article({
  title,
  summary,
  body,
}: DocumentTypes['news-article'] | DocumentTypes['education-article']): Searchable {
  return { title, summary, text: searched(body) };
}

const readers: { [Type in DocumentType]?: (document: DocumentTypes[Type]) => Searchable | null } = {
  page: ({ id, title, seo, blocks }) =>
    notFound.has(id) ? null : { title, summary: seo.description ?? '', text: searched(blocks) },
  'news-article': article,
  'education-article': article,
  'glossary-term': ({ term, definition }) => ({ title: term, summary: searched(definition), text: '' }),
  faq: ({ question, answer }) => ({ title: question, summary: searched(answer), text: '' }),
  author: ({ name, description, bio }) => ({ title: name, summary: description, text: searched(bio) }),
  job: ({ title, location, department, summary, body }) => ({
    title,
    summary,
    text: searched(location, department, body),
  }),
  'legal-document': ({ title, summary, body }) => ({ title, summary, text: searched(body) }),
};

/** The document types that the search finds. */
export const searchableTypes = Object.keys(readers) as SearchableType[];
export type SearchableType =
  | 'page'
  | 'news-article'
  | 'education-article'
  | 'glossary-term'
  | 'faq'
  | 'author'
  | 'job'
  | 'legal-document';

/** Fields of blocks whose texts are cells of a table. */
const tabular: ReadonlySet<string> = new Set(['rows', 'columns', 'cells']);
/** Tags that end a sentence. */
const passageEnd = /<\/(?:p|li|h[1-6]|blockquote|dd|dt|div|figcaption)>/;
const sentenceEnd = /[.!?…][)"'’”»]*$/;

/** HTML without its tables. */
function withoutTables(html: string): string {
  const [before = '', ...tables] = html.split('<table');
  return [before, ...tables.map((table) => table.split('</table>').slice(1).join(' '))].join(' ');
}

function* passages(value: unknown): Generator<string> {
  if (typeof value === 'string') for (const part of withoutTables(value).split(passageEnd)) yield plainText(part);
  else if (Array.isArray(value)) for (const item of value) yield* passages(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value))
      if (!notRead.has(name) && !tabular.has(name)) yield* passages(field);
}

/** The sentences of a document's text, without headings and tables, in the order of the page. */
export function readSentences(document: DocumentTypes[SearchableType]): string[] {
  const fields = ['body', 'bio', 'blocks'].flatMap((name) =>
    name in document ? [(document as unknown as Record<string, unknown>)[name]] : [],
  );
  const segmenter = new Intl.Segmenter(document.locale, { granularity: 'sentence' });
  const found: string[] = [];
  for (const passage of passages(fields)) {
    const sentences = [...segmenter.segment(passage)].map(({ segment }) => segment.trim());
    found.push(...sentences.filter((sentence) => sentenceEnd.test(sentence)));
  }
  return found;
}

/** @returns null for a page that answers no search. */
export function toSearchable<Type extends SearchableType>(
  type: Type,
  document: DocumentTypes[Type],
): Searchable | null {
  return (readers[type] as (document: DocumentTypes[Type]) => Searchable | null)(document);
}
