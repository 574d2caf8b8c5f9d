/**
 * Recognises browsers that have signed in to an account before. A cookie proves this by a signature over the account's e-mail address, so the check needs no database,
 * does the same work for every address, and does not reveal who has an account.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { matchesSecret, normalizeEmail } from '../../base/ids-and-tokens.ts';

export const deviceSeconds = 365 * 24 * 60 * 60;
/** Enough for a computer that a family shares; more would only make the cookie longer. */
const maxAccounts = 5;

export interface KnownDevice {
  /** The key under which the device's attempts are counted. */
  id: string;
  /** Time of the last sign-in or confirmation from this device, in milliseconds. */
  since: number;
}

export interface KnownDevices {
  /** Finds the device. @param cookie as the browser sent it. @returns null unless this device signed in to the account within a year. */
  find: (cookie: string | undefined, email: string) => KnownDevice | null;
  /** Adds an account. @returns the new cookie, with this account added. */
  add: (cookie: string | undefined, email: string) => string;
}

function parseEntries(cookie: string | undefined): string[] {
  return (cookie ?? '').slice(0, 1000).split('.').filter(Boolean).slice(0, maxAccounts);
}

export function createKnownDevices(secret: string): KnownDevices {
  function sign(id: string, since: string, email: string): string {
    const signature = createHmac('sha256', secret)
      .update(`known device\n${id}\n${since}\n${normalizeEmail(email)}`)
      .digest('base64url')
      .slice(0, 22);
    return `${id}~${since}~${signature}`;
  }
  function belongsTo(entry: string, email: string): boolean {
    const [id = '', since = ''] = entry.split('~');
    return matchesSecret(entry, sign(id, since, email));
  }
  return {
    find(cookie, email) {
      const entry = parseEntries(cookie).find((candidate) => belongsTo(candidate, email));
      const [id = '', since = ''] = entry?.split('~') ?? [];
      const lastUsed = Number.parseInt(since, 36);
      return entry !== undefined && lastUsed > Date.now() - deviceSeconds * 1000 ? { id, since: lastUsed } : null;
    },
    add(cookie, email) {
      const others = parseEntries(cookie).filter((entry) => !belongsTo(entry, email));
      return [sign(randomBytes(12).toString('base64url'), Date.now().toString(36), email), ...others]
        .slice(0, maxAccounts)
        .join('.');
    },
  };
}
