/** The parts of a document that the search indexes: its title, its summary and its text. */
import type { DocumentType, DocumentTypes } from '../model.ts';
import { plainText } from '../plain-text.ts';

export interface Searchable {
  title: string;
  /** Other words and questions by which visitors search it (`searchedAs`); no page shows them. */
  others?: string[];
  summary: string;
  text: string;
}

/** Block fields without text for visitors. */
export const fieldsWithoutText = new Set([
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
  // Of forms: how the staff names them, and what only their senders read.
  'key',
  'destination',
  'message',
  'sentHeading',
  'sentText',
  'nextPage',
]);

/** Characters of a text's HTML that the search indexes: more than twice the demonstration's longest text. More would delay visitors. */
export const maxSearchedLength = 50_000;

/** Yields every string of a value that visitors read, in the order of the fields. */
function* readStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* readStrings(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) if (!fieldsWithoutText.has(name)) yield* readStrings(field);
}

/** Extracts the text that visitors read, up to `maxSearchedLength`. */
export function extractText(...texts: unknown[]): string {
  const parts: string[] = [];
  let left = maxSearchedLength;
  for (const html of readStrings(texts)) {
    // Drop a tag that the cut leaves open: it would be indexed as words.
    parts.push(plainText(html.length <= left ? html : html.slice(0, left).replace(/<[^<>]*$/, '')));
    left -= html.length;
    if (left <= 0) break;
  }
  return parts.join(' ');
}

/** Pages that no search finds. */
const unsearchablePages = new Set(['error', 'old-register']);

function toArticle({
  title,
  summary,
  body,
}: DocumentTypes['news-article'] | DocumentTypes['education-article']): Searchable {
  return { title, summary, text: extractText(body) };
}

const readers = {
  page: ({ id, title, hidden, seo, blocks }) =>
    hidden || unsearchablePages.has(id) ? null : { title, summary: seo.description ?? '', text: extractText(blocks) },
  'news-article': toArticle,
  'education-article': toArticle,
  'glossary-term': ({ term, definition }) => ({ title: term, summary: extractText(definition), text: '' }),
  faq: ({ question, answer }) => ({ title: question, summary: extractText(answer), text: '' }),
  author: ({ name, description, bio }) => ({ title: name, summary: description, text: extractText(bio) }),
  job: ({ title, location, department, summary, body }) => ({
    title,
    summary,
    others: [`${title} ${location}`, `${department} ${location}`],
    text: extractText(location, department, body),
  }),
  'legal-document': ({ title, summary, body }) => ({ title, summary, text: extractText(body) }),
} satisfies { [Type in DocumentType]?: (document: DocumentTypes[Type]) => Searchable | null };

/** The document types that the search finds. */
export type SearchableType = keyof typeof readers;
export const searchableTypes = Object.keys(readers) as SearchableType[];

/** Converts a document to its indexed parts; null for a page that no search finds. */
export function toSearchable<Type extends SearchableType>(
  type: Type,
  document: DocumentTypes[Type],
): Searchable | null {
  const found = (readers[type] as (document: DocumentTypes[Type]) => Searchable | null)(document);
  const others = 'searchedAs' in document ? document.searchedAs : undefined;
  return found && others?.length ? { ...found, others: [...(found.others ?? []), ...others] } : found;
}
