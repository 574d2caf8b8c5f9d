/**
 * Deletes data whose period of the privacy policy is over. Runs every few hours and by `npm run retention`. One start with a wrong clock would
 * otherwise delete everything for good, so a suspicious run deletes nothing and reports the reason; an operator can confirm it.
 */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccountsTables } from './database/accounts-tables.ts';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import { deleteUser } from './person-data.ts';
import type { CvStorage } from './submissions/cv-storage.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** "Registrations that never became an account: 12 months. Job applications: 12 months. Complaints: 5 years." */
const periods = {
  unverified: 365 * dayMs,
  application: 365 * dayMs,
  enquiry: 2 * 365 * dayMs,
  complaint: 5 * 365 * dayMs,
  audit: 2 * 365 * dayMs,
  delivered: 30 * dayMs,
  undelivered: 365 * dayMs,
};
/** The site runs retention every six hours. If the last run was longer ago than this, the clock may be wrong, and an operator has to confirm the run. */
const maxPauseMs = 30 * dayMs;
/** The clocks of several machines differ by less than this. */
const clockToleranceMs = hourMs;
/** The last run should have deleted records that are overdue by more than this: a wrong clock dated them, or they were restored from a backup. */
const overdueToleranceMs = 7 * dayMs;
/**
 * The largest share of one kind of records that a run may delete unconfirmed: when runs are daily, each deletes a small part. A handful may always be
 * deleted.
 */
const maxShare = 0.25;
const handful = 10;
/** Complaints and undelivered messages are announced for this long before they are deleted. */
const noticeMs = 30 * dayMs;

interface Kind {
  name: string;
  table: 'registration' | 'application' | 'enquiry' | 'audit' | 'outbox';
  column: 'created_at' | 'at';
  condition: RawBuilder<unknown>;
  period: number;
  announced?: true;
}

/** Records that cannot be recovered. Sessions, links and delivered messages expire by themselves and are no loss. */
const kinds: Kind[] = [
  {
    name: 'unverified registrations',
    table: 'registration',
    column: 'created_at',
    condition: sql`verified_at is null`,
    period: periods.unverified,
  },
  {
    name: 'applications',
    table: 'application',
    column: 'created_at',
    condition: sql`1 = 1`,
    period: periods.application,
  },
  {
    name: 'enquiries',
    table: 'enquiry',
    column: 'created_at',
    condition: sql`topic <> 'complaint'`,
    period: periods.enquiry,
  },
  {
    name: 'complaints',
    table: 'enquiry',
    column: 'created_at',
    condition: sql`topic = 'complaint'`,
    period: periods.complaint,
    announced: true,
  },
  {
    name: 'undelivered messages',
    table: 'outbox',
    column: 'created_at',
    condition: sql`status <> 'delivered'`,
    period: periods.undelivered,
    announced: true,
  },
  { name: 'audit entries', table: 'audit', column: 'at', condition: sql`1 = 1`, period: periods.audit },
];

/** Describes a suspicious number of deletions. @returns one sentence when a run would delete a suspiciously large share of one kind, otherwise no sentence. */
function describeExcess(name: string, due: number, total: number): string[] {
  return due > Math.max(handful, total * maxShare) ? [`${due} of ${total} ${name} would go at once.`] : [];
}

interface RetentionPlan {
  /** Sentences that tell why the run must not delete; empty when it may. */
  reasons: string[];
  /** Counts by kind. */
  due: Record<string, number>;
  /** Complaints and undelivered messages that will be deleted within `noticeMs`. */
  announced: Record<string, number>;
  /** Time of the last run that deleted; null before the first. Of announced kinds, only what it announced may be deleted. */
  lastRun: number | null;
}

