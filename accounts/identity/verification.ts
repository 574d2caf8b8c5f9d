/** Confirming the e-mail address of a registration. */
import type { Kysely } from 'kysely';
import type { AccountsTables } from '../database/accounts-tables.ts';
import { type AccountsDatabase, storedFlag } from '../database/open-accounts-database.ts';
import { audit } from '../defence/audit.ts';
import { newId, normalEmail } from '../ids-and-tokens.ts';
import type { Locale } from '../locale.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { consumeToken } from './one-time-tokens.ts';

export async function confirmEmail({ db, kind }: AccountsDatabase, token: string, address: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const userId = await consumeToken(transaction, token, 'verify');
    if (!userId) return false;
    await markVerified({ db: transaction, verified: storedFlag(kind, true) }, userId, address);
    return true;
  });
}

/** @param target the open transaction, and "true" as its database stores it. */
export async function markVerified(target: { db: Kysely<AccountsTables>; verified: boolean | number }, userId: string, address: string): Promise<void> {
  const { db, verified } = target;
  const now = Date.now();
  await db.updateTable('user').set({ emailVerified: verified, updatedAt: new Date(now).toISOString() }).where('id', '=', userId).execute();
  const registration = await db.updateTable('registration').set({ verified_at: now }).where('user_id', '=', userId).where('verified_at', 'is', null)
    .returning(['id', 'email']).executeTakeFirst();
  await audit(db, { action: 'email-verified', userId, address });
  if (!registration) return;
  await writeToOutbox(db, {
    channel: 'crm', event: 'registration.verified', subjectId: registration.id, email: registration.email,
    payload: { registrationId: registration.id, userId, email: registration.email, verifiedAt: new Date(now).toISOString() },
  });
}

/** Asks for the confirmation mail once more; like recovery, the request itself is the same for every address. */
export async function requestVerification({ db }: AccountsDatabase, given: { email: string; locale: Locale }): Promise<void> {
  const email = normalEmail(given.email);
  await writeToOutbox(db, { channel: 'mail', event: 'verify', subjectId: newId(), email, payload: { template: 'verify', to: email, locale: given.locale, values: {} } });
}
