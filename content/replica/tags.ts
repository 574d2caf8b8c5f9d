/**
 * Tags name the content that a page depends on. The reader records them, a change of the replica announces them, and the page cache marks pages
 * with them stale.
 */
import type { DocumentAddress } from '../document-address.ts';
import type { DocumentType, Locale } from '../model.ts';

/** Builds the tag of the text of one document in one locale. */
export function documentTag(type: DocumentType, id: string, locale: Locale): string {
  return `doc:${type}:${id}:${locale}`;
}

/** Finds the document of a tag; null for other tags. */
export function taggedDocument(tag: string): DocumentAddress | null {
  const [kind, type, id, locale] = tag.split(':');
  return kind === 'doc' ? ({ type, id, locale } as DocumentAddress) : null;
}

/** The tag of pages with today's date: they become stale when a new day (UTC) begins (`server/pages/new-day.ts`). */
export const dayTag = 'day';

/** Builds the tag of the locales and slugs at which a document exists. */
export function addressTag(type: DocumentType, id: string): string {
  return `address:${type}:${id}`;
}

/** Builds the tag of a slug in any locale: for links to a slug without a document. */
export function slugTag(type: DocumentType, slug: string): string {
  return `slug:${type}:${slug}`;
}

/** Builds the tag of all links to documents that are rarely new (`isRarelyNew`): one for all of them, because every page has many. */
export function linksTag(type: DocumentType, locale: Locale): string {
  return `links:${type}:${locale}`;
}

/** Builds the tag of the members and the order of a list: of a whole type, or of the documents related to one document. */
export function listTag(
  type: DocumentType,
  locale: Locale,
  relation?: readonly [name: string, target: string],
): string {
  return relation ? `list:${type}:${locale}:${relation[0]}=${relation[1]}` : `list:${type}:${locale}`;
}
