/** Signing in and out. Unknown address and wrong password cost the same time and get the same answer. */
import { isAPIError } from 'better-auth/api';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { audit } from '../defence/audit.ts';
import { newId, normalEmail } from '../ids-and-tokens.ts';
import type { Locale } from '../locale.ts';
import { type MailMessage, writeToOutbox } from '../outbox/outbox.ts';
import { type Auth, addressHeader } from './auth.ts';
import { deviceName } from './device-name.ts';

export interface SignedIn {
  userId: string;
  name: string;
  email: string;
  /** When this session began, ISO. */
  since: string;
  otherSessions: number;
}

export type SignInResult = { kind: 'signed-in'; setCookies: string[] } | { kind: 'refused' } | { kind: 'unverified' };

/** @param passwordSet when the password was set: what a device knew of an older one counts for nothing. @returns the language in which the owner is told, or null. */
export type IsNewDevice = (passwordSet: number) => Promise<{ locale: Locale } | null>;

interface Visit {
  address: string;
  userAgent: string;
  cookie: string;
}

/** Made anew: nothing that the visitor's own headers say can pass for the trusted address. */
function headersOf({ address, userAgent, cookie }: Visit): Headers {
  return new Headers({ [addressHeader]: address, 'user-agent': userAgent.slice(0, 300), cookie });
}

function newDeviceMail(email: string, userAgent: string, locale: Locale): MailMessage {
  return { template: 'new-device', to: email, locale, values: { device: deviceName(userAgent), at: new Date().toISOString() } };
}

export async function signIn({ db }: AccountsDatabase, auth: Auth, credentials: { email: string; password: string }, visit: Visit, isNewDevice: IsNewDevice): Promise<SignInResult> {
  const email = normalEmail(credentials.email);
  try {
    const { headers, response } = await auth.api.signInEmail({ body: { email, password: credentials.password }, headers: headersOf(visit), returnHeaders: true });
    const userId = response.user.id;
    const { updatedAt } = await db.selectFrom('account').select('updatedAt').where('userId', '=', userId).where('providerId', '=', 'credential').executeTakeFirstOrThrow();
    const notice = await isNewDevice(new Date(updatedAt).getTime());
    await db.transaction().execute(async (transaction) => {
      await audit(transaction, { action: 'signed-in', userId, email, address: visit.address, ...(notice ? { detail: { device: 'new' } } : {}) });
      if (notice) await writeToOutbox(transaction, { channel: 'mail', event: 'new-device', subjectId: newId(), email, payload: newDeviceMail(email, visit.userAgent, notice.locale) });
    });
    return { kind: 'signed-in', setCookies: headers.getSetCookie() };
  } catch (error) {
    if (!isAPIError(error)) throw error;
    await audit(db, { action: 'sign-in-failed', email, address: visit.address });
    return { kind: error.body?.code === 'EMAIL_NOT_VERIFIED' ? 'unverified' : 'refused' };
  }
}

export async function whoIsSignedIn({ db }: AccountsDatabase, auth: Auth, visit: Visit): Promise<SignedIn | null> {
  const found = await auth.api.getSession({ headers: headersOf(visit), query: { disableRefresh: true } });
  if (!found) return null;
  const { count } = await db.selectFrom('session').select(({ fn }) => fn.countAll<number | bigint | string>().as('count'))
    .where('userId', '=', found.user.id).where('expiresAt', '>', new Date().toISOString()).executeTakeFirstOrThrow();
  return {
    userId: found.user.id, name: found.user.name, email: found.user.email, since: new Date(found.session.createdAt).toISOString(), otherSessions: Number(count) - 1,
  };
}

/** @returns the cookies that take the session out of the browser. */
export async function signOut({ db }: AccountsDatabase, auth: Auth, visit: Visit, everywhere: boolean): Promise<string[]> {
  const headers = headersOf(visit);
  const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (session && everywhere) await db.deleteFrom('session').where('userId', '=', session.user.id).execute();
  if (session) await audit(db, { action: everywhere ? 'signed-out-everywhere' : 'signed-out', userId: session.user.id, address: visit.address });
  const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true });
  return answer.getSetCookie();
}
