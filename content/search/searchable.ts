/** What of a document is searched: its title, its summary and its text. */
import type { DocumentType, DocumentTypes } from '../model.ts';
import { plainText } from '../plain-text.ts';

export interface Searchable {
  title: string;
  summary: string;
  text: string;
}

/** Fields of blocks that no visitor reads as words. */
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
  'features',
  'group',
  'kind',
  'category',
  'provider',
  'videoId',
  'image',
  'poster',
  'link',
]);

/** Characters of a text's HTML that are searched, from its beginning: more than twice the longest of the demonstration. What is longer would hold up visitors while it is indexed. */
export const longestSearched = 50_000;

/** The texts that a visitor reads of a value, as they come. */
function* readable(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* readable(item);
  else if (typeof value === 'object' && value !== null)
    for (const [name, field] of Object.entries(value)) if (!notRead.has(name)) yield* readable(field);
}

function searched(...texts: unknown[]): string {
  const parts: string[] = [];
  let left = longestSearched;
  for (const html of readable(texts)) {
    // A tag that is cut through would be read as words.
    parts.push(plainText(html.length <= left ? html : html.slice(0, left).replace(/<[^<>]*$/, '')));
    left -= html.length;
    if (left <= 0) break;
  }
  return parts.join(' ');
}

/** Pages that are no answer to any question. */
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

/** The kinds of documents that can be found. */
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

export function searchableOf<Type extends SearchableType>(
  type: Type,
  document: DocumentTypes[Type],
): Searchable | null {
  return (readers[type] as (document: DocumentTypes[Type]) => Searchable | null)(document);
}
