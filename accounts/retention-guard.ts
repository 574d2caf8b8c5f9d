/**
 * Keeps retention from erasing data that is not old: one start with a wrong clock would otherwise erase everything for good. A run that looks wrong
 * deletes nothing and says why; an operator who knows better confirms it.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AccountsTables } from './database/accounts-tables.ts';

const hourMs = 60 * 60_000;
const day = 24 * hourMs;

/** "Registrations that never became an account: 12 months. Job applications: 12 months. Complaints: 5 years." */
export const periods = {
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
 * The largest share of one kind of records that a run may delete unconfirmed: in a year of daily runs each deletes a small part. A handful may be
 * deleted, whatever its share.
 */
const largestShare = 0.25;
const handful = 10;
/** Complaints and undelivered messages are announced for this long before they are deleted. */
export const noticeTime = 30 * day;

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
export function tooMany(name: string, due: number, total: number): string[] {
  return due > Math.max(handful, total * largestShare) ? [`${due} of ${total} ${name} would go at once.`] : [];
}

export interface RetentionPlan {
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

/** What is due now, and the reasons against deleting it. Writes nothing but the time that later runs are compared with. */
export async function planRetention(db: Kysely<AccountsTables>, now: number): Promise<RetentionPlan> {
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
export async function rememberRetention(db: Kysely<AccountsTables>, now: number): Promise<void> {
  await db.updateTable('retention_run').set({ reference: now, finished_at: now }).where('id', '=', 'last').execute();
}
