/** Confirms the e-mail address of a registration. */
import type { Kysely } from 'kysely';
import type { AccountsTables } from '../database/accounts-tables.ts';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { recordAudit } from '../defence/audit.ts';
import { newId, normalizeEmail } from '../../base/ids-and-tokens.ts';
import type { Locale } from '../../content/locales.ts';
import type { Confirmation } from '../../site/page/form-services.ts';
import { writeToOutbox } from '../outbox/outbox.ts';
import { consumeToken, findLinkEmail, findTokenOwner } from './one-time-tokens.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { toStoredFlag } from './stored-flag.ts';

interface ConfirmationRequest {
  token: string;
  networkAddress: string;
}

/** Checks whether the browser that opens the link has registered the link's account. @param registeredEmail that this browser registered, if any. */
export async function isRegisteringBrowser(
  { db }: Pick<AccountsDatabase, 'db'>,
  token: string,
  registeredEmail: string | undefined,
): Promise<boolean> {
  return (
    registeredEmail !== undefined && (await findLinkEmail(db, token, 'verify')) === normalizeEmail(registeredEmail)
  );
}

/**
 * Confirms the e-mail address. Anyone can register with somebody else's address, and then knows the account's password. So the visitor who opens the link
 * has to show that the registration is their own: the browser is the one that registered, or the visitor types its password.
 */
export async function confirmEmail(
  database: AccountsDatabase,
  {
    token,
    networkAddress,
    password,
    registeredEmail,
  }: ConfirmationRequest & { password: string; registeredEmail: string | undefined },
): Promise<Confirmation> {
  const { db } = database;
  const userId = await findTokenOwner(db, token, 'verify');
  if (!userId) return { kind: 'old-link' };
  if (!(await isRegisteringBrowser(database, token, registeredEmail))) {
    const credential = await db
      .selectFrom('account')
      .select('password')
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .executeTakeFirst();
    if (!credential?.password || !(await verifyPassword(credential.password, password))) {
      await recordAudit(db, { action: 'confirmation-refused', userId, address: networkAddress });
      return { kind: 'wrong-password' };
    }
  }
  return consumeLink(database, { token, networkAddress }, null);
}

/** Confirms the e-mail address for a visitor who does not know the password of the registration, and replaces that password. */
export async function confirmWithNewPassword(
  database: AccountsDatabase,
  { password, ...link }: ConfirmationRequest & { password: string },
): Promise<Confirmation> {
  // Hashed before the transaction, because hashing is slow and the database should not wait for it.
  return consumeLink(database, link, await hashPassword(password));
}

async function consumeLink(
  { db, kind }: AccountsDatabase,
  { token, networkAddress }: ConfirmationRequest,
  newPassword: string | null,
): Promise<Confirmation> {
  return db.transaction().execute(async (transaction) => {
    const userId = await consumeToken(transaction, token, 'verify');
    const user =
      userId && (await transaction.selectFrom('user').select('email').where('id', '=', userId).executeTakeFirst());
    if (!user) return { kind: 'old-link' };
    if (newPassword) {
      await transaction
        .updateTable('account')
        .set({ password: newPassword, updatedAt: new Date().toISOString() })
        .where('userId', '=', userId)
        .where('providerId', '=', 'credential')
        .execute();
      await recordAudit(transaction, { action: 'password-changed', userId, address: networkAddress });
    }
    await markVerified({ db: transaction, kind }, userId, networkAddress);
    return { kind: 'confirmed', email: user.email };
  });
}

/** Marks the user's e-mail address as confirmed and writes the CRM's message, in an open transaction. */
export async function markVerified(
  { db, kind }: Pick<AccountsDatabase, 'kind'> & { db: Kysely<AccountsTables> },
  userId: string,
  networkAddress: string,
): Promise<void> {
  const now = Date.now();
  await db
    .updateTable('user')
    .set({ emailVerified: toStoredFlag(kind, true), updatedAt: new Date(now).toISOString() })
    .where('id', '=', userId)
    .execute();
  const registration = await db
    .updateTable('registration')
    .set({ verified_at: now })
    .where('user_id', '=', userId)
    .where('verified_at', 'is', null)
    .returning(['id', 'email'])
    .executeTakeFirst();
  await recordAudit(db, { action: 'email-verified', userId, address: networkAddress });
  if (!registration) return;
  await writeToOutbox(db, {
    subjectId: registration.id,
    email: registration.email,
    crm: {
      event: 'registration.verified',
      data: {
        registrationId: registration.id,
        userId,
        email: registration.email,
        verifiedAt: new Date(now).toISOString(),
      },
    },
  });
}

/** Requests the confirmation mail again. A request does the same work for every address, as in `recovery.ts`. */
export async function requestVerification(
  { db }: AccountsDatabase,
  request: { email: string; locale: Locale },
): Promise<void> {
  const email = normalizeEmail(request.email);
  await writeToOutbox(db, {
    subjectId: newId(),
    email,
    mail: { template: 'verify', to: email, locale: request.locale, values: {} },
  });
}
