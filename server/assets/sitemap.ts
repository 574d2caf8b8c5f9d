/** `sitemap.xml` (an index), one sitemap per language with real dates and alternates, and `robots.txt`. */
import type { DocumentType } from '../../content/model.ts';
import type { ListedDocument } from '../../content/mirror/document-index.ts';
import type { Mirror } from '../../content/mirror/mirror.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Locale, defaultLocale, localeRecords, locales } from '../../content/locales.ts';
import { pathOfDocument, unlistedPages } from '../../site/document-path.ts';

const listedTypes: readonly DocumentType[] = [
  'page',
  'legal-document',
  'news-article',
  'education-article',
  'job',
  'instrument',
  'news-category',
  'education-category',
  'author',
];

/** A page, in those languages in which it has a text of its own. */
interface Entry {
  paths: Partial<Record<Locale, string>>;
  updatedAt: Partial<Record<Locale, string>>;
}

/** @returns null for a document without a page, or with one that is not listed. */
function listedPath({ type, id, slug }: ListedDocument): string | null {
  return type === 'page' && unlistedPages.has(id) ? null : pathOfDocument({ type, id, slug: slug ?? id });
}

/**
 * Every indexable page. Uses the mirror's listing, not a reader: a reader would parse thousands of texts, and they would displace from its
 * memory what visitors read.
 */
function entries(mirror: Mirror): Entry[] {
  const found = new Map<string, Entry>();
  for (const document of mirror.listing(listedTypes)) {
    const path = listedPath(document);
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

export function sitemapIndex(mirror: Mirror, origin: string): string {
  const all = entries(mirror);
  const items = locales.map((locale) => {
    const latest = all
      .flatMap(({ updatedAt }) => updatedAt[locale] ?? [])
      .sort()
      .at(-1);
    return `<sitemap><loc>${origin}/sitemap-${locale}.xml</loc>${latest ? `<lastmod>${escapeXml(latest)}</lastmod>` : ''}</sitemap>`;
  });
  return `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</sitemapindex>`;
}

export function sitemap(mirror: Mirror, origin: string, locale: Locale): string {
  const address = (path: string, code: Locale) => escapeXml(`${origin}${localePath(path, code)}`);
  const urls = entries(mirror).flatMap(({ paths, updatedAt }) => {
    const own = paths[locale];
    if (own === undefined) return [];
    const alternates = locales.flatMap((code) => {
      const path = paths[code];
      return path === undefined
        ? []
        : [`<xhtml:link rel="alternate" hreflang="${localeRecords[code].tag}" href="${address(path, code)}"/>`];
    });
    const fallback = paths[defaultLocale];
    if (fallback !== undefined)
      alternates.push(`<xhtml:link rel="alternate" hreflang="x-default" href="${address(fallback, defaultLocale)}"/>`);
    return [
      `<url><loc>${address(own, locale)}</loc><lastmod>${escapeXml(updatedAt[locale] ?? '')}</lastmod>${alternates.join('')}</url>`,
    ];
  });
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>`;
}

export function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}
