/** Which addresses of the site answer, from its table of routes (site-addresses.json, `npm run site-addresses`) and what is published. */
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, localeCodes, type LocaleCode } from '../setup/content-types';
import addresses from './site-addresses.json';

/** Path by the id of the page. */
export const sitePages: Readonly<Record<string, string>> = addresses.pages;
/** The same for legal documents that have an address of their own. */
export const legalPages: Readonly<Record<string, string>> = addresses.legal;

/** An address without its language. */
export interface SitePath {
  /** Null: the visitor's. */
  locale: LocaleCode | null;
  path: string;
}

/** As the site reads it: decoded, without query, last slash and `index.html`. */
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

/** English has no prefix. */
export function writePath({ locale, path }: SitePath): string {
  if (!locale || locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** What the site answers before it looks at pages and redirects. */
export const isOwnFile = (path: string) =>
  /^\/(?:api|media|assets|embed|_[^/]*|healthz|readyz|metrics|robots\.txt|sitemap[^/]*\.xml|site\.webmanifest|favicon\.\w+)(?:\/|$)/.test(
    path,
  );

/** True when a page, an article or another document answers there. A missing translation is answered in English. */
export async function answersAt(strapi: Core.Strapi, path: string, locale: LocaleCode): Promise<boolean> {
  if (addresses.lists.includes(path)) return true;
  for (const [list, type] of [
    [sitePages, 'page'],
    [legalPages, 'legal-document'],
  ] as const) {
    const id = Object.keys(list).find((one) => list[one] === path);
    if (id !== undefined) return isPublished(strapi, type, { key: id }, locale);
  }
  // The longest prefix first: /news-center/news/ is not an article of /news/.
  const kinds = addresses.documents.toSorted((one, other) => other.prefix.length - one.prefix.length);
  const kind = kinds.find(({ prefix }) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'));
  if (!kind) return false;
  const value = path.slice(kind.prefix.length);
  if (kind.type === 'legal-document' && Object.hasOwn(legalPages, value)) return false;
  return value !== '' && isPublished(strapi, kind.type, { [kind.field]: value }, locale);
}

async function isPublished(strapi: Core.Strapi, type: string, filters: object, locale: LocaleCode): Promise<boolean> {
  const found = await documents(strapi, `api::${type}.${type}`).findMany({
    filters,
    status: 'published',
    fields: ['locale', 'takenDown'],
    locale: '*',
  });
  const shown = found.find((row) => row.locale === locale) ?? found.find((row) => row.locale === defaultLocale);
  return shown !== undefined && shown.takenDown !== true;
}
