/** Builds the heads of pages from their documents: alternates, breadcrumbs, structured data. */
import type { DocumentBase, DocumentType, DocumentTypes, Page } from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { type Locale, localeRecords } from '../../content/locales.ts';
import { localePath } from '../i18n/locale-path.ts';
import type { StaticPageId } from '../route-patterns.ts';
import { staticPaths } from '../route-patterns.ts';
import type { Head, LoaderContext } from './page-module.ts';

/** Finds the document's own language when the visitor gets it untranslated. */
function findTextLocale(document: DocumentBase, locale: Locale): { textLocale?: Locale } {
  return document.locale === locale ? {} : { textLocale: document.locale };
}

/** Finds the path of a document in each language that has it; null where an editor has taken it down. */
function findAlternates(
  read: Reader,
  type: DocumentType,
  id: string,
  toPath: (slug: string) => string,
): NonNullable<Head['alternates']> {
  const found = Object.entries(read.addresses(type, id)) as [Locale, string | null][];
  return Object.fromEntries(found.map(([locale, slug]) => [locale, slug === null ? null : toPath(slug)]));
}

export interface Crumb {
  name: string;
  path: string;
}

/** Builds schema.org breadcrumbs; the last entry is the page itself. */
export function buildBreadcrumbData(trail: Crumb[], locale: Locale): Record<string, unknown> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `{origin}${localePath(path, locale)}`,
    })),
  };
}

/** Builds the trail from home to a page. The titles of the static pages name the steps; missing pages are left out. */
export function buildTrail(read: Reader, locale: Locale, parents: StaticPageId[], last: Crumb): Crumb[] {
  const ancestors = (['home', ...parents] as StaticPageId[]).flatMap((id): Crumb[] => {
    const page = read.get('page', id, locale);
    return page ? [{ name: page.title, path: staticPaths[id] }] : [];
  });
  return [...ancestors, last];
}

/** Builds the parts of a page's head about the address and language of its document. @param more further schema.org objects. */
export function buildHead(
  type: DocumentType,
  document: DocumentBase,
  { toPath, trail, more = [] }: { toPath: (slug: string) => string; trail: Crumb[]; more?: Record<string, unknown>[] },
  { read, locale }: LoaderContext,
): Pick<Head, 'alternates' | 'textLocale' | 'structuredData'> {
  return {
    alternates: findAlternates(read, type, document.id, toPath),
    ...findTextLocale(document, locale),
    structuredData: [...more, buildBreadcrumbData(trail, locale)],
  };
}

export function buildStaticPageHead(page: Page, { locale, read, path }: LoaderContext): Head {
  const crumbs =
    path === '/' ? [] : [buildBreadcrumbData(buildTrail(read, locale, [], { name: page.title, path }), locale)];
  return {
    ...page.seo,
    title: page.seo.title ?? read.single('default-seo', locale)?.seo.title ?? page.title,
    alternates: findAlternates(read, 'page', page.id, () => path),
    structuredData: crumbs,
    ...findTextLocale(page, locale),
  };
}

/** Describes the broker as schema.org data; the licence is the `identifier`, where search engines look for one. */
export function buildOrganisationData(
  common: DocumentTypes['common-datum'] | null,
  locale: Locale,
): Record<string, unknown>[] {
  if (!common) return [];
  const { siteName, legalName, licence, email, phone, address } = common;
  return [
    {
      '@type': 'Organization',
      '@id': '{origin}/#organization',
      name: siteName,
      legalName,
      identifier: licence,
      url: '{origin}/',
      logo: '{origin}/icon-512.png',
      email,
      telephone: phone,
      address,
    },
    {
      '@type': 'WebSite',
      '@id': '{origin}/#website',
      name: siteName,
      url: '{origin}/',
      inLanguage: localeRecords[locale].tag,
      publisher: { '@id': '{origin}/#organization' },
    },
  ];
}
