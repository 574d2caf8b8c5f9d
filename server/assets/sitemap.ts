/** Builds `sitemap.xml` (an index), the sitemaps of each language, in parts of some hundred documents, with real dates and alternates, and `robots.txt`. */
import type { SitemapDocument } from '../../content/replica/document-index.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Locale, defaultLocale, localeRecords, locales } from '../../content/locales.ts';
import { findDocumentPath, unlistedPages } from '../../site/document-path.ts';

/** A page, in the languages to which it is translated. */
interface Entry {
  paths: Partial<Record<Locale, string>>;
  updatedAt: Partial<Record<Locale, string>>;
}

/** Finds the path of a document. @returns null for a document without a page, or with an unlisted page. */
function findListedPath({ type, id, slug, hidden }: SitemapDocument): string | null {
  return hidden || (type === 'page' && unlistedPages.has(id)) ? null : findDocumentPath({ type, id, slug: slug ?? id });
}

/**
 * Lists the indexable pages of a part. It uses the replica's listing, not a reader: a reader would parse thousands of texts, which would evict the
 * documents that visitors read from its cache.
 */
function listEntries(replica: Replica, part: number): Entry[] {
  const found = new Map<string, Entry>();
  for (const document of replica.sitemapDocuments(part)) {
    const path = findListedPath(document);
    if (path === null) continue;
    const key = `${document.type}/${document.id}`;
    const entry = found.get(key) ?? { paths: {}, updatedAt: {} };
    entry.paths[document.locale] = path;
    entry.updatedAt[document.locale] = document.updatedAt;
    found.set(key, entry);
  }
  return [...found.values()];
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** Builds the path of a part. The first path has no number: most sites have only one part. @param part from 0 */
function buildPartPath(locale: Locale, part: number): string {
  return `/sitemap-${locale}${part === 0 ? '' : `-${part + 1}`}.xml`;
}

export function buildSitemapIndex(replica: Replica, origin: string): string {
  const parts = replica.sitemapParts();
  const items = locales.flatMap((locale) =>
    parts
      .filter((one) => one.locale === locale)
      .map(
        ({ part, latest }) =>
          `<sitemap><loc>${origin}${buildPartPath(locale, part)}</loc>${latest ? `<lastmod>${escapeXml(latest)}</lastmod>` : ''}</sitemap>`,
      ),
  );
  return `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</sitemapindex>`;
}

/** Builds the sitemap of one language. @param part from 0. @returns null when there is no such part. */
export function buildSitemap(replica: Replica, origin: string, locale: Locale, part = 0): string | null {
  if (part > 0 && !replica.sitemapParts().some((one) => one.locale === locale && one.part === part)) return null;
  const address = (path: string, code: Locale) => escapeXml(`${origin}${localePath(path, code)}`);
  const urls = [...listEntries(replica, part)].flatMap(({ paths, updatedAt }) => {
    const pagePath = paths[locale];
    if (pagePath === undefined) return [];
    const alternates = locales.flatMap((code) => {
      const path = paths[code];
      return path === undefined
        ? []
        : [`<xhtml:link rel="alternate" hreflang="${localeRecords[code].tag}" href="${address(path, code)}"/>`];
    });
    const fallback = paths[defaultLocale];
    if (fallback !== undefined)
      alternates.push(`<xhtml:link rel="alternate" hreflang="x-default" href="${address(fallback, defaultLocale)}"/>`);
    const changed = updatedAt[locale];
    return [
      `<url><loc>${address(pagePath, locale)}</loc>${changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : ''}${alternates.join('')}</url>`,
    ];
  });
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>`;
}

export function buildRobotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}
