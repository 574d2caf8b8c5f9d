/** One-time links: for confirming an address and for a new password. Only the hashes of their tokens are stored. */
import type { Kysely } from 'kysely';
import type { LinkPurpose } from '../../site/page/form-services.ts';
import type { AccountsTables } from '../database/accounts-tables.ts';
import { hashed, newToken } from '../ids-and-tokens.ts';

const minuteMs = 60_000;
const tokenLifetime: Record<LinkPurpose, number> = { verify: 24 * 60 * minuteMs, recover: 30 * minuteMs };

/**
 * Stores a new token, and deletes those of earlier mails: only the newest mail's link works. Another attempt to send the same mail keeps its tokens,
 * because the first copy may have arrived although the mail server's answer was lost. @param messageId id of the outbox message.
 */
export async function issueToken(
  db: Kysely<AccountsTables>,
  userId: string,
  purpose: LinkPurpose,
  messageId: string,
): Promise<string> {
  const token = newToken();
  await db
    .deleteFrom('one_time_token')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('message_id', '!=', messageId)
    .execute();
  await db
    .insertInto('one_time_token')
    .values({
      token_hash: hashed(token),
      user_id: userId,
      purpose,
      message_id: messageId,
      expires_at: Date.now() + tokenLifetime[purpose],
    })
    .execute();
  return token;
}

/** Does not use the token up. @returns the user id of its owner, or null when the token would not be accepted. */
export async function tokenOwner(
  db: Kysely<AccountsTables>,
  token: string,
  purpose: LinkPurpose,
): Promise<string | null> {
  const row = await db
    .selectFrom('one_time_token')
    .select('user_id')
    .where('token_hash', '=', hashed(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** As `FormServices.findLinkEmail`. */
export async function findLinkEmail(
  db: Kysely<AccountsTables>,
  token: string,
  purpose: LinkPurpose,
): Promise<string | null> {
  const userId = await tokenOwner(db, token, purpose);
  const user =
    userId === null
      ? undefined
      : await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? null;
}

/**
 * Uses a token: deletes it, and the tokens of other copies of its mail.
 * @returns the user id of its owner, or null when the token is unknown, used or expired. Of two concurrent uses one gets null.
 */
export async function consumeToken(
  db: Kysely<AccountsTables>,
  token: string,
  purpose: LinkPurpose,
): Promise<string | null> {
  const owner = db
    .selectFrom('one_time_token')
    .select('user_id')
    .where('token_hash', '=', hashed(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', Date.now());
  const [row] = await db
    .deleteFrom('one_time_token')
    .where('user_id', 'in', owner)
    .where('purpose', '=', purpose)
    .returning('user_id')
    .execute();
  return row?.user_id ?? null;
}
