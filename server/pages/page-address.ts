/** Parses a raw request target into a page's address: language, path and query, or the redirect for a non-canonical one. */
import { splitLocale } from '../../site/i18n/locale-path.ts';
import { cleanCode } from '../../site/i18n/clean-text.ts';
import { resolveRedirect } from './redirect-target.ts';
import { type Locale, defaultLocale } from '../../content/locales.ts';

export interface PageAddress {
  locale: Locale;
  /** Site path without language prefix and without `index.html`. */
  path: string;
  /** The requested path with its language prefix, for messages (R03). */
  requested: string;
  /** The query with its question mark, or empty. */
  queryString: string;
  /** True for a request for the navigator's form of the page (`{path}/_payload.json`). */
  payload: boolean;
}

const payloadName = '/_payload.json';

/** Finds the cache key of the page whose payload is requested. @returns null for any other target, or with a query beyond a build id or a time. */
export function findPayloadKey(target: string): string | null {
  const end = target.indexOf(payloadName);
  if (end < 0 || !/^(?:\?[\w-]*)?$/.test(target.slice(end + payloadName.length))) return null;
  return target.slice(0, end) || '/';
}

/** `redirect` is the same address without its trailing slash, with its query. `invalid` is answered with 400, `long` with 414. */
export type AddressResult =
  | { kind: 'page'; address: PageAddress }
  | { kind: 'redirect'; to: string }
  | { kind: 'invalid' }
  | { kind: 'long' };

const maxTargetLength = 4096;
const control = /[\u0000-\u001f\u007f\\]/;

/**
 * Decodes a path. @returns null for a path that cannot be decoded, or that then contains a control character or a backslash. It is null for an
 * encoded slash too, which is a character of a name and not a separator: no page has such a name.
 */
function decodePath(rawPath: string): string | null {
  if (/%2f/i.test(rawPath)) return null;
  try {
    const path = decodeURIComponent(rawPath);
    return control.test(path) ? null : path;
  } catch {
    return null;
  }
}

export function parsePageAddress(target: string): AddressResult {
  if (target.length > maxTargetLength) return { kind: 'long' };
  const mark = target.indexOf('?');
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const queryString = mark < 0 ? '' : target.slice(mark);
  if (!rawPath.startsWith('/') || control.test(rawPath)) return { kind: 'invalid' };
  const decoded = decodePath(rawPath);
  // A path that cannot be decoded stays as written: it matches nothing and is answered like any address that does not exist.
  const path = decoded ?? rawPath;
  // `//host` would become an address of another site in a redirect.
  if (decoded !== null && path.length > 1 && path.endsWith('/') && !path.startsWith('//'))
    return {
      kind: 'redirect',
      to: resolveRedirect(rawPath.replace(/(?<!\/)\/+$/, '') || '/', defaultLocale, queryString),
    };
  const payload = path.endsWith(payloadName);
  const requested = (payload ? path.slice(0, -payloadName.length) : path) || '/';
  const { locale, rest } = splitLocale((payload ? requested : requested.replace(/\/index\.html$/, '')) || '/');
  // `/en/es/forex` is no page. Without `/en` it would have the key of the Spanish one, and the answer that is in the cache.
  const isTwice = locale === defaultLocale && splitLocale(rest).locale !== null;
  const sitePath = isTwice ? requested : rest;
  return {
    kind: 'page',
    address: { locale: locale ?? defaultLocale, path: sitePath, requested, queryString, payload },
  };
}

const maxShownLength = 300;

/** Shortens the path for a message to 300 characters: an address may be thousands of characters long. */
export function shortenPath({ requested }: PageAddress): string {
  return requested.length > maxShownLength ? `${requested.slice(0, maxShownLength).toWellFormed()}…` : requested;
}

/** Keeps only the parameters that the page declares, cleaned and in its order, so that no query can put a second copy of a page into the cache. */
export function pickDeclaredQuery(query: URLSearchParams, declared: readonly string[]): URLSearchParams {
  const picked = new URLSearchParams();
  for (const name of declared) {
    const value = cleanCode(query.get(name) ?? '');
    if (value) picked.set(name, value);
  }
  return picked;
}
