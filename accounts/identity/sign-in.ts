/** Signing in and out. Unknown address and wrong password cost the same time and get the same answer. */
import { isAPIError } from 'better-auth/api';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { audit } from '../defence/audit.ts';
import { normalEmail } from '../ids-and-tokens.ts';
import { type Auth, addressHeader } from './auth.ts';

export interface SignedIn {
  userId: string;
  name: string;
  email: string;
  /** When this session began, ISO. */
  since: string;
  otherSessions: number;
}

export type SignInResult = { kind: 'signed-in'; setCookies: string[] } | { kind: 'refused' } | { kind: 'unverified' };

interface Visit {
  address: string;
  userAgent: string;
  cookie: string;
}

/** Made anew: nothing that the visitor's own headers say can pass for the trusted address. */
function headersOf({ address, userAgent, cookie }: Visit): Headers {
  return new Headers({ [addressHeader]: address, 'user-agent': userAgent.slice(0, 300), cookie });
}

export async function signIn({ db }: AccountsDatabase, auth: Auth, credentials: { email: string; password: string }, visit: Visit): Promise<SignInResult> {
  const email = normalEmail(credentials.email);
  try {
    const { headers, response } = await auth.api.signInEmail({ body: { email, password: credentials.password }, headers: headersOf(visit), returnHeaders: true });
    await audit(db, { action: 'signed-in', userId: response.user.id, email, address: visit.address });
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
