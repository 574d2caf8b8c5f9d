/** Issues and consumes the tokens of one-time links, which confirm an address or set a new password. Only hashes of tokens are stored. */
import type { Kysely } from 'kysely';
import type { LinkPurpose } from '../../site/page/form-services.ts';
import type { AccountsTables } from '../database/accounts-tables.ts';
import { hashSecret, newToken } from '../../base/ids-and-tokens.ts';

const minuteMs = 60_000;
const tokenLifetime: Record<LinkPurpose, number> = { verify: 24 * 60 * minuteMs, recover: 30 * minuteMs };

/**
 * Stores a new token and deletes those of all other mails. Call it only for the newest mail (`deliver-mail.ts` checks that), because only that
 * mail's link should work. Another attempt to send the same mail keeps the tokens of earlier attempts, because the first copy may have arrived
 * although the mail server's answer was lost.
 * @param messageId id of the outbox message.
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
      token_hash: hashSecret(token),
      user_id: userId,
      purpose,
      message_id: messageId,
      expires_at: Date.now() + tokenLifetime[purpose],
    })
    .execute();
  return token;
}

function selectOwner(db: Kysely<AccountsTables>, token: string, purpose: LinkPurpose) {
  return db
    .selectFrom('one_time_token')
    .select('user_id')
    .where('token_hash', '=', hashSecret(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', Date.now());
}

/** Finds the owner of a token, and leaves the token valid. @returns the user id of its owner, or null when the token would not be accepted. */
export async function findTokenOwner(
  db: Kysely<AccountsTables>,
  token: string,
  purpose: LinkPurpose,
): Promise<string | null> {
  const row = await selectOwner(db, token, purpose).executeTakeFirst();
  return row?.user_id ?? null;
}

/** Implements `FormServices.findLinkEmail`. */
export async function findLinkEmail(
  db: Kysely<AccountsTables>,
  token: string,
  purpose: LinkPurpose,
): Promise<string | null> {
  const userId = await findTokenOwner(db, token, purpose);
  const user =
    userId === null
      ? undefined
      : await db.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst();
  return user?.email ?? null;
}

/**
 * Uses a token: deletes it, and the tokens of other copies of its mail.
 * @returns the user id of its owner, or null when the token is unknown, used or expired. When two requests use it at once, one of them gets null.
 */
export async function consumeToken(
  db: Kysely<AccountsTables>,
  token: string,
  purpose: LinkPurpose,
): Promise<string | null> {
  const [row] = await db
    .deleteFrom('one_time_token')
    .where('user_id', 'in', selectOwner(db, token, purpose))
    .where('purpose', '=', purpose)
    .returning('user_id')
    .execute();
  return row?.user_id ?? null;
}
