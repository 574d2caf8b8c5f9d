/** Lists every address with published content: pages, also unlisted ones, and redirects. */
import type { PublishedContent } from '../../content/replica/replica.ts';
import { locales } from '../../content/locales.ts';
import { localePath, splitLocale } from '../../site/i18n/locale-path.ts';
import { findDocumentPath } from '../../site/document-path.ts';

export function listPublishedAddresses(replica: PublishedContent): string[] {
  const found = new Set<string>();
  const numbers = new Set(replica.sitemapParts().map(({ part }) => part));
  for (const part of numbers)
    for (const { type, id, slug, locale } of replica.sitemapDocuments(part)) {
      const path = findDocumentPath({ type, id, slug: slug ?? id });
      if (path !== null) found.add(localePath(path, locale));
    }
  for (const { type, id, slug, locale } of replica.formerSlugs()) {
    const path = findDocumentPath({ type, id, slug });
    if (path !== null) found.add(localePath(path, locale));
  }
  // A rule for `/x` applies in every language; a rule for `/es/x` only to that address.
  for (const locale of locales)
    for (const { from } of replica.reader().list('redirect', locale))
      found.add(splitLocale(from).locale === null ? localePath(from, locale) : from);
  return [...found].sort();
}
