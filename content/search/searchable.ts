/** What of a document is searched: its title, its summary and its text. */
import type { DocumentType, DocumentTypes } from '../model.ts';
import { plainText } from '../plain-text.ts';

export interface Searchable {
  title: string;
  summary: string;
  text: string;
}

/** Fields of blocks that no visitor reads as words. */
const notRead = new Set(['component', 'id', 'url', 'icon', 'style', 'tone', 'align', 'format', 'variant', 'features', 'group', 'kind', 'category', 'provider', 'videoId', 'image', 'poster', 'link']);

function readable(value: unknown): string[] {
  if (typeof value === 'string') return [plainText(value)];
  if (Array.isArray(value)) return value.flatMap(readable);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => (notRead.has(name) ? [] : readable(field)));
}

/** Pages that are no answer to any question. */
const notFound = new Set(['error', 'old-register']);

function article({ title, summary, body }: DocumentTypes['news-article'] | DocumentTypes['education-article']): Searchable {
  return { title, summary, text: plainText(body) };
}

const readers: { [Type in DocumentType]?: (document: DocumentTypes[Type]) => Searchable | null } = {
  page: ({ id, title, seo, blocks }) => (notFound.has(id) ? null : { title, summary: seo.description ?? '', text: readable(blocks).join(' ') }),
  'news-article': article,
  'education-article': article,
  'glossary-term': ({ term, definition }) => ({ title: term, summary: plainText(definition), text: '' }),
  faq: ({ question, answer }) => ({ title: question, summary: plainText(answer), text: '' }),
  author: ({ name, description, bio }) => ({ title: name, summary: description, text: plainText(bio) }),
  job: ({ title, location, department, summary, body }) => ({ title, summary, text: `${location} ${department} ${plainText(body)}` }),
  'legal-document': ({ title, summary, body }) => ({ title, summary, text: plainText(body) }),
};

/** The kinds of documents that can be found. */
export const searchableTypes = Object.keys(readers) as SearchableType[];
export type SearchableType = 'page' | 'news-article' | 'education-article' | 'glossary-term' | 'faq' | 'author' | 'job' | 'legal-document';

export function searchableOf<Type extends SearchableType>(type: Type, document: DocumentTypes[Type]): Searchable | null {
  return (readers[type] as (document: DocumentTypes[Type]) => Searchable | null)(document);
}
