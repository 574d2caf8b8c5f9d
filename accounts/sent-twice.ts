/** Recognises forms that are submitted twice: without JavaScript, a visitor can press the button twice, or go back and submit again. */
import { type Transaction, sql } from 'kysely';
import type { AccountsTables } from './database/accounts-tables.ts';
import type { DatabaseKind } from '../base/database/migration-sql.ts';

/** The time within which an identical form counts as submitted twice. */
export const sentTwiceWithinMs = 10 * 60_000;

/**
 * Makes transactions for one subject wait for each other. SQLite has a single writer anyway; in PostgreSQL two concurrent transactions would not see
 * each other's rows.
 */
export async function lockSubject(
  transaction: Transaction<AccountsTables>,
  kind: DatabaseKind,
  subject: string,
): Promise<void> {
  if (kind === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(transaction);
}
