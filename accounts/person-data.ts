/** Exports and erases what the site stores about a person, at that person's request (POPIA section 23 and 24, GDPR articles 15 and 17). */
import type { Transaction } from 'kysely';
import type { AccountsTables } from './database/accounts-tables.ts';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import { recordAudit } from './defence/audit.ts';
import { normalizeEmail, hashPerson } from '../base/ids-and-tokens.ts';
import { findAgreedTexts } from './legal-texts.ts';
import type { CvStorage } from './submissions/cv-storage.ts';

/** Exports everything that is stored about the person, except secrets: no password hash, no token. */
export async function exportPerson({ db }: AccountsDatabase, mailAddress: string): Promise<Record<string, unknown>> {
  const email = normalizeEmail(mailAddress);
  const person = hashPerson(email);
  const user = await db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();
  const enquiries = await db.selectFrom('enquiry').selectAll().where('email', '=', email).execute();
  const registrations = await db.selectFrom('registration').selectAll().where('email', '=', email).execute();
  const personData = {
    exportedAt: new Date().toISOString(),
    email,
    account: user ?? null,
    sessions: user
      ? await db
          .selectFrom('session')
          .select(['createdAt', 'expiresAt', 'ipAddress', 'userAgent'])
          .where('userId', '=', user.id)
          .execute()
      : [],
    unfinishedRegistrations: await db
      .selectFrom('pending_registration')
      .select(['stage', 'email', 'draft', 'created_at', 'expires_at'])
      .where('email', '=', email)
      .execute(),
    registrations,
    /** The full texts. Of a text that was replaced before the site began to store them, only the hash is known. */
    agreedTo: (
      await Promise.all([...registrations, ...enquiries].map(({ acceptance }) => findAgreedTexts(db, acceptance)))
    ).flat(),
    enquiries,
    applications: await db.selectFrom('application').selectAll().where('email', '=', email).execute(),
    messages: await db
      .selectFrom('outbox')
      .select(['id', 'channel', 'event', 'status', 'payload', 'created_at', 'delivered_at'])
      .where('person', '=', person)
      .execute(),
    audit: await db
      .selectFrom('audit')
      .selectAll()
      .where((where) => where.or([where('person', '=', person), ...(user ? [where('user_id', '=', user.id)] : [])]))
      .execute(),
  };
  await recordAudit(db, { action: 'person-exported', email, address: '' });
  return personData;
}

/** Deletes an account with its sessions, its password and its links. @returns how many accounts were deleted. */
export async function deleteUser(transaction: Transaction<AccountsTables>, userId: string): Promise<number> {
  for (const table of ['session', 'account'] as const)
    await transaction.deleteFrom(table).where('userId', '=', userId).execute();
  await transaction.deleteFrom('one_time_token').where('user_id', '=', userId).execute();
  return Number((await transaction.deleteFrom('user').where('id', '=', userId).executeTakeFirst()).numDeletedRows);
}

/** Erases the person. The audit trail records the erasure, with hashes instead of names. @returns how many records were deleted, by table, and `files`. */
export async function erasePerson(
  { db }: AccountsDatabase,
  storage: CvStorage,
  mailAddress: string,
): Promise<Record<string, number>> {
  const email = normalizeEmail(mailAddress);
  const files = await db.selectFrom('application').select('cv_key').where('email', '=', email).execute();
  for (const { cv_key: key } of files) await storage.remove(key);
  return db.transaction().execute(async (transaction) => {
    const user = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    const removed: Record<string, number> = { files: files.length };
    for (const { cv_key: key } of files) await transaction.deleteFrom('cv_scan').where('cv_key', '=', key).execute();
    for (const table of ['pending_registration', 'registration', 'enquiry', 'application'] as const) {
      removed[table] = Number(
        (await transaction.deleteFrom(table).where('email', '=', email).executeTakeFirst()).numDeletedRows,
      );
    }
    removed['outbox'] = Number(
      (await transaction.deleteFrom('outbox').where('person', '=', hashPerson(email)).executeTakeFirst())
        .numDeletedRows,
    );
    if (user) {
      await transaction.updateTable('audit').set({ address: '' }).where('user_id', '=', user.id).execute();
      removed['user'] = await deleteUser(transaction, user.id);
    }
    await transaction.updateTable('audit').set({ address: '' }).where('person', '=', hashPerson(email)).execute();
    await recordAudit(transaction, { action: 'person-erased', email, address: '' });
    return removed;
  });
}
