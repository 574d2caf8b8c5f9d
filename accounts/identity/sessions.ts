/** Sessions: who is signed in and on which devices. A session ends by its owner, when it is idle, and after half a day at the latest. */
import type { FormServices, OpenSession, Visit } from '../../site/page/form-services.ts';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { audit } from '../defence/audit.ts';
import { type Auth, addressHeader } from './auth.ts';
import { deviceName } from './device-name.ts';

/** The time of last use is written at most this often, not at every request. */
const touchedEveryMs = 60_000;

/** Builds the headers from scratch, so that nothing in the visitor's own headers can pass for the trusted address. */
export function buildHeaders({ address, userAgent, cookie }: Visit): Headers {
  return new Headers({ [addressHeader]: address, 'user-agent': userAgent.slice(0, 300), cookie });
}

export function createSessions(
  { db }: AccountsDatabase,
  auth: Auth,
  idleMilliseconds: number,
): Pick<FormServices, 'whoIsSignedIn' | 'endSessions' | 'signOut'> {
  const current = (visit: Visit) =>
    auth.api.getSession({ headers: buildHeaders(visit), query: { disableRefresh: true } });
  const isIdle = (lastUsed: Date) => Date.now() - lastUsed.getTime() > idleMilliseconds;

  /** @returns the `Set-Cookie` values that remove the session from the browser. */
  async function drop(visit: Visit): Promise<string[]> {
    const { headers } = await auth.api.signOut({ headers: buildHeaders(visit), returnHeaders: true });
    return headers.getSetCookie();
  }

  /** The sessions that have neither expired nor been idle for too long, the current one first, then the newest. */
  async function openSessions(userId: string, currentId: string): Promise<OpenSession[]> {
    const now = Date.now();
    const rows = await db
      .selectFrom('session')
      .select(['id', 'userAgent', 'createdAt', 'updatedAt'])
      .where('userId', '=', userId)
      .where('expiresAt', '>', new Date(now).toISOString())
      .where('updatedAt', '>', new Date(now - idleMilliseconds).toISOString())
      // The current one is always among them, however many came after it.
      .orderBy((build) => build.case().when('id', '=', currentId).then(0).else(1).end())
      .orderBy('createdAt', 'desc')
      .limit(50)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      device: deviceName(row.userAgent),
      since: new Date(row.createdAt).toISOString(),
      lastUsed: new Date(row.updatedAt).toISOString(),
      current: row.id === currentId,
    }));
  }

  return {
    async whoIsSignedIn(visit) {
      const found = await current(visit);
      if (!found) return null;
      const { user, session } = found;
      if (isIdle(session.updatedAt)) {
        await audit(db, { action: 'session-idle', userId: user.id, address: visit.address });
        return { kind: 'idle', setCookies: await drop(visit) };
      }
      const now = Date.now();
      if (now - session.updatedAt.getTime() > touchedEveryMs)
        await db
          .updateTable('session')
          .set({ updatedAt: new Date(now).toISOString() })
          .where('id', '=', session.id)
          .execute();
      return {
        kind: 'signed-in',
        name: user.name,
        email: user.email,
        sessions: await openSessions(user.id, session.id),
      };
    },
    async endSessions(visit, which) {
      const found = await current(visit);
      if (!found || isIdle(found.session.updatedAt)) return;
      const own = db.deleteFrom('session').where('userId', '=', found.user.id);
      await (which === 'others' ? own.where('id', '!=', found.session.id) : own.where('id', '=', which.id)).execute();
      await audit(db, {
        action: 'session-ended',
        userId: found.user.id,
        address: visit.address,
        detail: { which: which === 'others' ? 'others' : 'one' },
      });
    },
    async signOut(visit, everywhere) {
      const found = await current(visit);
      if (found && everywhere) await db.deleteFrom('session').where('userId', '=', found.user.id).execute();
      if (found)
        await audit(db, {
          action: everywhere ? 'signed-out-everywhere' : 'signed-out',
          userId: found.user.id,
          address: visit.address,
        });
      return drop(visit);
    },
  };
}
