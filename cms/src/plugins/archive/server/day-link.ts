/** Signs a link that opens the whole site as of a moment. The site checks the same signature (`server/day-view/day-link.ts` there). */
import { createHmac } from 'node:crypto';
import { siteUrl } from '../../../setup/environment';

const hourSeconds = 3600;
/** Long enough to send a link to a phone, or to a colleague. */
const daySeconds = 24 * hourSeconds;

export interface DayLinkOptions {
  /** IANA name of the zone in which the site shows the moment. */
  zone?: string;
  /** Valid for a day instead of an hour. */
  lasting?: boolean;
}

/**
 * @param moment past or future. @param path an address of the site, such as `/es/forex`.
 * @returns null without the secret that the site shares.
 */
export function signDayLink(
  moment: Date,
  path: string,
  { zone = 'UTC', lasting = false }: DayLinkOptions = {},
): string | null {
  const secret = process.env.STRAPI_WEBHOOK_SECRET;
  if (!secret) return null;
  const expires = Math.floor(Date.now() / 1000) + (lasting ? daySeconds : hourSeconds);
  const query = new URLSearchParams({ moment: moment.toISOString(), zone, path, expires: String(expires) });
  query.set('signature', createHmac('sha256', secret).update(`day ${query}`).digest('hex'));
  return `${siteUrl}/api/preview/day?${query}`;
}
