/** Without JavaScript nothing stops a second press of the button, and after going back the same form can be sent again. */
import { type Transaction, sql } from 'kysely';
import type { AccountsTables } from './database/accounts-tables.ts';
import type { DatabaseKind } from './database/open-accounts-database.ts';

export const sentTwiceWithin = 10 * 60_000;

/** Until its end a transaction for this subject is the only one. SQLite lets one write at a time; PostgreSQL would let two not see each other. */
export async function oneAtATime(
  transaction: Transaction<AccountsTables>,
  kind: DatabaseKind,
  subject: string,
): Promise<void> {
  if (kind === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(transaction);
}
