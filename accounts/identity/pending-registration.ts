/**
 * Stores a registration between its two steps. The password's hash is stored for 30 minutes, under the hash of a cookie's token. Once the
 * registration is accepted, the row stays for a day without the password, so that the visitor can request the confirmation mail again.
 */
import type { Kysely } from 'kysely';
import type { FormServices, PendingRegistration } from '../../site/page/form-services.ts';
import type { AccountsTables } from '../database/accounts-tables.ts';
import { hashPassword } from './password-hash.ts';
import { hashSecret, newToken, normalizeEmail } from '../../base/ids-and-tokens.ts';

const detailsStepMs = 30 * 60_000;
const sentStageMs = 24 * 60 * 60_000;

type Database = Kysely<AccountsTables>;

/** Implements `FormServices.startRegistration`. */
export async function startRegistration(
  db: Database,
  { email, password, draft, formerToken }: Parameters<FormServices['startRegistration']>[0],
): Promise<string | null> {
  const token = newToken();
  const passwordHash =
    password === null ? await findKeptPassword(db, formerToken, email) : await hashPassword(password);
  if (passwordHash === null) return null;
  const now = Date.now();
  await db.transaction().execute(async (transaction) => {
    if (formerToken)
      await transaction
        .deleteFrom('pending_registration')
        .where('token_hash', '=', hashSecret(formerToken))
        .where('stage', '!=', 'sent')
        .execute();
    await transaction
      .insertInto('pending_registration')
      .values({
        token_hash: hashSecret(token),
        stage: 'details',
        email: normalizeEmail(email),
        password_hash: passwordHash,
        draft: JSON.stringify(draft),
        created_at: now,
        expires_at: now + detailsStepMs,
      })
      .execute();
  });
  return token;
}

/** Finds the hash of a password that was typed for the same address: for another address, another person may use the browser now. */
async function findKeptPassword(db: Database, formerToken: string | undefined, email: string): Promise<string | null> {
  const former = await db
    .selectFrom('pending_registration')
    .select('password_hash as hash')
    .where('token_hash', '=', hashSecret(formerToken ?? ''))
    .where('email', '=', normalizeEmail(email))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return former?.hash ?? null;
}

export async function findRegistration(db: Database, token: string | undefined): Promise<PendingRegistration | null> {
  if (!token) return null;
  const row = await db
    .selectFrom('pending_registration')
    .select(['stage', 'email', 'draft', 'created_at as createdAt'])
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', Date.now())
    .executeTakeFirst();
  return row ? { ...row, draft: JSON.parse(row.draft) as Record<string, string> } : null;
}

/** Goes back to the account step, and keeps the password and what was typed in the details step. */
export async function reopenRegistration(db: Database, token: string, draft: Record<string, string>): Promise<void> {
  await db
    .updateTable('pending_registration')
    .set({ stage: 'account', draft: JSON.stringify(draft) })
    .where('token_hash', '=', hashSecret(token))
    .where('stage', '=', 'details')
    .execute();
}

/** Ends the details step. @returns the account of the registration, or null when the token's registration is not open, for example because it was accepted already. */
export async function closeRegistration(
  transaction: Database,
  token: string,
  now: number,
): Promise<{ email: string; passwordHash: string } | null> {
  const pending = await transaction
    .selectFrom('pending_registration')
    .select(['email', 'password_hash as passwordHash'])
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const { numUpdatedRows } = await transaction
    .updateTable('pending_registration')
    .set({ stage: 'sent', password_hash: null, draft: '{}', expires_at: now + sentStageMs })
    .where('token_hash', '=', hashSecret(token))
    .where('stage', '=', 'details')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n && pending?.passwordHash
    ? { email: pending.email, passwordHash: pending.passwordHash }
    : null;
}

/** Stores the address of a visitor whose registration was accepted without a details step, or who signs in before the address is confirmed. @returns the cookie's token. */
export async function rememberUnverified(db: Database, email: string): Promise<string> {
  const token = newToken();
  const now = Date.now();
  await db
    .insertInto('pending_registration')
    .values({
      token_hash: hashSecret(token),
      stage: 'sent',
      email: normalizeEmail(email),
      password_hash: null,
      draft: '{}',
      created_at: now,
      expires_at: now + sentStageMs,
    })
    .execute();
  return token;
}
