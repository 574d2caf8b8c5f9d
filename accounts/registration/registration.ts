/** Accepts a registration: the person, the record, the mail and the CRM's message in one transaction. */
import type { Kysely } from 'kysely';
import type { AccountsTables } from '../database/accounts-tables.ts';
import { type AccountsDatabase, storedFlag } from '../database/open-accounts-database.ts';
import { audit } from '../defence/audit.ts';
import { verifyPassword } from '../identity/password-hash.ts';
import { newId, normalEmail } from '../ids-and-tokens.ts';
import type { Locale } from '../../content/locales.ts';
import { currentRequestId } from '../request-id.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { sentTwiceWithin } from '../sent-twice.ts';
import { type PendingToken, finishPending } from './pending-registration.ts';

export interface AcceptedDocument {
  id: string;
  version: string;
  /** SHA-256 of the text that was shown. */
  hash: string;
  locale: string;
}

/** What the visitor typed, already checked by the form's schema. */
export interface RegistrationDetails {
  firstName: string;
  lastName: string;
  country: string;
  /** E.164. */
  phone: string;
  promoCode: string;
}

export interface NewRegistration {
  email: string;
  passwordHash: string;
  /** Only from the form that asks everything in one step, which has no cookie yet: shows whether it was submitted twice. */
  password?: string;
  details: RegistrationDetails;
  acceptedDocuments: AcceptedDocument[];
  referral: Record<string, string>;
  locale: Locale;
  source: string;
  address: string;
}

export type RegistrationResult = 'registered' | 'duplicate' | 'already-sent';

class Duplicate extends Error {}

/** The columns in which the details are stored: five have their own, a field that the form gets later is in `details`. */
function columnsOf({ firstName, lastName, country, phone, promoCode, ...others }: RegistrationDetails) {
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
 * Whether a moment ago the same form created the account that this registration conflicts with. With another password or network address it is not
 * the same form.
 */
async function wasSent(
  db: Kysely<AccountsTables>,
  { email: typed, password, details, address }: NewRegistration,
  now: number,
): Promise<boolean> {
  if (password === undefined) return false;
  const sent = await db
    .selectFrom('registration')
    .innerJoin('account', 'account.userId', 'registration.user_id')
    .select('account.password')
    .where((build) => build.and({ ...columnsOf(details), email: normalEmail(typed), address }))
    .where('verified_at', 'is', null)
    .where('created_at', '>', now - sentTwiceWithin)
    .executeTakeFirst();
  return Boolean(sent?.password && (await verifyPassword(sent.password, password)));
}

/** @param pending the cookie's token. Its registration must still be open, so that a form submitted twice registers once. */
export async function register(
  { db, kind }: AccountsDatabase,
  registration: NewRegistration,
  pending: PendingToken,
): Promise<RegistrationResult> {
  const { details, passwordHash, locale, source, address, referral } = registration;
  const email = normalEmail(registration.email);
  const now = Date.now();
  const moment = new Date(now).toISOString();
  const userId = newId(now);
  const id = newId(now);
  const name = `${details.firstName} ${details.lastName}`;
  const acceptance = { acceptedAt: moment, documents: registration.acceptedDocuments };
  try {
    return await db.transaction().execute(async (transaction) => {
      if (!(await finishPending(transaction, pending, email, now))) return 'already-sent';
      const user = await transaction
        .insertInto('user')
        .values({
          id: userId,
          name,
          email,
          emailVerified: storedFlag(kind, false),
          image: null,
          createdAt: moment,
          updatedAt: moment,
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      // Rolls back, so that the pending registration stays open and the visitor can correct the address.
      if (!user) throw new Duplicate();
      await transaction
        .insertInto('account')
        .values({
          id: newId(now),
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
          ...columnsOf(details),
          referral: JSON.stringify(referral),
          acceptance: JSON.stringify(acceptance),
          locale,
          source,
          address,
          created_at: now,
          verified_at: null,
          request_id: currentRequestId(),
        })
        .execute();
      await writeToOutbox(
        transaction,
        {
          channel: 'crm',
          event: 'registration.created',
          subjectId: id,
          email,
          payload: {
            registrationId: id,
            userId,
            email,
            ...details,
            referral,
            acceptance,
            locale,
            source,
            createdAt: moment,
          },
        },
        now,
      );
      await writeToOutbox(
        transaction,
        {
          channel: 'mail',
          event: 'verify',
          subjectId: id,
          email,
          payload: { template: 'verify', to: email, locale, values: {} },
        },
        now,
      );
      await audit(transaction, { action: 'registered', userId, email, address });
      return 'registered';
    });
  } catch (error) {
    if (!(error instanceof Duplicate)) throw error;
    if (!(await wasSent(db, registration, now))) return 'duplicate';
    await finishPending(db, pending, email, now);
    return 'already-sent';
  }
}
