/** Accepts a registration: writes the person, the record, the mail and the CRM's message in one transaction. */
import type { Kysely } from 'kysely';
import type { RegistrationDetails } from '../../site/forms/form-schemas.ts';
import type { NewRegistration } from '../../site/page/form-services.ts';
import type { AccountsTables } from '../database/accounts-tables.ts';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { recordAudit } from '../defence/audit.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { newId, normalizeEmail } from '../../base/ids-and-tokens.ts';
import { nameAcceptedText, keepLegalTexts } from '../legal-texts.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { describeLead, toLeadColumns } from '../submissions/lead-source.ts';
import { sentTwiceWithinMs } from '../sent-twice.ts';
import { closeRegistration, rememberUnverified } from './pending-registration.ts';
import { toStoredFlag } from './stored-flag.ts';

/** The e-mail address has an account. Thrown, so that the transaction is undone: the registration stays open, and the visitor can correct the address. */
class Duplicate extends Error {}

/** Converts the details to columns: five fields have their own column, all others are in `details`. */
function toColumns({ firstName, lastName, country, phone, promoCode, ...others }: RegistrationDetails) {
  return {
    first_name: firstName,
    last_name: lastName,
    country,
    phone,
    promo_code: promoCode || null,
    details: JSON.stringify(others),
  };
}

/**
 * Checks whether the one-step form created this account in the last minutes and is now sent again. With another password or network address
 * it is not the same form.
 */
async function wasSentBefore(
  db: Kysely<AccountsTables>,
  { details, address }: NewRegistration,
  typed: { email: string; password: string },
): Promise<boolean> {
  const earlier = await db
    .selectFrom('registration')
    .innerJoin('account', 'account.userId', 'registration.user_id')
    .select('account.password')
    .where((build) => build.and({ ...toColumns(details), email: normalizeEmail(typed.email), address }))
    .where('verified_at', 'is', null)
    .where('created_at', '>', Date.now() - sentTwiceWithinMs)
    .executeTakeFirst();
  return Boolean(earlier?.password && (await verifyPassword(earlier.password, typed.password)));
}

/** Writes everything that a registration creates. @throws Duplicate when the address has an account. */
async function writeRegistration(
  transaction: Kysely<AccountsTables>,
  kind: AccountsDatabase['kind'],
  registration: NewRegistration,
  { email: typedEmail, passwordHash }: { email: string; passwordHash: string },
): Promise<void> {
  const { details, locale, address } = registration;
  const email = normalizeEmail(typedEmail);
  const now = Date.now();
  const moment = new Date(now).toISOString();
  const userId = newId();
  const id = newId();
  const { declaration, acceptedDocuments } = registration;
  const acceptance = {
    acceptedAt: moment,
    documents: acceptedDocuments.map(nameAcceptedText),
    ...(declaration && { declaration }),
  };
  await keepLegalTexts(transaction, acceptedDocuments, now);
  const user = await transaction
    .insertInto('user')
    .values({
      id: userId,
      name: `${details.firstName} ${details.lastName}`,
      email,
      emailVerified: toStoredFlag(kind, false),
      image: null,
      createdAt: moment,
      updatedAt: moment,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!user) throw new Duplicate();
  await transaction
    .insertInto('account')
    .values({
      id: newId(),
      userId,
      accountId: userId,
      providerId: 'credential',
      password: passwordHash,
      createdAt: moment,
      updatedAt: moment,
    })
    .execute();
  await transaction
    .insertInto('registration')
    .values({
      id,
      user_id: userId,
      email,
      ...toColumns(details),
      ...toLeadColumns(registration, now),
      acceptance: JSON.stringify(acceptance),
      locale,
      address,
      verified_at: null,
    })
    .execute();
  await writeToOutbox(
    transaction,
    {
      subjectId: id,
      email,
      crm: {
        event: 'registration.created',
        data: {
          registrationId: id,
          userId,
          email,
          ...details,
          ...describeLead(registration, now),
          acceptance,
        },
      },
      mail: { template: 'verify', to: email, locale, values: {} },
    },
    now,
  );
  await recordAudit(transaction, { action: 'registered', userId, email, address });
}

/** Implements `FormServices.hasAccount`. */
export async function hasAccount(db: Kysely<AccountsTables>, email: string): Promise<boolean> {
  const user = await db.selectFrom('user').select('id').where('email', '=', normalizeEmail(email)).executeTakeFirst();
  return user !== undefined;
}

/** Implements `FormServices.register`. */
export async function register({ db, kind }: AccountsDatabase, registration: NewRegistration): Promise<string | null> {
  const { account } = registration;
  try {
    if ('token' in account)
      return await db.transaction().execute(async (transaction) => {
        const pending = await closeRegistration(transaction, account.token, Date.now());
        // It is null when the same form was sent twice, and the first one was accepted.
        if (pending) await writeRegistration(transaction, kind, registration, pending);
        return account.token;
      });
    // Hashed before the transaction, because hashing is slow and the database should not wait for it.
    const passwordHash = await hashPassword(account.password);
    return await db.transaction().execute(async (transaction) => {
      await writeRegistration(transaction, kind, registration, { email: account.email, passwordHash });
      return rememberUnverified(transaction, account.email);
    });
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error;
    return 'token' in account || !(await wasSentBefore(db, registration, account))
      ? null
      : rememberUnverified(db, account.email);
  }
}
