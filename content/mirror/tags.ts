/** The names of what a page depends on. The reader records them, a change of the mirror announces them, the page cache drops by them. */
import type { DocumentType, Locale } from '../model.ts';

/** The text of one document in one locale. */
export function documentTag(type: DocumentType, id: string, locale: Locale): string {
  return `doc:${type}:${id}:${locale}`;
}

/** In which locales, and at which slugs, a document stands. */
export function addressTag(type: DocumentType, id: string): string {
  return `address:${type}:${id}`;
}

/** Which document stands at a slug, in any locale: for links to one that has none yet, or no longer. */
export function slugTag(type: DocumentType, slug: string): string {
  return `slug:${type}:${slug}`;
}

/** Which documents a list has, and their order: the whole type, or those related to one document. */
export function listTag(
  type: DocumentType,
  locale: Locale,
  relation?: readonly [name: string, target: string],
): string {
  return relation ? `list:${type}:${locale}:${relation[0]}=${relation[1]}` : `list:${type}:${locale}`;
}
