/**
 * Checks and signs the links that open the site as of a moment, and the cookie that such a link becomes. It is the cookie of previews with another content, so every
 * cache that leaves previews alone leaves day views alone too. The three signatures differ, so none can be used for another.
 */
import { isSigned, previewCookie, sign } from '../../server/content/preview-link.ts';
import { readCookie } from '../../server/http/cookies.ts';

/** A moment at which somebody looks at the site. */
export interface Day {
  /** Milliseconds since 1970. */
  moment: number;
  /** IANA name of the zone in which the moment is shown. */
  zone: string;
  /** Seconds since 1970. */
  expires: number;
}

type CheckedDayLink = { ok: true; day: Day; path: string } | { ok: false; reason: 'invalid' | 'expired' };

const linkFields = ['moment', 'zone', 'path', 'expires'] as const;
/** Prefixes of the signed texts, which tell a link from a cookie, and both from those of a preview. */
const [linkPrefix, cookiePrefix] = ['day ', 'day cookie '];

function isZone(zone: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** @returns null for what is no moment, no zone or no time of expiry. */
function parseDay(parameters: URLSearchParams): Day | null {
  const [moment, zone, expires] = ['moment', 'zone', 'expires'].map((name) => parameters.get(name) ?? '');
  const at = Date.parse(moment ?? '');
  if (Number.isNaN(at) || !zone || !isZone(zone) || !/^\d{1,12}$/.test(expires ?? '')) return null;
  return { moment: at, zone, expires: Number(expires) };
}

function pickFields(parameters: URLSearchParams, names: readonly string[]): string {
  return new URLSearchParams(names.map((name) => [name, parameters.get(name) ?? ''])).toString();
}

function writeFields({ moment, zone, expires }: Day): Record<string, string> {
  return { moment: new Date(moment).toISOString(), zone, expires: String(expires) };
}

/** Checks a link. @param search the query without its question mark. @param now seconds since 1970. */
export function checkDayLink(search: string, secret: string, now: number): CheckedDayLink {
  const parameters = new URLSearchParams(search);
  const day = parseDay(parameters);
  const signed = isSigned(linkPrefix + pickFields(parameters, linkFields), parameters.get('signature'), secret);
  if (!day || !signed) return { ok: false, reason: 'invalid' };
  return day.expires > now ? { ok: true, day, path: parameters.get('path') ?? '' } : { ok: false, reason: 'expired' };
}

/** Writes the signed query of a link. Strapi signs the same (`cms/src/plugins/day-view/server/day-link.ts`). */
export function signDayLink(day: Day, path: string, secret: string): string {
  const text = pickFields(new URLSearchParams({ ...writeFields(day), path }), linkFields);
  return `${text}&signature=${sign(linkPrefix + text, secret)}`;
}

const cookieFields = ['moment', 'zone', 'expires'] as const;

/** Writes the value of the cookie, in Base64 without characters that a cookie may not have. */
export function writeDayCookie(day: Day, secret: string): string {
  const text = pickFields(new URLSearchParams(writeFields(day)), cookieFields);
  return Buffer.from(`${text}&signature=${sign(cookiePrefix + text, secret)}`).toString('base64url');
}

/** Reads the day that a request's cookies allow; null for the site of today. @param now seconds since 1970. */
export function readDayCookie(cookies: string | undefined, secret: string, now: number): Day | null {
  // Nearly every request ends here.
  if (!cookies?.includes(`${previewCookie}=`)) return null;
  const value = readCookie(cookies, previewCookie) ?? '';
  const parameters = new URLSearchParams(Buffer.from(value, 'base64url').toString('utf8'));
  const day = parseDay(parameters);
  if (!day || day.expires <= now) return null;
  return isSigned(cookiePrefix + pickFields(parameters, cookieFields), parameters.get('signature'), secret)
    ? day
    : null;
}
