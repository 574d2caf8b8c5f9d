/**
 * Configures better-auth, which handles sessions and password checks. The site uses only its functions: none of its HTTP endpoints is mounted, so
 * they cannot be reached from the network. `registration.ts` creates users and `recovery.ts` sets new passwords, because both must happen in one
 * transaction with the mail that announces them.
 */
import { betterAuth } from 'better-auth';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** After half a day even an active visitor has to type the password again. `sessions.ts` ends idle sessions. */
const maxSessionSeconds = 12 * 60 * 60;

export interface AuthSettings {
  /** Public origin of the site. */
  siteUrl: string;
  secret: string;
}

/** The header in which `sessions.ts` passes the trusted network address to better-auth. Visitors cannot set it, because each call builds its headers from scratch. */
export const addressHeader = 'x-visitor-address';

/** Chooses the name of the cookie: `__Host-` binds it to this host and to https; a local http site cannot use that prefix. */
export function chooseSessionCookieName(siteUrl: string): string {
  return siteUrl.startsWith('https:') ? '__Host-session' : 'session';
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth({ db, kind }: AccountsDatabase, { siteUrl, secret }: AuthSettings) {
  const https = siteUrl.startsWith('https:');
  /**
   * better-auth hashes only for an address without an account, in place of the password check. To cost the same in both cases, this function also reads
   * what better-auth reads for an address with an account.
   */
  async function hashForUnknownAddress(password: string): Promise<string> {
    await db
      .selectFrom((nested) =>
        nested.selectFrom('account').selectAll().where('userId', '=', '').limit(100).as('primary'),
      )
      .selectAll('primary')
      .execute();
    return hashPassword(password);
  }
  return betterAuth({
    baseURL: siteUrl,
    secret,
    database: { db, type: kind, transaction: true },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashForUnknownAddress, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    session: { expiresIn: maxSessionSeconds, updateAge: maxSessionSeconds },
    // The site counts attempts itself, by person and by an address that cannot be forged (accounts/defence).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      cookies: {
        session_token: {
          name: chooseSessionCookieName(siteUrl),
          attributes: { secure: https, httpOnly: true, sameSite: 'lax', path: '/' },
        },
      },
    },
  });
}
