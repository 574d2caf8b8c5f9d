/**
 * A registration between its two steps. The password's hash is stored for 30 minutes, bound to a cookie that is itself stored only as a hash.
 * Once the registration is accepted, the row stays for a day without the password, as the right to ask for the confirmation mail again.
 */
import type { Kysely, Selectable } from 'kysely';
import type { AccountsTables, PendingRegistrationTable } from '../database/accounts-tables.ts';
import { hashed, newToken, normalEmail } from '../ids-and-tokens.ts';

/** `existing`: step 1 stored a row under this token. The form that asks everything in one step has none yet. */
export type PendingToken = { token: string; existing: boolean };

const pendingLifetimeMs = 30 * 60_000;
const sentLifetimeMs = 24 * 60 * 60_000;

export interface PendingRegistration {
  stage: PendingRegistrationTable['stage'];
  email: string;
  passwordHash: string | null;
  draft: Record<string, string>;
  createdAt: number;
}

type Database = Kysely<AccountsTables>;

function read(row: Selectable<PendingRegistrationTable>): PendingRegistration {
  return {
    stage: row.stage,
    email: row.email,
    passwordHash: row.password_hash,
    draft: JSON.parse(row.draft) as Record<string, string>,
    createdAt: row.created_at,
  };
}

/**
 * Stores step 1. Always under a new token, so that a token that somebody planted in the browser never gets a password attached.
 * @param given `replaces` is the token of an earlier row, which is deleted unless its registration was accepted.
 * @returns the new token.
 */
export async function startPending(
  db: Database,
  given: { email: string; passwordHash: string; draft: Record<string, string>; replaces: string | undefined },
): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await db.transaction().execute(async (transaction) => {
    if (given.replaces)
      await transaction
        .deleteFrom('pending_registration')
        .where('token_hash', '=', hashed(given.replaces))
        .where('stage', '!=', 'sent')
        .execute();
    await transaction
      .insertInto('pending_registration')
      .values({
        token_hash: hashed(token),
        stage: 'details',
        email: normalEmail(given.email),
        password_hash: given.passwordHash,
        draft: JSON.stringify(given.draft),
        created_at: now,
        expires_at: now + pendingLifetimeMs,
      })
      .execute();
  });
  return token;
}

export async function findPending(db: Database, token: string | undefined): Promise<PendingRegistration | null> {
  if (!token) return null;
  const row = await db
    .selectFrom('pending_registration')
    .selectAll()
    .where('token_hash', '=', hashed(token))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row ? read(row) : null;
}

/** Goes back to step 1 and keeps what was typed in step 2. The visitor has to type the password again, so its hash is deleted. */
export async function reopenPending(db: Database, token: string, draft: Record<string, string>): Promise<void> {
  await db
    .updateTable('pending_registration')
    .set({ stage: 'account', password_hash: null, draft: JSON.stringify(draft) })
    .where('token_hash', '=', hashed(token))
    .where('stage', '=', 'details')
    .execute();
}

/** Closes an open registration. @returns false when no open one has this token, for example because it was closed already. */
export async function finishPending(
  db: Database,
  { token, existing }: PendingToken,
  email: string,
  now: number,
): Promise<boolean> {
  const sent = { stage: 'sent' as const, password_hash: null, draft: '{}', expires_at: now + sentLifetimeMs };
  if (!existing) {
    await db
      .insertInto('pending_registration')
      .values({ ...sent, token_hash: hashed(token), email, created_at: now })
      .execute();
    return true;
  }
  const { numUpdatedRows } = await db
    .updateTable('pending_registration')
    .set(sent)
    .where('token_hash', '=', hashed(token))
    .where('stage', '=', 'details')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** For a visitor who signs in with the right password before the address is confirmed. @returns the cookie's token. */
export async function startUnverified(db: Database, email: string): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await finishPending(db, { token, existing: false }, normalEmail(email), now);
  return token;
}
