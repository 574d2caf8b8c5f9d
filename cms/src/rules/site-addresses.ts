/** Determines which addresses of the site exist, from its routes (site-addresses.json, `npm run site-addresses`) and the published documents. */
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, isLocalized, localeCodes, type LocaleCode } from '../setup/content-types';
import { withoutProducts } from './risk-pages';
import addresses from './site-addresses.json';

/** Path by the id of the page. */
export const sitePages: Readonly<Record<string, string>> = addresses.pages;

export function isFixedPage(id: string): boolean {
  return Object.hasOwn(sitePages, id);
}

/** Every page that is not listed as one without products, so each page at an address of an editor, too. */
export function needsRiskNotice(pageId: string): boolean {
  return !withoutProducts.has(pageId);
}

/** Paths of lists that no document has. */
export const listPaths: readonly string[] = addresses.lists;
/** Where the documents of other types are. */
export const documentFolders: readonly { prefix: string; type: string; field: string }[] = addresses.documents;

/** Path by the id of a legal document with an address of its own. */
export const legalPages: Readonly<Record<string, string>> = addresses.legal;

/** An address without its language. */
export interface SitePath {
  /** Null: the visitor's language. */
  locale: LocaleCode | null;
  path: string;
}

/** Parses an address as the site does: decoded, without query, trailing slash and `index.html`. */
export function readPath(address: string): SitePath {
  const [bare = ''] = address.split(/[?#]/, 1);
  const path =
    decoded(bare)
      .replace(/\/index\.html$/, '')
      .replace(/(?<!\/)\/+$/, '') || '/';
  const [, first = ''] = path.split('/', 2);
  const locale = localeCodes.find((code) => code === first) ?? null;
  return { locale, path: locale ? path.slice(first.length + 1) || '/' : path };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The address with its language prefix; the default language, English, has none. */
export function writePath({ locale, path }: SitePath): string {
  if (!locale || locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Paths that the site answers before it looks for pages and redirects. */
export const isOwnFile = (path: string) =>
  /^\/(?:api|media|assets|embed|_[^/]*|healthz|readyz|metrics|robots\.txt|sitemap[^/]*\.xml|site\.webmanifest|favicon\.\w+)(?:\/|$)/.test(
    path,
  );

/**
 * True when a page, an article or another document has this address. The site shows the English text for a missing translation.
 * @param evenDown also true where a document was taken down.
 */
export async function answersAt(
  strapi: Core.Strapi,
  path: string,
  locale: LocaleCode,
  evenDown = false,
): Promise<boolean> {
  if (listPaths.includes(path)) return true;
  const legal = Object.keys(legalPages).find((one) => legalPages[one] === path);
  if (legal !== undefined) return isPublished(strapi, 'legal-document', { key: legal }, locale, evenDown);
  // The longest prefix first: /news-center/news/ is not an article of /news/.
  const kinds = documentFolders.toSorted((one, other) => other.prefix.length - one.prefix.length);
  const kind = kinds.find(({ prefix }) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'));
  if (!kind) return isPublished(strapi, 'page', { path: toPagePath(path) }, locale, evenDown);
  const value = path.slice(kind.prefix.length);
  if (kind.type === 'legal-document' && Object.hasOwn(legalPages, value)) return false;
  return value !== '' && isPublished(strapi, kind.type, { [kind.field]: value }, locale, evenDown);
}

/** The path of a page as its document has it: `forex`, and `home` for the start page, which has no other address. */
function toPagePath(path: string): string {
  return path === sitePages.home ? 'home' : path === '/home' ? '' : path.slice(1);
}

async function isPublished(
  strapi: Core.Strapi,
  type: string,
  filters: object,
  locale: LocaleCode,
  evenDown: boolean,
): Promise<boolean> {
  const uid = `api::${type}.${type}`;
  // A document without languages is the same for all of them.
  if (!isLocalized(strapi, uid))
    return (await documents(strapi, uid).findMany({ filters, status: 'published', fields: ['key'] })).length > 0;
  const found = await documents(strapi, uid).findMany({
    filters,
    status: 'published',
    fields: ['locale', 'takenDown'],
    locale: '*',
  });
  const shown = found.find((row) => row.locale === locale) ?? found.find((row) => row.locale === defaultLocale);
  return shown !== undefined && (evenDown || shown.takenDown !== true);
}
