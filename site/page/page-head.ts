/** Builds the heads of pages from their documents: alternates, breadcrumbs, structured data. */
import type { DocumentBase, DocumentType, DocumentTypes, Page } from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { type Locale, localeRecords } from '../../content/locales.ts';
import { localePath } from '../i18n/locale-path.ts';
import type { StaticPageId } from '../../content/static-paths.ts';
import { staticPaths } from '../../content/static-paths.ts';
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

/** Builds the trail to a page of blocks. The first part of its address may be another page, which is then the step before it. */
export function buildPageTrail(
  { title, slug }: Page,
  { read, locale }: Pick<LoaderContext, 'read' | 'locale'>,
): Crumb[] {
  const above = slug.slice(0, slug.lastIndexOf('/'));
  const own = { name: title, path: slug };
  if (!above) return buildTrail(read, locale, [], own);
  read.note(read.linkStatus({ type: 'page', slug: above }, locale).tags);
  const parent = read.bySlug('page', above, locale);
  if (!parent || parent.moved) return buildTrail(read, locale, [], own);
  return [...buildTrail(read, locale, [], { name: parent.document.title, path: parent.document.slug }), own];
}

export function buildPageHead(page: Page, context: LoaderContext): Head {
  const { locale, read, path } = context;
  const crumbs = path === '/' ? [] : [buildBreadcrumbData(buildPageTrail(page, context), locale)];
  return {
    ...page.seo,
    title: page.seo.title ?? read.single('default-seo', locale)?.seo.title ?? page.title,
    alternates: findAlternates(read, 'page', page.id, (slug) => slug),
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
