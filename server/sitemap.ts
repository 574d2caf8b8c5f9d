/** `sitemap.xml` (an index), one sitemap a language with true dates and alternates, and `robots.txt`. */
import type { DocumentType } from '../content/model.ts';
import type { Reader } from '../content/mirror/reader.ts';
import { localePath } from '../site/i18n/locale-path.ts';
import { type Locale, defaultLocale, localeRecords, locales } from '../site/i18n/locales.ts';
import { type RoutePattern, type StaticPageId, linkTo, staticPaths } from '../site/route-patterns.ts';

/** Pages that are no use to someone who comes from a search engine. */
export const unlisted: ReadonlySet<StaticPageId> = new Set(['error', 'login', 'old-register', 'forgot-password']);

const documentRoutes: [DocumentType, Extract<RoutePattern, `${string}:slug`>][] = [
  ['news-article', '/news/:slug'], ['education-article', '/education/:slug'], ['job', '/job-post/:slug'], ['news-category', '/news-category/:slug'],
  ['education-category', '/education-category/:slug'], ['author', '/education-authors/:slug'],
];

interface Entry {
  paths: Partial<Record<Locale, string>>;
  updatedAt: string;
}

function legalPath(id: string): string | null {
  if (id === 'privacy-policy' || id === 'cookie-disclosure') return staticPaths[id];
  return linkTo('/legal/:slug', { slug: id });
}

/** Every indexable page that has a text of its own in the locale. */
function entries(read: Reader, locale: Locale): Entry[] {
  const found: Entry[] = [];
  const add = (type: DocumentType, id: string, updatedAt: string, pathOf: (slug: string) => string | null) => {
    const paths: Entry['paths'] = {};
    for (const [code, slug] of Object.entries(read.addresses(type, id)) as [Locale, string][]) {
      const path = pathOf(slug);
      if (path !== null) paths[code] = path;
    }
    if (paths[locale] !== undefined) found.push({ paths, updatedAt });
  };
  for (const page of read.list('page', locale)) {
    const id = page.id as StaticPageId;
    if (page.locale === locale && Object.hasOwn(staticPaths, id) && !unlisted.has(id)) add('page', id, page.updatedAt, () => staticPaths[id]);
  }
  for (const document of read.list('legal-document', locale)) {
    if (document.locale === locale) add('legal-document', document.id, document.updatedAt, () => legalPath(document.id));
  }
  for (const [type, pattern] of documentRoutes) {
    for (const document of read.list(type, locale)) {
      if (document.locale === locale) add(type, document.id, document.updatedAt, (slug) => linkTo(pattern, { slug }));
    }
  }
  return found;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

export function sitemapIndex(read: Reader, origin: string): string {
  const items = locales.map((locale) => {
    const latest = entries(read, locale).map((entry) => entry.updatedAt).sort().at(-1);
    return `<sitemap><loc>${origin}/sitemap-${locale}.xml</loc>${latest ? `<lastmod>${latest}</lastmod>` : ''}</sitemap>`;
  });
  return `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${items.join('')}</sitemapindex>`;
}

export function sitemap(read: Reader, origin: string, locale: Locale): string {
  const address = (path: string, code: Locale) => escapeXml(`${origin}${localePath(path, code)}`);
  const urls = entries(read, locale).map(({ paths, updatedAt }) => {
    const alternates = locales.flatMap((code) => {
      const path = paths[code];
      return path === undefined ? [] : [`<xhtml:link rel="alternate" hreflang="${localeRecords[code].tag}" href="${address(path, code)}"/>`];
    });
    const fallback = paths[defaultLocale];
    if (fallback !== undefined) alternates.push(`<xhtml:link rel="alternate" hreflang="x-default" href="${address(fallback, defaultLocale)}"/>`);
    return `<url><loc>${address(paths[locale] ?? '/', locale)}</loc><lastmod>${updatedAt}</lastmod>${alternates.join('')}</url>`;
  });
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>`;
}

export function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}
