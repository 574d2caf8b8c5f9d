/**
 * Deletes data whose period of the privacy policy is over. Runs every few hours and by `npm run retention`. One start with a wrong clock would
 * otherwise delete everything for good, so a suspicious run deletes nothing and reports the reason; an operator can confirm it.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccountsTables } from './database/accounts-tables.ts';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import type { CvStorage } from './submissions/cv-storage.ts';

const hourMs = 60 * 60_000;
const day = 24 * hourMs;

/** "Registrations that never became an account: 12 months. Job applications: 12 months. Complaints: 5 years." */
const periods = {
  unverified: 365 * day,
  application: 365 * day,
  enquiry: 2 * 365 * day,
  complaint: 5 * 365 * day,
  audit: 2 * 365 * day,
  delivered: 30 * day,
  undelivered: 365 * day,
};
/** The site runs retention every six hours. If the last run was longer ago than this, the clock may be wrong, and only an operator can tell. */
const longestSilence = 30 * day;
/** The clocks of several machines differ by less than this. */
const clockTolerance = hourMs;
/** The last run should have deleted records that are overdue by more than this: a wrong clock dated them, or they were restored from a backup. */
const overdueTolerance = 7 * day;
/**
 * The largest share of one kind of records that a run may delete unconfirmed: in a year of daily runs each deletes a small part. A handful may always be
 * deleted.
 */
const largestShare = 0.25;
const handful = 10;
/** Complaints and undelivered messages are announced for this long before they are deleted. */
const noticeTime = 30 * day;

interface Kind {
  name: string;
  table: 'registration' | 'application' | 'enquiry' | 'audit' | 'outbox';
  column: 'created_at' | 'at';
  of: RawBuilder<unknown>;
  period: number;
  announced?: true;
}

/** Records that cannot be recovered. Sessions, links and delivered messages expire by themselves and are no loss. */
const kinds: Kind[] = [
  {
    name: 'unverified registrations',
    table: 'registration',
    column: 'created_at',
    of: sql`verified_at is null`,
    period: periods.unverified,
  },
  { name: 'applications', table: 'application', column: 'created_at', of: sql`1 = 1`, period: periods.application },
  { name: 'enquiries', table: 'enquiry', column: 'created_at', of: sql`topic <> 'complaint'`, period: periods.enquiry },
  {
    name: 'complaints',
    table: 'enquiry',
    column: 'created_at',
    of: sql`topic = 'complaint'`,
    period: periods.complaint,
    announced: true,
  },
  {
    name: 'undelivered messages',
    table: 'outbox',
    column: 'created_at',
    of: sql`status <> 'delivered'`,
    period: periods.undelivered,
    announced: true,
  },
  { name: 'audit entries', table: 'audit', column: 'at', of: sql`1 = 1`, period: periods.audit },
];

/** @returns one sentence when a run would delete a suspiciously large share of one kind, otherwise none. */
function tooMany(name: string, due: number, total: number): string[] {
  return due > Math.max(handful, total * largestShare) ? [`${due} of ${total} ${name} would go at once.`] : [];
}

interface RetentionPlan {
  /** Why the run must not delete, as sentences; none when it may. */
  reasons: string[];
  /** Counts by kind. */
  due: Record<string, number>;
  /** Complaints and undelivered messages that will be deleted within `noticeTime`. */
  announced: Record<string, number>;
  /** Time of the last run that deleted; null before the first. Of announced kinds, only what it announced may be deleted. */
  lastRun: number | null;
}

async function newestRecord(db: Kysely<AccountsTables>): Promise<number | null> {
  const times = await Promise.all(
    kinds.map(
      async ({ table, column }) =>
        (
          await sql<{
            newest: number | null;
          }>`select max(${sql.ref(column)}) as newest from ${sql.table(table)}`.execute(db)
        ).rows[0]?.newest ?? 0,
    ),
  );
  return Math.max(...times) || null;
}

/**
 * The time that this run is compared with: that of the last run, or before the first run that of the newest record. Stored immediately, because a wrong
 * clock dates new records too.
 */
async function knownClock(
  db: Kysely<AccountsTables>,
  now: number,
): Promise<{ reference: number; lastRun: number | null }> {
  const kept = () =>
    db
      .selectFrom('retention_run')
      .select(['reference', 'finished_at as lastRun'])
      .where('id', '=', 'last')
      .executeTakeFirst();
  const before = await kept();
  if (before) return before;
  await db
    .insertInto('retention_run')
    .values({ id: 'last', reference: (await newestRecord(db)) ?? now, finished_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await kept()) ?? { reference: now, lastRun: null };
}

const days = (time: number) => `${Math.round(Math.abs(time) / day)} days`;
const date = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Finds the records that are due, and reasons against deleting them. Writes only the time with which later runs are compared. */
async function planRetention(db: Kysely<AccountsTables>, now: number): Promise<RetentionPlan> {
  const { reference, lastRun } = await knownClock(db, now);
  const reasons: string[] = [];
  if (now - reference > longestSilence)
    reasons.push(
      `The clock says ${date(now)}, ${days(now - reference)} after the last known moment (${date(reference)}).`,
    );
  if (now < reference - clockTolerance)
    reasons.push(`The clock says ${date(now)}, and the database knows a later moment (${date(reference)}).`);
  const due: Record<string, number> = {};
  const announced: Record<string, number> = {};
  for (const { name, table, column, of, period, announced: isAnnounced } of kinds) {
    const older = (than: number) =>
      sql<number>`count(case when ${sql.ref(column)} < ${sql.lit(Math.round(than))} then 1 end)`;
    const {
      rows: [counts],
    } = await sql<{ total: number; due: number; overdue: number; soon: number }>`
      select count(*) as total, ${older(now - period)} as due, ${older(reference - period - overdueTolerance)} as overdue, ${older(now - period + noticeTime)} as soon
      from ${sql.table(table)} where ${of}`.execute(db);
    if (!counts || counts.soon === 0) continue;
    if (isAnnounced) announced[name] = counts.soon;
    if (counts.due === 0) continue;
    due[name] = counts.due;
    reasons.push(...tooMany(name, counts.due, counts.total));
    if (counts.overdue > 0)
      reasons.push(`${counts.overdue} ${name} are dated so long ago that an earlier run would have removed them.`);
  }
  return { reasons, due, announced, lastRun };
}

/** Stores the time that the next run is compared with. */
async function rememberRetention(db: Kysely<AccountsTables>, now: number): Promise<void> {
  await db.updateTable('retention_run').set({ reference: now, finished_at: now }).where('id', '=', 'last').execute();
}

/** Milliseconds after which an upload that was never sent whole, or a file without a record, is no longer in use. */
const abandonedFile = day;

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
