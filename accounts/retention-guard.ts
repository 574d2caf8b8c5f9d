/**
 * What keeps retention from erasing data that is not old: a clock that is wrong for one start would otherwise remove everything for good. A run that
 * looks wrong removes nothing and says why; an operator who knows better confirms it.
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
/** The site runs every six hours. After a longer silence than this the clock may be wrong, and a person knows whether it is. */
const longestSilence = 30 * day;
/** Clocks of several machines differ by less. */
const clockTolerance = hourMs;
/** What the last run would have removed already, had it been there: dated by a wrong clock, or restored from a backup. */
const overdueTolerance = 7 * day;
/** Of one kind of records: in a year of daily runs each removes a small part. A handful may go whatever part it is. */
const largestShare = 0.25;
const handful = 10;
/** Complaints, and messages that nobody got, are told about for this long before they go. */
export const noticeTime = 30 * day;

interface Kind {
  name: string;
  table: 'registration' | 'application' | 'enquiry' | 'audit' | 'outbox';
  column: 'created_at' | 'at';
  of: RawBuilder<unknown>;
  period: number;
  announced?: true;
}

/** Records that cannot be had again. Sessions, links and delivered messages end by themselves and are no loss. */
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

/** @returns a sentence when a run would remove a suspicious part of one kind. */
export function tooMany(name: string, due: number, total: number): string[] {
  return due > Math.max(handful, total * largestShare) ? [`${due} of ${total} ${name} would go at once.`] : [];
}

export interface RetentionPlan {
  /** Sentences; none when the run may remove what is due. */
  reasons: string[];
  /** Counts by kind. */
  due: Record<string, number>;
  /** Complaints and undelivered messages that go within the time of notice. */
  announced: Record<string, number>;
  /** The last run that removed; null before the first. Only what it announced may go. */
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

/** The clock that this run is compared with: the last run's, before the first the newest record's. Kept at once, because a wrong clock dates new records too. */
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

/** What is due now, and what speaks against removing it. Changes nothing but the clock that later runs are compared with. */
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

/** The next run is compared with this one. */
export async function rememberRetention(db: Kysely<AccountsTables>, now: number): Promise<void> {
  await db.updateTable('retention_run').set({ reference: now, finished_at: now }).where('id', '=', 'last').execute();
}
