/** Queues undelivered messages again, with their former idempotency keys. */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';

/** @param id one message, or null for every dead one. @returns how many messages the site will send again. */
export async function retryMessages({ db }: AccountsDatabase, id: string | null): Promise<number> {
  const update = db
    .updateTable('outbox')
    .set({ status: 'pending', attempts: 0, next_attempt_at: Date.now(), locked_until: 0 });
  const { numUpdatedRows } = await (
    id ? update.where('id', '=', id).where('status', '!=', 'delivered') : update.where('status', '=', 'dead')
  ).executeTakeFirst();
  return Number(numUpdatedRows);
}
