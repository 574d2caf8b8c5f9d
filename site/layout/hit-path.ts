/** Finds the path of what a search found. */
import type { Reader } from '../../content/replica/reader.ts';
import type { Locale } from '../../content/locales.ts';
import type { DocumentType } from '../../content/model.ts';
import { findDocumentPath } from '../document-path.ts';
import { linkTo } from '../route-patterns.ts';
import { hasPage } from './live-links.ts';

/** @returns null when no page shows it in this language. */
export function findHitPath(
  { type, id }: { type: DocumentType; id: string },
  read: Reader,
  locale: Locale,
): string | null {
  if (type === 'faq') return hasPage('/faqs', read, locale) ? `${linkTo('/faqs')}#${id}` : null;
  const document = read.get(type, id, locale);
  if (!document) return null;
  const slug = 'slug' in document ? document.slug : null;
  return findDocumentPath({ type, id, slug });
}
