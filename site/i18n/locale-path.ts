/** Language prefixes of paths (R01, R40): English has none, but `/en` works, too. */
import { type Locale, byLocale, defaultLocale, isLocale, locales } from '../../content/locales.ts';

/** Adds the language prefix: `/forex` in Spanish is `/es/forex`, and the home page is `/es`. A query or hash stays at the end. */
export function localePath(path: string, locale: Locale): string {
  if (locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : path.replace(/^\/(?=[?#]|$)/, '').replace(/^/, `/${locale}`);
}

/** Adds the prefix like `localePath`, but the English home page is `/en`: the target of a language choice must not depend on a cookie. */
export function prefixedPath(path: string, locale: Locale): string {
  return locale === defaultLocale ? (path === '/' ? `/${locale}` : path) : localePath(path, locale);
}

/** Splits a path into its language (null when it has no prefix) and the rest. */
export function splitLocale(path: string): { locale: Locale | null; rest: string } {
  const [, first = ''] = path.split('/', 2);
  if (!isLocale(first)) return { locale: null, rest: path };
  return { locale: first, rest: path.slice(first.length + 1) || '/' };
}

/** Finds the language of the page at an address. */
export function addressLocale(path: string): Locale {
  return splitLocale(path).locale ?? defaultLocale;
}

/**
 * One expression, because every link of every page is tested: not a file, an endpoint, another site, or an address with a prefix. Marked as
 * pure, so that the first load, which does not use it, does not contain it.
 */
const pagePath = /* @__PURE__ */ new RegExp(`^/(?!/|media/|assets/|embed/|_|api/|(?:${locales.join('|')})(?:/|$))`);

/** True for addresses that get a language prefix: site paths, not files, endpoints or other sites. */
export function isPagePath(url: string): boolean {
  return pagePath.test(url);
}

/**
 * Builds the addresses of the language switcher on a page (R40): the English slug when the page is not translated (it is served in
 * English there), and home when the page is taken down in that language or exists neither in it nor in English.
 * @param alternates the paths of the page's document; undefined when the page has the same path in every language.
 * @param query the parameters that the page knows: they go along to the same page.
 */
export function languageAddresses(
  alternates: Partial<Record<Locale, string | null>> | undefined,
  path: string,
  query = new URLSearchParams(),
): Record<Locale, string> {
  return byLocale((locale) => {
    const ownPath = alternates?.[locale] === undefined ? alternates?.[defaultLocale] : alternates[locale];
    const there = alternates ? ownPath : path;
    const kept = there && query.size > 0 ? `?${query}` : '';
    return `/api/locale?${new URLSearchParams({ to: locale, path: prefixedPath(there ?? '/', locale) + kept })}`;
  });
}
