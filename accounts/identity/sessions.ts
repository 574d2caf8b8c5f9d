/** Manages sessions: who is signed in and on which devices. The owner can end a session; it also ends when it is idle for too long, and after half a day. */
import type { Kysely } from 'kysely';
import type { FormServices, OpenSession, Visit } from '../../site/page/form-services.ts';
import type { AccountsTables } from '../database/accounts-tables.ts';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { recordAudit } from '../defence/audit.ts';
import type { Auth } from './auth.ts';
import { describeDevice } from './device-name.ts';
import { buildHeaders } from './visit-headers.ts';

/** The time of last use is written at most once in this interval, and not at every request. */
const lastUseIntervalMs = 60_000;

/** Lists the sessions that have neither expired nor been idle for too long, the current one first, then the newest. */
async function listOpenSessions(
  db: Kysely<AccountsTables>,
  idleMilliseconds: number,
  userId: string,
  currentId: string,
): Promise<OpenSession[]> {
  const now = Date.now();
  const rows = await db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date(now).toISOString())
    .where('updatedAt', '>', new Date(now - idleMilliseconds).toISOString())
    // Sorts the current session first, so that the limit never drops it.
    .orderBy((build) => build.case().when('id', '=', currentId).then(0).else(1).end())
    .orderBy('createdAt', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: describeDevice(row.userAgent),
    since: new Date(row.createdAt).toISOString(),
    lastUsed: new Date(row.updatedAt).toISOString(),
    current: row.id === currentId,
  }));
}

async function recordUse(
  db: Kysely<AccountsTables>,
  { id, updatedAt }: { id: string; updatedAt: Date },
): Promise<void> {
  const now = Date.now();
  if (now - updatedAt.getTime() > lastUseIntervalMs)
    await db
      .updateTable('session')
      .set({ updatedAt: new Date(now).toISOString() })
      .where('id', '=', id)
      .execute();
}

export function createSessions(
  { db }: AccountsDatabase,
  auth: Auth,
  idleMilliseconds: number,
): Pick<FormServices, 'whoIsSignedIn' | 'endSessions' | 'signOut'> {
  const findCurrent = (visit: Visit) =>
    auth.api.getSession({ headers: buildHeaders(visit), query: { disableRefresh: true } });
  const isIdle = (lastUsed: Date) => Date.now() - lastUsed.getTime() > idleMilliseconds;

  /** Ends the current session. @returns the `Set-Cookie` values that delete its cookie. */
  async function endSession(visit: Visit): Promise<string[]> {
    const { headers } = await auth.api.signOut({ headers: buildHeaders(visit), returnHeaders: true });
    return headers.getSetCookie();
  }

  return {
    async whoIsSignedIn(visit) {
      const current = await findCurrent(visit);
      if (!current) return null;
      const { user, session } = current;
      if (isIdle(session.updatedAt)) {
        await recordAudit(db, { action: 'session-idle', userId: user.id, address: visit.address });
        return { kind: 'idle', setCookies: await endSession(visit) };
      }
      await recordUse(db, session);
      return {
        kind: 'signed-in',
        name: user.name,
        email: user.email,
        sessions: await listOpenSessions(db, idleMilliseconds, user.id, session.id),
      };
    },
    async endSessions(visit, which) {
      const current = await findCurrent(visit);
      if (!current || isIdle(current.session.updatedAt)) return;
      const deletion = db.deleteFrom('session').where('userId', '=', current.user.id);
      await (
        which === 'others' ? deletion.where('id', '!=', current.session.id) : deletion.where('id', '=', which.id)
      ).execute();
      await recordAudit(db, {
        action: 'session-ended',
        userId: current.user.id,
        address: visit.address,
        detail: { which: which === 'others' ? 'others' : 'one' },
      });
    },
    async signOut(visit, everywhere) {
      const current = await findCurrent(visit);
      if (current && everywhere) await db.deleteFrom('session').where('userId', '=', current.user.id).execute();
      if (current)
        await recordAudit(db, {
          action: everywhere ? 'signed-out-everywhere' : 'signed-out',
          userId: current.user.id,
          address: visit.address,
        });
      return endSession(visit);
    },
  };
}
