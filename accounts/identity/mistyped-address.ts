/** Corrects the e-mail address of a registration that nobody has confirmed: the mail went to an address that the visitor mistyped. */
import type { FormServices } from '../../site/page/form-services.ts';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { recordAudit } from '../defence/audit.ts';
import { hashPerson, hashSecret, newId, normalizeEmail } from '../../base/ids-and-tokens.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { verifyPassword } from './password-hash.ts';
import { toStoredFlag } from './stored-flag.ts';

type Correction = Parameters<FormServices['correctEmail']>[0];

/** Implements `FormServices.correctEmail`. The next person at the same browser does not know the password, and so cannot take over the registration. */
export async function correctEmail(
  { db, kind }: AccountsDatabase,
  { token, email: typed, password, locale, address }: Correction,
): ReturnType<FormServices['correctEmail']> {
  const email = normalizeEmail(typed);
  const found = await db
    .selectFrom('pending_registration as pending')
    .innerJoin('user', 'user.email', 'pending.email')
    .innerJoin('account', 'account.userId', 'user.id')
    .innerJoin('registration', 'registration.user_id', 'user.id')
    .select(['user.id as userId', 'user.email as former', 'account.password', 'registration.id'])
    .where('pending.token_hash', '=', hashSecret(token))
    .where('pending.stage', '=', 'sent')
    .where('pending.expires_at', '>', Date.now())
    .where('user.emailVerified', '=', toStoredFlag(kind, false))
    .where('account.providerId', '=', 'credential')
    .executeTakeFirst();
  if (!found) return 'closed';
  const { userId, id, former } = found;
  if (!found.password || !(await verifyPassword(found.password, password))) return 'wrong-password';
  return db.transaction().execute(async (transaction) => {
    const owner = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (owner && owner.id !== userId) return 'duplicate';
    const now = Date.now();
    const { numUpdatedRows } = await transaction
      .updateTable('user')
      .set({ email, updatedAt: new Date(now).toISOString() })
      .where('id', '=', userId)
      // Confirmed meanwhile: then it was not mistyped.
      .where('emailVerified', '=', toStoredFlag(kind, false))
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return 'closed';
    await transaction.updateTable('registration').set({ email }).where('id', '=', id).execute();
    await transaction.updateTable('pending_registration').set({ email }).where('email', '=', former).execute();
    // A link in the wrong mailbox must not confirm the right address.
    await transaction.deleteFrom('one_time_token').where('user_id', '=', userId).execute();
    await transaction
      .updateTable('outbox')
      .set({ person: hashPerson(email) })
      .where('subject_id', '=', id)
      .execute();
    await writeToOutbox(
      transaction,
      {
        // An address can be corrected again: each correction has messages of its own.
        subjectId: newId(),
        email,
        crm: {
          event: 'registration.email-corrected',
          data: { registrationId: id, userId, email, formerEmail: former },
        },
        mail: { template: 'verify', to: email, locale, values: {} },
      },
      now,
    );
    await recordAudit(transaction, { action: 'email-corrected', userId, email, address });
    return 'corrected';
  });
}
