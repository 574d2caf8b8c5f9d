/** Every migration of the accounts database, ordered by name. A module of `accounts/` that stores data adds its list here. */
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { consentMigrations } from './consent-migrations.ts';
import { accountsMigrations } from './accounts-migrations.ts';
import { cvScanMigrations } from './cv-scan-migrations.ts';
import type { DatabaseKind } from './open-accounts-database.ts';
import { requestIdMigrations } from './request-id-migrations.ts';
import { retentionMigrations } from './retention-migrations.ts';

export type Migrations = Record<string, Migration>;

const lists: ((kind: DatabaseKind) => Migrations)[] = [
  accountsMigrations,
  consentMigrations,
  retentionMigrations,
  cvScanMigrations,
  requestIdMigrations,
];

/** @throws with the name of the migration that failed. */
export async function migrate<Tables>(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const migrations = Object.assign({}, ...lists.map((list) => list(kind))) as Migrations;
  // A new migration may sort before one that has already run. That is safe, because the lists are independent.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the list of migrations';
  throw new Error(`The accounts database could not be migrated (${failed}).`, { cause: error });
}
