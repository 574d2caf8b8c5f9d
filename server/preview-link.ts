/** The signed links of Strapi's Preview button (`cms/README.md`) and the cookie that one becomes: both say what is previewed and until when. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Locale, defaultLocale, isLocale } from '../site/i18n/locales.ts';

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

function signature(words: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(words).digest();
}

/** Why a link is refused is for the editor to read. */
export type CheckedLink = { ok: true; target: PreviewTarget } | { ok: false; reason: 'invalid' | 'expired' };

/** @param search the query without its question mark. @param now seconds since 1970. */
export function checkLink(search: string, secret: string, now: number): CheckedLink {
  const given = new URLSearchParams(search);
  const words = new URLSearchParams(fields.map((name) => [name, given.get(name) ?? ''])).toString();
  const sent = Buffer.from(given.get('signature') ?? '', 'hex');
  const right = signature(words, secret);
  if (secret === '' || sent.length !== right.length || !timingSafeEqual(sent, right)) return { ok: false, reason: 'invalid' };
  const expires = Number(given.get('expires'));
  if (!(expires > now)) return { ok: false, reason: 'expired' };
  const locale = given.get('locale');
  return {
    ok: true,
    target: {
      type: given.get('type') ?? '', key: given.get('key') ?? '', locale: isLocale(locale) ? locale : defaultLocale,
      status: given.get('status') === 'published' ? 'published' : 'draft', expires,
    },
  };
}

/** The query of a link to a target, signed. */
export function signLink(target: PreviewTarget, secret: string): string {
  const words = new URLSearchParams(fields.map((name) => [name, String(target[name])])).toString();
  return `${words}&signature=${signature(words, secret).toString('hex')}`;
}

/** A cookie's value may not hold what a query may. */
export function cookieText(target: PreviewTarget, secret: string): string {
  return Buffer.from(signLink(target, secret)).toString('base64url');
}

export function readCookieText(text: string | undefined, secret: string, now: number): PreviewTarget | null {
  if (!text) return null;
  const checked = checkLink(Buffer.from(text, 'base64url').toString('utf8'), secret, now);
  return checked.ok ? checked.target : null;
}
