/**
 * The signed links of Strapi's Preview button (`cms/README.md`) and the cookie that the link to a draft becomes: both say which one document is
 * opened, in which language, and until when. A link is not a cookie: they are signed apart, so that nobody makes one of the other.
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

function wordsOf(target: PreviewTarget): string {
  return new URLSearchParams(fields.map((name) => [name, String(target[name])])).toString();
}

function isSigned(words: string, sent: string | null, secret: string): boolean {
  const given = Buffer.from(sent ?? '', 'hex');
  const right = signature(words, secret);
  return secret !== '' && given.length === right.length && timingSafeEqual(given, right);
}

/** Exactly what is signed: nothing that could be read in two ways counts as a target. */
function targetOf(given: URLSearchParams): PreviewTarget | null {
  const [type = '', key = '', locale, status, expires = ''] = fields.map((name) => given.get(name) ?? '');
  const known = statuses.find((name) => name === status);
  if (!known || !isLocale(locale) || !/^\d{1,12}$/.test(expires)) return null;
  return { type, key, locale, status: known, expires: Number(expires) };
}

/** Why a link is refused is for the editor to read. */
export type CheckedLink = { ok: true; target: PreviewTarget } | { ok: false; reason: 'invalid' | 'expired' };

/** @param search the query without its question mark. @param now seconds since 1970. */
export function checkLink(search: string, secret: string, now: number): CheckedLink {
  const given = new URLSearchParams(search);
  const target = targetOf(given);
  if (!target || !isSigned(wordsOf(target), given.get('signature'), secret)) return { ok: false, reason: 'invalid' };
  return target.expires > now ? { ok: true, target } : { ok: false, reason: 'expired' };
}

/** The query of a link to a target, signed. */
export function signLink(target: PreviewTarget, secret: string): string {
  const words = wordsOf(target);
  return `${words}&signature=${signature(words, secret).toString('hex')}`;
}

const asCookie = 'cookie ';

/** A cookie's value may not hold what a query may. */
export function cookieText(target: PreviewTarget, secret: string): string {
  const words = wordsOf(target);
  return Buffer.from(`${words}&signature=${signature(asCookie + words, secret).toString('hex')}`).toString('base64url');
}

/** What the cookie opens; a published document needs none. */
export function readCookieText(text: string | undefined, secret: string, now: number): PreviewTarget | null {
  if (!text) return null;
  const given = new URLSearchParams(Buffer.from(text, 'base64url').toString('utf8'));
  const target = targetOf(given);
  if (!target || target.status !== 'draft' || !(target.expires > now)) return null;
  return isSigned(asCookie + wordsOf(target), given.get('signature'), secret) ? target : null;
}
