/** Counts what waits in the outbox. */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';

export interface OutboxCount {
  channel: string;
  status: string;
  count: number;
}

export async function countOutbox({ db }: AccountsDatabase): Promise<OutboxCount[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['channel', 'status', ({ fn }) => fn.countAll<number | string | bigint>().as('count')])
    .groupBy(['channel', 'status'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Finds how long the oldest message of each channel has waited. @returns milliseconds; no entry for a channel where none waits. */
export async function findOldestWaiting(
  { db }: AccountsDatabase,
  now = Date.now(),
): Promise<[channel: string, age: number][]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['channel', ({ fn }) => fn.min('created_at').as('since')])
    .where('status', '=', 'pending')
    .groupBy('channel')
    .execute();
  return rows.map(({ channel, since }) => [channel, Math.max(0, now - since)]);
}
