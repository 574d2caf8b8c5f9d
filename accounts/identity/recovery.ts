/**
 * Sets a new password for a visitor who has forgotten it. A request writes one row to the outbox, the same for every address. Only the delivery of
 * the mail looks up the account, so neither the text nor the time of the response reveals whether there is one.
 */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { recordAudit } from '../defence/audit.ts';
import { newId, normalizeEmail } from '../../base/ids-and-tokens.ts';
import type { Locale } from '../../content/locales.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { consumeToken } from './one-time-tokens.ts';
import { hashPassword } from './password-hash.ts';
import { markVerified } from './verification.ts';

export async function requestRecovery(
  { db }: AccountsDatabase,
  request: { email: string; locale: Locale; address: string },
): Promise<void> {
  const email = normalizeEmail(request.email);
  await db.transaction().execute(async (transaction) => {
    await writeToOutbox(transaction, {
      subjectId: newId(),
      email,
      mail: { template: 'recover', to: email, locale: request.locale, values: {} },
    });
    await recordAudit(transaction, { action: 'recovery-requested', email, address: request.address });
  });
}

/**
 * Sets the password, ends every session and mails the owner.
 * @returns the owner's e-mail address, or null, with nothing changed, when the link is unknown, used or expired.
 */
export async function setNewPassword(
  { db, kind }: AccountsDatabase,
  form: { token: string; password: string; locale: Locale; address: string },
): Promise<string | null> {
  // Hashed before the transaction, because hashing is slow and the database should not wait for it.
  const password = await hashPassword(form.password);
  return db.transaction().execute(async (transaction) => {
    const userId = await consumeToken(transaction, form.token, 'recover');
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
    // The visitor has opened a link from the mailbox, which already proves the address, so it counts as confirmed.
    if (!user.emailVerified) await markVerified({ db: transaction, kind }, userId, form.address);
    await writeToOutbox(transaction, {
      subjectId: newId(),
      email: user.email,
      mail: { template: 'password-changed', to: user.email, locale: form.locale, values: {} },
    });
    await recordAudit(transaction, { action: 'password-changed', userId, address: form.address });
    return user.email;
  });
}
