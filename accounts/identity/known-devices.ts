/**
 * Browsers from which somebody has signed in at an account before. The cookie proves it by a signature over the account's address, so asking needs
 * no database, takes the same work for every address, and tells nobody who has an account.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { normalEmail } from '../ids-and-tokens.ts';

export const deviceSeconds = 365 * 24 * 60 * 60;
/** A family's computer; more only make the cookie longer. */
const mostAccounts = 5;

export interface KnownDevice {
  /** By which its tries are counted. */
  id: string;
  /** When it was last signed in or confirmed from, in milliseconds. */
  since: number;
}

export interface KnownDevices {
  /** @param cookie as the browser sent it. */
  find: (cookie: string | undefined, email: string) => KnownDevice | null;
  /** @returns the cookie with this account in it. */
  add: (cookie: string | undefined, email: string) => string;
}

function entriesOf(cookie: string | undefined): string[] {
  return (cookie ?? '').slice(0, 1000).split('.').filter(Boolean).slice(0, mostAccounts);
}

export function createKnownDevices(secret: string): KnownDevices {
  function signed(id: string, since: string, email: string): string {
    const signature = createHmac('sha256', secret)
      .update(`known device\n${id}\n${since}\n${normalEmail(email)}`)
      .digest('base64url')
      .slice(0, 22);
    return `${id}~${since}~${signature}`;
  }
  function isOf(entry: string, email: string): boolean {
    const [id = '', since = ''] = entry.split('~');
    const [given, wanted] = [Buffer.from(entry), Buffer.from(signed(id, since, email))];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  return {
    find(cookie, email) {
      const entry = entriesOf(cookie).find((one) => isOf(one, email));
      const [id = '', since = ''] = entry?.split('~') ?? [];
      const moment = Number.parseInt(since, 36);
      return entry !== undefined && moment > Date.now() - deviceSeconds * 1000 ? { id, since: moment } : null;
    },
    add(cookie, email) {
      const others = entriesOf(cookie).filter((entry) => !isOf(entry, email));
      return [signed(randomBytes(12).toString('base64url'), Date.now().toString(36), email), ...others]
        .slice(0, mostAccounts)
        .join('.');
    },
  };
}