async function findNewestRecord(db: Kysely<AccountsTables>): Promise<number | null> {
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
 * Reads the time that this run is compared with: the time of the last run, or before the first run that of the newest record. It is stored
 * immediately, because a wrong clock dates new records too.
 */
async function readReference(
  db: Kysely<AccountsTables>,
  now: number,
): Promise<{ reference: number; lastRun: number | null }> {
  const readRow = () =>
    db
      .selectFrom('retention_run')
      .select(['reference', 'finished_at as lastRun'])
      .where('id', '=', 'last')
      .executeTakeFirst();
  const row = await readRow();
  if (row) return row;
  await db
    .insertInto('retention_run')
    .values({ id: 'last', reference: (await findNewestRecord(db)) ?? now, finished_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await readRow()) ?? { reference: now, lastRun: null };
}

const formatDays = (time: number) => `${Math.round(Math.abs(time) / dayMs)} days`;
const formatDate = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Finds the records that are due, and reasons against their deletion. Writes only the time with which later runs are compared. */
async function planRetention(db: Kysely<AccountsTables>, now: number): Promise<RetentionPlan> {
  const { reference, lastRun } = await readReference(db, now);
  const reasons: string[] = [];
  if (now - reference > maxPauseMs)
    reasons.push(
      `The clock says ${formatDate(now)}, ${formatDays(now - reference)} after the last known moment (${formatDate(reference)}).`,
    );
  if (now < reference - clockToleranceMs)
    reasons.push(
      `The clock says ${formatDate(now)}, and the database knows a later moment (${formatDate(reference)}).`,
    );
  const due: Record<string, number> = {};
  const announced: Record<string, number> = {};
  for (const { name, table, column, condition, period, announced: isAnnounced } of kinds) {
    const countOlder = (time: number) =>
      sql<number>`count(case when ${sql.ref(column)} < ${sql.lit(Math.round(time))} then 1 end)`;
    const {
      rows: [counts],
    } = await sql<{ total: number; due: number; overdue: number; soon: number }>`
      select count(*) as total, ${countOlder(now - period)} as due, ${countOlder(reference - period - overdueToleranceMs)} as overdue, ${countOlder(now - period + noticeMs)} as soon
      from ${sql.table(table)} where ${condition}`.execute(db);
    if (!counts || counts.soon === 0) continue;
    if (isAnnounced) announced[name] = counts.soon;
    if (counts.due === 0) continue;
    due[name] = counts.due;
    reasons.push(...describeExcess(name, counts.due, counts.total));
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
const abandonedAfterMs = dayMs;

interface Options {
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
export async function keepData(options: Options, { now = Date.now(), confirmed = false } = {}): Promise<RetentionRun> {
  const {
    database: { db },
  } = options;
  const { reasons, due, announced, lastRun } = await planRetention(db, now);
  const { orphans, files } = await findFilesWithoutRecord(options, now);
  // With the URL of another, empty database every file would be without a record.
  reasons.push(...describeExcess('files without a record', orphans.length, files));
  if (reasons.length > 0 && !confirmed) return { removed: {}, announced, held: { reasons, due } };
  // Complaints and undelivered messages that the previous run did not announce stay until the next run.
  const announcedBefore = confirmed ? now : (lastRun ?? 0) + noticeMs;
  const removed = await removeDue(options, orphans, now, Math.min(now, announcedBefore));
  await rememberRetention(db, now);
  return { removed, announced, held: null };
}

async function findFilesWithoutRecord(
  { database: { db }, storage }: Options,
  now: number,
): Promise<{ orphans: string[]; files: number }> {
  const keys = await storage.listOlderThan(now - abandonedAfterMs);
  const orphans: string[] = [];
  for (const key of keys) {
    if (!(await db.selectFrom('application').select('id').where('cv_key', '=', key).executeTakeFirst()))
      orphans.push(key);
  }
  return { orphans, files: keys.length };
}

/**
 * Deletes what is due. An outbox message repeats the data of its record, so both are deleted together.
 * @param announcedNow the time in milliseconds that replaces `now` for complaints and undelivered messages.
 * @returns how many of each kind were deleted.
 */
async function removeDue(
  { database: { db }, storage, incoming }: Options,
  orphans: string[],
  now: number,
  announcedNow: number,
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
      await deleteUser(transaction, userId);
    });
    count('unverified registrations', 1);
  }

  const applications = await db
    .selectFrom('application')
    .select(['id', 'cv_key'])
    .where('created_at', '<', now - periods.application)
    .execute();
  for (const { id, cv_key: key } of applications) {
    // Deletes the file first: the next run finds a record whose file is missing, but has to search for a file without a record.
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
    ['complaints', '=', announcedNow - periods.complaint],
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
    // Deletes pending messages as well: without a CRM they would wait for ever.
    'undelivered messages': db
      .deleteFrom('outbox')
      .where('status', '!=', 'delivered')
      .where('created_at', '<', announcedNow - periods.undelivered),
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
    // Meanwhile an upload may end, which moves its file.
    const found = await stat(file).catch(() => null);
    if (!found || found.mtimeMs >= now - abandonedAfterMs) continue;
    await rm(file, { force: true });
    count('files never sent whole', 1);
  }
  return Object.fromEntries(Object.entries(removed).filter(([, amount]) => amount > 0));
}
