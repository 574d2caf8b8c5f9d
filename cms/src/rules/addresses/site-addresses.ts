/** The addresses that the site can have, from its routes (site-addresses.json, `npm run site-addresses`). The panel reads it, too. */
import { defaultLocale, localeCodes, type LocaleCode } from '../../setup/content-types';
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

/** A value of a field by which a document of a type has its address. */
export interface DocumentPlace {
  type: string;
  field: string;
  value: string;
}

/** @returns null where no document can be. */
export function findPlace(path: string): DocumentPlace | null {
  const legal = Object.keys(legalPages).find((one) => legalPages[one] === path);
  if (legal !== undefined) return { type: 'legal-document', field: 'key', value: legal };
  // The longest prefix first: /news-center/news/ is not an article of /news/.
  const kinds = documentFolders.toSorted((one, other) => other.prefix.length - one.prefix.length);
  const kind = kinds.find(({ prefix }) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'));
  if (!kind) return { type: 'page', field: 'path', value: toPagePath(path) };
  const value = path.slice(kind.prefix.length);
  if (value === '' || (kind.type === 'legal-document' && Object.hasOwn(legalPages, value))) return null;
  return { type: kind.type, field: kind.field, value };
}

/** The paths at which the site shows a document. @param row with the field that has its address. */
export function findPaths(uid: string, row: Record<string, unknown>): string[] {
  const legal = uid === 'api::legal-document.legal-document' ? legalPages[String(row.key)] : undefined;
  if (legal) return [legal];
  if (uid === 'api::page.page') return row.path ? [row.path === 'home' ? '/' : `/${String(row.path)}`] : [];
  return documentFolders.flatMap(({ prefix, type, field }) =>
    uid === `api::${type}.${type}` && row[field] ? [`${prefix}${String(row[field])}`] : [],
  );
}

/** The path of a page as its document has it: `forex`, and `home` for the start page, which has no other address. */
function toPagePath(path: string): string {
  return path === sitePages.home ? 'home' : path === '/home' ? '' : path.slice(1);
}
