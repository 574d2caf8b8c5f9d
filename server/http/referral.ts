/**
 * Where a visitor came from: campaign, partner and click parameters of the landing page. The server stores them in a cookie on arrival, because
 * pages are the same bytes for everyone. The latest click counts, for 30 days, as the affiliate programme promises.
 */
import { cookieValue, setCookieHeader } from './cookies.ts';

const names = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'ref',
  'aff',
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'fbclid',
  'msclkid',
  'ttclid',
  'li_fat_id',
];
const lifetimeSeconds = 30 * 24 * 60 * 60;
const longest = 200;
const cookie = 'referral';

export function referralOf(parameters: URLSearchParams): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = parameters
      .get(name)
      ?.replace(/[\u0000-\u001f\u007f]/g, '')
      .slice(0, longest);
    if (value) found[name] = value;
  }
  return found;
}

/** @returns the value of a `Set-Cookie` header, or null when the address has no referral parameters or too long ones. */
export function referralSetCookie(parameters: URLSearchParams, https: boolean): string | null {
  const found = referralOf(parameters);
  if (Object.keys(found).length === 0) return null;
  const value = new URLSearchParams(found).toString();
  return value.length > 2000
    ? null
    : setCookieHeader(cookie, value, { https, maxAgeSeconds: lifetimeSeconds, httpOnly: true });
}

/** The referral parameters of the form's own address, or else those of the cookie. */
export function keptReferral(parameters: URLSearchParams, cookieHeader: string): Record<string, string> {
  const own = referralOf(parameters);
  if (Object.keys(own).length > 0) return own;
  return referralOf(new URLSearchParams(cookieValue(cookieHeader, cookie)));
}
