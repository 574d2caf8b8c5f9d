/**
 * Checks and signs the links of Strapi's panel (`cms/README.md`), and the cookie that the link to a draft becomes. Both name one document, its
 * language and an expiry time. Their signatures differ, so that a link cannot be used as a cookie or the other way round. The signature for what an
 * editor types covers the typed values too.
 */
import { createHash, createHmac } from 'node:crypto';
import { serialize } from 'hono/utils/cookie';
import { matchesSecret } from '../../base/ids-and-tokens.ts';
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

/** Signs a text with the shared secret. */
export function sign(signedText: string, secret: string): string {
  return createHmac('sha256', secret).update(signedText).digest('hex');
}

function writeSignedText(target: PreviewTarget): string {
  return new URLSearchParams(fields.map((name) => [name, String(target[name])])).toString();
}

/** False without a secret. */
export function isSigned(signedText: string, signature: string | null, secret: string): boolean {
  return secret !== '' && matchesSecret(signature ?? '', sign(signedText, secret));
}

/** Parses exactly the signed fields. @returns null when the status, the language or the expiry time is invalid. */
function parseTarget(parameters: URLSearchParams): PreviewTarget | null {
  const [type = '', key = '', locale, status, expires = ''] = fields.map((name) => parameters.get(name) ?? '');
  const knownStatus = statuses.find((name) => name === status);
  if (!knownStatus || !isLocale(locale) || !/^\d{1,12}$/.test(expires)) return null;
  return { type, key, locale, status: knownStatus, expires: Number(expires) };
}

/** The result of checking a link; the editor sees the reason of a refusal. */
type CheckedLink = { ok: true; target: PreviewTarget } | { ok: false; reason: 'invalid' | 'expired' };

/** Adds a hash of the values that an editor has typed, when there are some. */
function addTyped(signedText: string, typed: string | undefined): string {
  return typed === undefined ? signedText : `typed ${createHash('sha256').update(typed).digest('hex')} ${signedText}`;
}

/**
 * Checks a link.
 * @param search the query without its question mark. @param now seconds since 1970. @param typed the values that came with it.
 */
export function checkLink(search: string, secret: string, now: number, typed?: string): CheckedLink {
  const parameters = new URLSearchParams(search);
  const target = parseTarget(parameters);
  if (!target || !isSigned(addTyped(writeSignedText(target), typed), parameters.get('signature'), secret))
    return { ok: false, reason: 'invalid' };
  return target.expires > now ? { ok: true, target } : { ok: false, reason: 'expired' };
}

/** Writes the signed query of a link to a target. @param typed as in `checkLink`. */
export function signLink(target: PreviewTarget, secret: string, typed?: string): string {
  const signedText = writeSignedText(target);
  return `${signedText}&signature=${sign(addTyped(signedText, typed), secret)}`;
}

/** Prefix of the signed text of cookies, so that their signatures differ from those of links. */
const cookiePrefix = 'cookie ';

/** Writes the value of the cookie in base64url, because a cookie's value may not contain every character of a query. */
export function writeCookieText(target: PreviewTarget, secret: string): string {
  const signedText = writeSignedText(target);
  return Buffer.from(`${signedText}&signature=${sign(cookiePrefix + signedText, secret)}`).toString('base64url');
}

/** Reads the draft that the cookie allows, or null; a published document needs no cookie. @param now seconds since 1970. */
export function readCookieText(text: string | undefined, secret: string, now: number): PreviewTarget | null {
  if (!text) return null;
  const parameters = new URLSearchParams(Buffer.from(text, 'base64url').toString('utf8'));
  const target = parseTarget(parameters);
  if (!target || target.status !== 'draft' || !(target.expires > now)) return null;
  return isSigned(cookiePrefix + writeSignedText(target), parameters.get('signature'), secret) ? target : null;
}

/**
 * Builds a `Set-Cookie` header. In the panel's frame the site is a third party unless both share a domain; there only `SameSite=None` over https works.
 * @param secure the site is on https.
 */
export function buildPreviewCookie(value: string, maxAge: number, secure: boolean): string {
  return serialize(previewCookie, value, {
    path: '/',
    maxAge,
    httpOnly: true,
    ...(secure ? { sameSite: 'None', secure: true, partitioned: true } : { sameSite: 'Lax' }),
  });
}
