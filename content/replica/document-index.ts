/** Derives the columns by which SQL orders and filters lists of documents. */
import type { DocumentAddress } from '../document-address.ts';
import type { DocumentType, DocumentTypes, Locale } from '../model.ts';
import { instrumentClasses } from '../model-instruments.ts';
import { staticPaths } from '../static-paths.ts';

/** The parts of a document that a sitemap needs, without its text. */
export interface SitemapDocument extends DocumentAddress {
  /** Null for types without one: their address has the id. */
  slug: string | null;
  /** ISO date-time. */
  updatedAt: string;
  /** Kept out of search engines. */
  hidden: boolean;
}

/** A slug that a document had before. */
export interface FormerSlug extends DocumentAddress {
  slug: string;
}

/** A part of the sitemap of a language. */
export interface SitemapPart {
  locale: Locale;
  /** From 0. */
  part: number;
  /** ISO date-time of the latest change of a document in it. */
  latest: string;
}

type AnyDocument = DocumentTypes[DocumentType];

/** Converts a text so that SQLite's binary order is alphabetical: accents removed, ñ after n. */
function alphabetic(text: string): string {
  return text.toLowerCase().replace(/ñ/g, 'n~').normalize('NFD').replace(/\p{M}/gu, '');
}

function byPosition(position: number): string {
  return (position + 1e9).toFixed(3).padStart(16, '0');
}

const sortKeys: { [Type in DocumentType]?: (document: DocumentTypes[Type]) => string } = {
  'news-article': (document) => document.publishedOn,
  'education-article': (document) => document.publishedOn,
  job: (document) => document.postedOn,
  tag: (document) => alphabetic(document.name),
  'news-category': (document) => alphabetic(document.name),
  'education-category': (document) => alphabetic(document.name),
  author: (document) => alphabetic(document.name),
  'glossary-term': (document) => alphabetic(document.term),
  'faq-group': (document) => byPosition(document.position),
  faq: (document) => byPosition(document.position),
  'account-type': (document) => byPosition(document.position),
  instrument: ({ assetClass, symbol }) => `${byPosition(instrumentClasses.indexOf(assetClass))} ${symbol}`,
  'header-nav-item': (document) => byPosition(document.menuPosition),
  'footer-links': (document) => byPosition(document.position),
  redirect: (document) => document.from,
  'trading-calendar': (document) => byPosition(document.position),
};

/** Types that lists show newest first. */
export const descending: ReadonlySet<DocumentType> = new Set(['news-article', 'education-article', 'job']);

/** Documents that are rarely added or removed, and that every page links to: fixed pages and legal documents. */
export function isRarelyNew(type: DocumentType, id: string): boolean {
  return type === 'legal-document' || (type === 'page' && Object.hasOwn(staticPaths, id));
}

/** Types whose documents have a page that search engines may list. */
export const withPages: ReadonlySet<DocumentType> = new Set([
  'page',
  'legal-document',
  'news-article',
  'education-article',
  'job',
  'instrument',
  'glossary-term',
  'news-category',
  'education-category',
  'author',
]);

export function sortKey<Type extends DocumentType>(type: Type, document: DocumentTypes[Type]): string {
  return sortKeys[type]?.(document) ?? document.id;
}

/** Pages that no search engine lists. */
export const hiddenRelation = ['flag', 'hidden'] satisfies [string, string];

/** The relations of a document that lists are filtered by, as `[relation, id of the other document]`. */
export function findRelations(document: AnyDocument): [relation: string, target: string][] {
  const relations: [string, string][] = [];
  for (const relation of ['author', 'category', 'group'] as const) {
    const target = relation in document ? (document as unknown as Record<string, unknown>)[relation] : null;
    if (typeof target === 'string') relations.push([relation, target]);
  }
  // An alarm looks for instruments whose calendar does not exist.
  if ('calendar' in document) relations.push(['calendar', document.calendar]);
  if ('tags' in document) relations.push(...document.tags.map((tag): [string, string] => ['tag', tag]));
  if ('subject' in document) {
    relations.push(['subject', document.subject]);
    relations.push(...document.terms.map((term): [string, string] => ['term', term]));
  }
  if ('related' in document) relations.push(...document.related.map((term): [string, string] => ['related', term]));
  if ('blocks' in document) {
    for (const block of document.blocks)
      if (block.component === 'blocks.faq' && block.group) relations.push(['group', block.group]);
  }
  if ('assetClass' in document) relations.push(['class', document.assetClass]);
  if ('hidden' in document && document.hidden) relations.push(hiddenRelation);
  if ('newsOfTheWeek' in document && document.newsOfTheWeek) relations.push(['flag', 'newsOfTheWeek']);
  return relations;
}

/** The names of the relations to a type; a document loses them when their target is unpublished. */
export const relationsTo: { [Type in DocumentType]?: readonly string[] } = {
  author: ['author'],
  tag: ['tag'],
  'news-category': ['category'],
  'education-category': ['category'],
  'faq-group': ['group'],
  'glossary-term': ['related', 'term'],
};
