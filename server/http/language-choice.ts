/** Chooses the language of a first visit of `/` (R40): from the cookie, then the browser's languages, then English. Crawlers are not redirected. */
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { type Locale, defaultLocale, isLocale } from '../../content/locales.ts';
import { robotNames } from '../../site/consent/robot-names.ts';
import { readCookie, buildSetCookie } from './cookies.ts';

export const localeCookie = 'locale';
const yearInSeconds = 365 * 24 * 60 * 60;

/** Search engines and link previews index the address that they request. */
const crawlers = new RegExp(`${robotNames.source}|facebookexternalhit|embedly|preview\\b`, 'i');

export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && crawlers.test(userAgent);
}

/** Results by header: browsers send few different ones, and every hit of `/` needs one. The cache is bounded, so that a client cannot fill the memory. */
const localesByHeader = new LRUCache<string, { locale: Locale | null }>({ max: 500 });
const maxCachedLength = 200;

/** Finds the language with the highest weight in an `Accept-Language` header among those that the site has; null when there is none. */
export function findAcceptedLocale(header: string | undefined): Locale | null {
  if (!header) return null;
  const cached = localesByHeader.get(header);
  if (cached) return cached.locale;
  const locale = choosePreferredLocale(header);
  if (header.length <= maxCachedLength) localesByHeader.set(header, { locale });
  return locale;
}

function choosePreferredLocale(header: string): Locale | null {
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

export function chooseFirstVisitLocale(headers: {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
  'user-agent'?: string | undefined;
}): Locale {
  if (isCrawler(headers['user-agent'])) return defaultLocale;
  const chosen = readCookie(headers.cookie, localeCookie);
  if (isLocale(chosen)) return chosen;
  return findAcceptedLocale(headers['accept-language']) ?? defaultLocale;
}

/** Reads the language that an address names in its parameter `locale`, else English. */
export function readQueryLocale(context: Context): Locale {
  const locale = context.req.query('locale');
  return isLocale(locale) ? locale : defaultLocale;
}

export function buildLocaleCookie(locale: Locale, https: boolean): string {
  return buildSetCookie(localeCookie, locale, { https, maxAgeSeconds: yearInSeconds, httpOnly: false });
}
