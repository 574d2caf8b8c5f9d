/**
 * The signed links of Strapi's Preview button (`cms/README.md`), and the cookie that the link to a draft becomes. Both name one document, its
 * language and an expiry time. Their signatures differ, so that a link cannot be used as a cookie or the other way round.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Locale, isLocale } from '../../content/locales.ts';

export interface PreviewTarget {
  /** Strapi's name of the type. */
  type: string;
  key: string;
  locale: Locale;
  status: 'draft' | 'published';
  /** Seconds since 1970. */
  expires: number;
}

export const previewCookie = 'preview';
const fields = ['type', 'key', 'locale', 'status', 'expires'] as const;

const statuses = ['draft', 'published'] as const;

function signature(words: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(words).digest();
}

function writeWords(target: PreviewTarget): string {
  return new URLSearchParams(fields.map((name) => [name, String(target[name])])).toString();
}

function isSigned(words: string, sent: string | null, secret: string): boolean {
  const given = Buffer.from(sent ?? '', 'hex');
  const right = signature(words, secret);
  return secret !== '' && given.length === right.length && timingSafeEqual(given, right);
}

/** Parses exactly the signed fields. @returns null for an ambiguous value. */
function parseTarget(given: URLSearchParams): PreviewTarget | null {
  const [type = '', key = '', locale, status, expires = ''] = fields.map((name) => given.get(name) ?? '');
  const known = statuses.find((name) => name === status);
  if (!known || !isLocale(locale) || !/^\d{1,12}$/.test(expires)) return null;
  return { type, key, locale, status: known, expires: Number(expires) };
}

/** The reason is shown to the editor. */
type CheckedLink = { ok: true; target: PreviewTarget } | { ok: false; reason: 'invalid' | 'expired' };

/** @param search the query without its question mark. @param now seconds since 1970. */
export function checkLink(search: string, secret: string, now: number): CheckedLink {
  const given = new URLSearchParams(search);
  const target = parseTarget(given);
  if (!target || !isSigned(writeWords(target), given.get('signature'), secret)) return { ok: false, reason: 'invalid' };
  return target.expires > now ? { ok: true, target } : { ok: false, reason: 'expired' };
}

/** The query of a link to a target, signed. */
export function signLink(target: PreviewTarget, secret: string): string {
  const words = writeWords(target);
  return `${words}&signature=${signature(words, secret).toString('hex')}`;
}

/** Prefix of the signed text of cookies, so that their signatures differ from those of links. */
const asCookie = 'cookie ';

/** In base64url, because a cookie's value may not contain every character of a query. */
export function cookieText(target: PreviewTarget, secret: string): string {
  const words = writeWords(target);
  return Buffer.from(`${words}&signature=${signature(asCookie + words, secret).toString('hex')}`).toString('base64url');
}

/** The draft that the cookie allows, or null; a published document needs no cookie. @param now seconds since 1970. */
export function readCookieText(text: string | undefined, secret: string, now: number): PreviewTarget | null {
  if (!text) return null;
  const given = new URLSearchParams(Buffer.from(text, 'base64url').toString('utf8'));
  const target = parseTarget(given);
  if (!target || target.status !== 'draft' || !(target.expires > now)) return null;
  return isSigned(asCookie + writeWords(target), given.get('signature'), secret) ? target : null;
}
