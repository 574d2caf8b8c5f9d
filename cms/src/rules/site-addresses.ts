/** Determines which addresses of the site exist, from its routes (site-addresses.json, `npm run site-addresses`) and the published documents. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { defaultLocale, isLocalized, localeCodes, type ApiUid, type LocaleCode } from '../setup/content-types';
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

/** How a document answers: in its own words, by the English text where a translation is missing, or not at all since it was taken down. */
export type Answer = 'text' | 'english' | 'down';

/** True when a page, an article or another document has this address. */
export async function answersAt(strapi: Core.Strapi, path: string, locale: LocaleCode): Promise<boolean> {
  return ['text', 'english'].includes(String(await findAnswer(strapi, path, locale)));
}

/** @returns null when no document has this address. */
export async function findAnswer(strapi: Core.Strapi, path: string, locale: LocaleCode): Promise<Answer | null> {
  if (listPaths.includes(path)) return 'text';
  const place = findPlace(path);
  return place && readAnswer(strapi, place, locale);
}

/** A value of a field by which a document of a type has its address. */
interface DocumentPlace {
  type: string;
  field: string;
  value: string;
}

function findPlace(path: string): DocumentPlace | null {
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

type LiveRow = Record<string, unknown>;
/** Inside its `run`, the published addresses of a type are read once, for a question about all links. */
export const liveAddresses = new AsyncLocalStorage<Map<string, Promise<Map<unknown, LiveRow[]>>>>();

async function readAnswer(strapi: Core.Strapi, place: DocumentPlace, locale: LocaleCode): Promise<Answer | null> {
  const found = await findLive(strapi, place);
  // A document without languages is the same for all of them.
  if (!isLocalized(strapi, `api::${place.type}.${place.type}`)) return found.length > 0 ? 'text' : null;
  const own = found.find((row) => row.locale === locale);
  const shown = own ?? found.find((row) => row.locale === defaultLocale);
  if (!shown) return null;
  return shown.takenDown === true ? 'down' : own ? 'text' : 'english';
}

async function findLive(strapi: Core.Strapi, { type, field, value }: DocumentPlace): Promise<LiveRow[]> {
  const known = liveAddresses.getStore();
  if (!known) return readLive(strapi, type, field, { [field]: value });
  const key = `${type} ${field}`;
  if (!known.has(key))
    known.set(
      key,
      readLive(strapi, type, field).then((rows) => Map.groupBy(rows, (row) => row[field])),
    );
  return (await known.get(key))?.get(value) ?? [];
}

async function readLive(strapi: Core.Strapi, type: string, field: string, where: object = {}): Promise<LiveRow[]> {
  const uid: ApiUid = `api::${type}.${type}`;
  const select = [field, ...(isLocalized(strapi, uid) ? ['locale', 'takenDown'] : [])];
  return strapi.db.query(uid).findMany({ select, where: { ...where, publishedAt: { $notNull: true } } });
}
