/**
 * A forgotten password. The request does the same for every address: it writes one row to the outbox. Only the delivery of the mail looks
 * whether there is an account, so neither text nor time reveals it.
 */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { storedFlag } from '../database/open-accounts-database.ts';
import { audit } from '../defence/audit.ts';
import { newId, normalEmail } from '../ids-and-tokens.ts';
import type { Locale } from '../../content/locales.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { consumeToken } from './one-time-tokens.ts';
import { hashPassword } from './password-hash.ts';
import { markVerified } from './verification.ts';

export async function requestRecovery(
  { db }: AccountsDatabase,
  given: { email: string; locale: Locale; address: string },
): Promise<void> {
  const email = normalEmail(given.email);
  await db.transaction().execute(async (transaction) => {
    await writeToOutbox(transaction, {
      subjectId: newId(),
      email,
      mail: { template: 'recover', to: email, locale: given.locale, values: {} },
    });
    await audit(transaction, { action: 'recovery-requested', email, address: given.address });
  });
}

/**
 * Sets the password, ends every session and mails the owner.
 * @returns the owner's mail address, or null, with nothing changed, when the link is unknown, used or expired.
 */
export async function setNewPassword(
  { db, kind }: AccountsDatabase,
  given: { token: string; password: string; locale: Locale; address: string },
): Promise<string | null> {
  // Hashed before the transaction, because hashing is slow and the database should not wait for it.
  const password = await hashPassword(given.password);
  return db.transaction().execute(async (transaction) => {
    const userId = await consumeToken(transaction, given.token, 'recover');
    if (!userId) return null;
    const now = new Date().toISOString();
    const user = await transaction
      .updateTable('user')
      .set({ updatedAt: now })
      .where('id', '=', userId)
      .returning(['email', 'emailVerified'])
      .executeTakeFirst();
    if (!user) return null;
    await transaction
      .updateTable('account')
      .set({ password, updatedAt: now })
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .execute();
    await transaction.deleteFrom('session').where('userId', '=', userId).execute();
    // The visitor has opened a link from the mailbox, and a confirmation would prove nothing else.
    if (!user.emailVerified)
      await markVerified({ db: transaction, verified: storedFlag(kind, true) }, userId, given.address);
    await writeToOutbox(transaction, {
      subjectId: newId(),
      email: user.email,
      mail: { template: 'password-changed', to: user.email, locale: given.locale, values: {} },
    });
    await audit(transaction, { action: 'password-changed', userId, address: given.address });
    return user.email;
  });
}
