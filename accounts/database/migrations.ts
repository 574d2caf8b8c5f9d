/** Brings the tables of the accounts database up to date. Each migration is a file of `migrations/`, and its name gives its place in the order. */
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseKind, Migration } from './migration-sql.ts';
import { identity } from './migrations/2026-11-21-01-identity.ts';
import { submissions } from './migrations/2026-11-21-02-submissions.ts';
import { messagesOfRecord } from './migrations/2026-11-21-03-messages-of-a-record.ts';
import { linksOfMessage } from './migrations/2026-11-21-04-links-of-a-message.ts';
import { consent } from './migrations/2026-11-21-10-consent.ts';
import { retentionClock } from './migrations/2026-11-22-01-retention-clock.ts';
import { latestConsent } from './migrations/2026-11-22-02-latest-consent.ts';
import { cvScan } from './migrations/2026-11-22-03-cv-scan.ts';
import { requestId } from './migrations/2026-11-23-04-request-id.ts';
import { registrationDetails } from './migrations/2026-11-27-01-registration-details.ts';
import { legalTexts } from './migrations/2026-11-27-09-legal-texts.ts';
import { leadSources } from './migrations/2026-11-27-10-lead-sources.ts';
import { formConsents } from './migrations/2026-11-27-11-form-consents.ts';

/** The migrations of this release, by the names of their files. */
export const migrations: Readonly<Record<string, Migration>> = {
  '2026-11-21-01-identity': identity,
  '2026-11-21-02-submissions': submissions,
  '2026-11-21-03-messages-of-a-record': messagesOfRecord,
  '2026-11-21-04-links-of-a-message': linksOfMessage,
  '2026-11-21-10-consent': consent,
  '2026-11-22-01-retention-clock': retentionClock,
  '2026-11-22-02-latest-consent': latestConsent,
  '2026-11-22-03-cv-scan': cvScan,
  '2026-11-23-04-request-id': requestId,
  '2026-11-27-01-registration-details': registrationDetails,
  '2026-11-27-09-legal-texts': legalTexts,
  '2026-11-27-10-lead-sources': leadSources,
  '2026-11-27-11-form-consents': formConsents,
};

/** Until this migration, releases added some that sort before older ones. These do not depend on each other, so any order is right. */
const lastUnordered = '2026-11-23-04-request-id';
/** The ending of a migration's name when former releases cannot use the tables after it. */
const breaking = '-breaking';

async function listExecuted(db: Kysely<unknown>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** Finds the migrations of a newer release that used the database before a downgrade to this one. @throws when one of them is breaking. */
function findNewer(executed: readonly string[], available: Record<string, unknown>): string[] {
  const last = Object.keys(available).at(-1) ?? '';
  const newer = executed.filter((name) => name > last);
  const refused = newer.find((name) => name.endsWith(breaking));
  if (refused)
    throw new Error(
      `A newer release has changed the accounts database (${refused}) so that this one cannot use it: start the newer one, or restore a back-up.`,
    );
  return newer;
}

/** Checks the order of names. @throws when a migration would run after a later one. */
function verifyOrder(executed: readonly string[], available: Record<string, unknown>): void {
  const misplaced = Object.keys(available).find(
    (name) => name > lastUnordered && !executed.includes(name) && name < (executed.at(-1) ?? ''),
  );
  if (misplaced) throw new Error(`The migration ${misplaced} must have a name that is later than ${executed.at(-1)}.`);
}

/** Runs the migrations that the database has not run yet. @param available tests leave some out. @throws with the name of the migration that failed. */
export async function migrate(db: Kysely<unknown>, kind: DatabaseKind, available = migrations): Promise<void> {
  const executed = await listExecuted(db);
  const newer = findNewer(executed, available);
  verifyOrder(executed, available);
  const provided: Record<string, { up: (database: Kysely<unknown>) => Promise<void> }> = {};
  for (const [name, up] of Object.entries(available)) provided[name] = { up: (database) => up(database, kind) };
  // Kysely refuses a database that has run a migration that is missing in the list.
  for (const name of newer) provided[name] = { up: async () => undefined };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => provided },
    // `verifyOrder` has checked the order, except of the first ones.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the list of migrations';
  throw new Error(`The accounts database could not be migrated (${failed}).`, { cause: error });
}
