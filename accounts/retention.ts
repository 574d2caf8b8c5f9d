/** Deletes data whose period of the privacy policy is over. Runs every few hours and by `npm run retention`. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import { noticeTime, periods, planRetention, rememberRetention, tooMany } from './retention-guard.ts';
import type { CvStorage } from './submissions/cv-storage.ts';

const dayMs = 24 * 60 * 60_000;
const abandonedFile = dayMs;

interface Parts {
  database: AccountsDatabase;
  storage: CvStorage;
  /** Folder of uploads that are being received; abandoned ones are deleted. */
  incoming: string;
}

export interface RetentionRun {
  /** Counts by kind. */
  removed: Record<string, number>;
  /** Complaints and undelivered messages that will be deleted within thirty days. */
  announced: Record<string, number>;
  /** Null, or why the run deleted nothing, and what waits for a confirmation. */
  held: { reasons: string[]; due: Record<string, number> } | null;
}

/** Deletes what is due, unless the clock or the amount looks wrong. @param confirmed an operator confirms that everything due may be deleted. */
export async function keepData(parts: Parts, { now = Date.now(), confirmed = false } = {}): Promise<RetentionRun> {
  const {
    database: { db },
  } = parts;
  const { reasons, due, announced, lastRun } = await planRetention(db, now);
  const { orphans, files } = await filesWithoutRecord(parts, now);
  // With the URL of another, empty database every file would be without a record.
  reasons.push(...tooMany('files without a record', orphans.length, files));
  if (reasons.length > 0 && !confirmed) return { removed: {}, announced, held: { reasons, due } };
  // Complaints and undelivered messages that the previous run did not announce stay until the next run.
  const announcedBefore = confirmed ? now : (lastRun ?? 0) + noticeTime;
  const removed = await removeDue(parts, orphans, now, Math.min(now, announcedBefore));
  await rememberRetention(db, now);
  return { removed, announced, held: null };
}

async function filesWithoutRecord(
  { database: { db }, storage }: Parts,
  now: number,
): Promise<{ orphans: string[]; files: number }> {
  const keys = await storage.olderThan(now - abandonedFile);
  const orphans: string[] = [];
  for (const key of keys) {
    if (!(await db.selectFrom('application').select('id').where('cv_key', '=', key).executeTakeFirst()))
      orphans.push(key);
  }
  return { orphans, files: keys.length };
}

/**
 * An outbox message repeats the data of its record, so both are deleted together.
 * @param noticed the time in milliseconds that replaces `now` for complaints and undelivered messages.
 * @returns how many of each kind were deleted.
 */
async function removeDue(
  { database: { db }, storage, incoming }: Parts,
  orphans: string[],
  now: number,
  noticed: number,
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  const count = (name: string, amount: number | bigint) => void (removed[name] = (removed[name] ?? 0) + Number(amount));

  const expired = await db
    .selectFrom('registration')
    .select(['id', 'user_id'])
    .where('verified_at', 'is', null)
    .where('created_at', '<', now - periods.unverified)
    .execute();
  for (const { id, user_id: userId } of expired) {
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('registration').where('id', '=', id).execute();
      await transaction.deleteFrom('outbox').where('subject_id', '=', id).execute();
      for (const table of ['session', 'account'] as const)
        await transaction.deleteFrom(table).where('userId', '=', userId).execute();
      await transaction.deleteFrom('one_time_token').where('user_id', '=', userId).execute();
      await transaction.deleteFrom('user').where('id', '=', userId).execute();
    });
    count('unverified registrations', 1);
  }

  const applications = await db
    .selectFrom('application')
    .select(['id', 'cv_key'])
    .where('created_at', '<', now - periods.application)
    .execute();
  for (const { id, cv_key: key } of applications) {
    // The file first: the next run finds a record without its file again, a file without a record only by a search.
    await storage.remove(key);
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('application').where('id', '=', id).execute();
      await transaction.deleteFrom('cv_scan').where('cv_key', '=', key).execute();
      await transaction.deleteFrom('outbox').where('subject_id', '=', id).execute();
    });
    count('applications', 1);
  }

  for (const [name, comparison, before] of [
    ['enquiries', '!=', now - periods.enquiry],
    ['complaints', '=', noticed - periods.complaint],
  ] as const) {
    const due = db
      .selectFrom('enquiry')
      .select('id')
      .where('topic', comparison, 'complaint')
      .where('created_at', '<', before);
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('outbox').where('subject_id', 'in', due).execute();
      count(name, (await transaction.deleteFrom('enquiry').where('id', 'in', due).executeTakeFirst()).numDeletedRows);
    });
  }

  const deletions = {
    'unfinished registrations': db.deleteFrom('pending_registration').where('expires_at', '<', now),
    'expired links': db.deleteFrom('one_time_token').where('expires_at', '<', now),
    'expired sessions': db.deleteFrom('session').where('expiresAt', '<', new Date(now).toISOString()),
    'delivered messages': db
      .deleteFrom('outbox')
      .where('status', '=', 'delivered')
      .where('delivered_at', '<', now - periods.delivered),
    // Pending ones as well: without a CRM they would wait for ever.
    'undelivered messages': db
      .deleteFrom('outbox')
      .where('status', '!=', 'delivered')
      .where('created_at', '<', noticed - periods.undelivered),
    'audit entries': db.deleteFrom('audit').where('at', '<', now - periods.audit),
  };
  for (const [name, deletion] of Object.entries(deletions))
    count(name, (await deletion.executeTakeFirst()).numDeletedRows);

  for (const key of orphans) {
    await storage.remove(key);
    await db.deleteFrom('cv_scan').where('cv_key', '=', key).execute();
    count('files without a record', 1);
  }
  for (const name of await readdir(incoming).catch(() => [] as string[])) {
    const file = join(incoming, name);
    // An upload may end, and its file move away, meanwhile.
    const found = await stat(file).catch(() => null);
    if (!found || found.mtimeMs >= now - abandonedFile) continue;
    await rm(file, { force: true });
    count('files never sent whole', 1);
  }
  return Object.fromEntries(Object.entries(removed).filter(([, amount]) => amount > 0));
}
