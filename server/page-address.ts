/** From a raw request target to a page's address: language, path, the query it may see, and where a wrongly written one should go. */
import { splitLocale } from '../site/i18n/locale-path.ts';
import { type Locale, defaultLocale } from '../site/i18n/locales.ts';

export interface PageAddress {
  locale: Locale;
  /** Site path without language prefix and without `index.html`. */
  path: string;
  search: string;
  /** True when the navigator's form of the page is asked for (`{path}/_payload.json`). */
  payload?: boolean;
}

const payloadName = '/_payload.json';

/** The key in the page cache that a payload's target names, when its query is nothing but the build id or a time. */
export function payloadKey(target: string): string | null {
  const end = target.indexOf(payloadName);
  if (end < 0 || !/^(?:\?[\w-]*)?$/.test(target.slice(end + payloadName.length))) return null;
  return target.slice(0, end) || '/';
}

/** `redirect` is the same address without its trailing slash, query kept. `invalid` is a 400, `long` a 414. */
export type AddressResult = { kind: 'page'; address: PageAddress } | { kind: 'redirect'; to: string } | { kind: 'invalid' } | { kind: 'long' };

const longestTarget = 4096;
const control = /[\u0000-\u001f\u007f\\]/;

export function parsePageAddress(target: string): AddressResult {
  if (target.length > longestTarget) return { kind: 'long' };
  const mark = target.indexOf('?');
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? '' : target.slice(mark);
  let path: string;
  try {
    path = decodeURIComponent(rawPath);
  } catch {
    return { kind: 'invalid' };
  }
  if (!path.startsWith('/') || control.test(path)) return { kind: 'invalid' };
  // `//host` would become an address of another site in a redirect.
  if (path.length > 1 && path.endsWith('/') && !path.startsWith('//')) return { kind: 'redirect', to: `${rawPath.replace(/\/+$/, '') || '/'}${search}` };
  const payload = path.endsWith(payloadName);
  const { locale, rest } = splitLocale((payload ? path.slice(0, -payloadName.length) : path.replace(/\/index\.html$/, '')) || '/');
  return { kind: 'page', address: { locale: locale ?? defaultLocale, path: rest, search, payload } };
}

/** Only what the page declares, in its order, so that no query can make a second copy of a page. */
export function declaredQuery(search: string, declared: readonly string[]): URLSearchParams {
  const kept = new URLSearchParams();
  if (!search || declared.length === 0) return kept;
  const given = new URLSearchParams(search);
  for (const name of declared) {
    const value = given.get(name);
    if (value) kept.set(name, value);
  }
  return kept;
}
