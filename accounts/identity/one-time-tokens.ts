/** Links that work once: for confirming an address and for a new password. Only their hashes are stored. */
import type { Kysely } from 'kysely';
import type { AccountsTables, OneTimeTokenTable } from '../database/accounts-tables.ts';
import { hashed, newToken } from '../ids-and-tokens.ts';

type Purpose = OneTimeTokenTable['purpose'];

const minute = 60_000;
const tokenLifetime: Record<Purpose, number> = { verify: 24 * 60 * minute, recover: 30 * minute };

/** A new token cancels the one before. */
export async function issueToken(db: Kysely<AccountsTables>, userId: string, purpose: Purpose, now = Date.now()): Promise<string> {
  const token = newToken();
  const row = { token_hash: hashed(token), expires_at: now + tokenLifetime[purpose] };
  await db.insertInto('one_time_token').values({ ...row, user_id: userId, purpose })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(row)).execute();
  return token;
}

/** Whether a token would be accepted; it stays valid. */
export async function tokenStands(db: Kysely<AccountsTables>, token: string, purpose: Purpose): Promise<boolean> {
  const row = await db.selectFrom('one_time_token').select('user_id')
    .where('token_hash', '=', hashed(token)).where('purpose', '=', purpose).where('expires_at', '>', Date.now()).executeTakeFirst();
  return row !== undefined;
}

/** Uses a token up. @returns whose it was, or null when it is unknown, used or too old. Of two uses at once one gets null. */
export async function consumeToken(db: Kysely<AccountsTables>, token: string, purpose: Purpose): Promise<string | null> {
  const row = await db.deleteFrom('one_time_token').where('token_hash', '=', hashed(token)).where('purpose', '=', purpose).returning(['user_id', 'expires_at']).executeTakeFirst();
  return row && row.expires_at > Date.now() ? row.user_id : null;
}
