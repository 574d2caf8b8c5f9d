/** Chooses the language of a first visit of `/` (R40): from the cookie, then the browser's languages, then English. Crawlers are not redirected. */
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { type Locale, defaultLocale, isLocale } from '../../content/locales.ts';
import { robotNames } from '../../site/consent/robot-names.ts';
import { cookieValue, setCookieHeader } from './cookies.ts';

export const localeCookie = 'locale';
const yearInSeconds = 365 * 24 * 60 * 60;

/** Search engines and link previews index the address that they request. */
const crawlers = new RegExp(`${robotNames.source}|facebookexternalhit|embedly|preview\\b`, 'i');

export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && crawlers.test(userAgent);
}

/** Parsed headers: browsers send few different ones, and every hit of `/` needs one. Bounded, so that a client cannot fill the memory. */
const accepted = new LRUCache<string, { locale: Locale | null }>({ max: 500 });
const longestRemembered = 200;

/** The language with the highest weight in an `Accept-Language` header among those that the site has; null when there is none. */
export function acceptedLocale(header: string | undefined): Locale | null {
  if (!header) return null;
  const known = accepted.get(header);
  if (known) return known.locale;
  const locale = preferredLocale(header);
  if (header.length <= longestRemembered) accepted.set(header, { locale });
  return locale;
}

function preferredLocale(header: string): Locale | null {
  const wishes = header.split(',').map((entry, index) => {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
    const weight = parameters
      .map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1])
      .find((value) => value !== undefined);
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight), index };
  });
  const ordered = wishes.filter((wish) => wish.weight > 0).sort((a, b) => b.weight - a.weight || a.index - b.index);
  return ordered.map((wish) => wish.language).find(isLocale) ?? null;
}

export function firstVisitLocale(headers: {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
  'user-agent'?: string | undefined;
}): Locale {
  if (isCrawler(headers['user-agent'])) return defaultLocale;
  const chosen = cookieValue(headers.cookie, localeCookie);
  if (isLocale(chosen)) return chosen;
  return acceptedLocale(headers['accept-language']) ?? defaultLocale;
}

/** The language that an address names in its parameter `locale`, else English. */
export function queryLocale(context: Context): Locale {
  const given = context.req.query('locale');
  return isLocale(given) ? given : defaultLocale;
}

export function localeSetCookie(locale: Locale, https: boolean): string {
  return setCookieHeader(localeCookie, locale, { https, maxAgeSeconds: yearInSeconds, httpOnly: false });
}
