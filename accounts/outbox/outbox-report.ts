/** Reports on the outbox for operators: how much waits, what failed and why, and how to retry it. */
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

/** Finds the age of the oldest waiting message. @returns milliseconds since the oldest waiting message of each channel was written; no entry for a channel without any. */
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

/** Lists undelivered messages, at most 500, without their content: a terminal must not show personal data. */
export async function listUndelivered({ db }: AccountsDatabase) {
  return db
    .selectFrom('outbox')
    .select([
      'id',
      'channel',
      'event',
      'status',
      'attempts',
      'next_attempt_at',
      'last_error',
      'created_at',
      'request_id',
    ])
    .where('status', '!=', 'delivered')
    .orderBy('id')
    .limit(500)
    .execute();
}

/** Retries messages with their former idempotency keys. @param id one message, or null for every dead one. @returns how many messages will be retried. */
export async function retryMessages({ db }: AccountsDatabase, id: string | null): Promise<number> {
  const update = db
    .updateTable('outbox')
    .set({ status: 'pending', attempts: 0, next_attempt_at: Date.now(), locked_until: 0 });
  const { numUpdatedRows } = await (
    id ? update.where('id', '=', id).where('status', '!=', 'delivered') : update.where('status', '=', 'dead')
  ).executeTakeFirst();
  return Number(numUpdatedRows);
}
