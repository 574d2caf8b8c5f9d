/** Runs the migrations of a database in the order of their names. */
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseKind, Migration } from './migration-sql.ts';

interface Migrations {
  kind: DatabaseKind;
  /** By name, in order. */
  available: Readonly<Record<string, Migration>>;
  /** Until this migration, any order is right. */
  lastUnordered: string;
  /** Of the database, for messages. */
  name: string;
}

/** The ending of a migration's name when former releases cannot use the tables after it. */
const breaking = '-breaking';

async function listExecuted(db: Kysely<unknown>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** Finds the migrations of a newer release that used the database before a downgrade to this one. @throws when one of them is breaking. */
function findNewer(executed: readonly string[], { available, name: database }: Migrations): string[] {
  const last = Object.keys(available).at(-1) ?? '';
  const newer = executed.filter((name) => name > last);
  const refused = newer.find((name) => name.endsWith(breaking));
  if (refused)
    throw new Error(
      `A newer release has changed the ${database} (${refused}) so that this one cannot use it: start the newer one, or restore a back-up.`,
    );
  return newer;
}

/** Checks the order of names. @throws when a migration would run after a later one. */
function verifyOrder(executed: readonly string[], { available, lastUnordered }: Migrations): void {
  const misplaced = Object.keys(available).find(
    (name) => name > lastUnordered && !executed.includes(name) && name < (executed.at(-1) ?? ''),
  );
  if (misplaced) throw new Error(`The migration ${misplaced} must have a name that is later than ${executed.at(-1)}.`);
}

/** Runs the migrations that the database has not run yet. @throws with the name of the migration that failed. */
export async function runMigrations(db: Kysely<unknown>, migrations: Migrations): Promise<void> {
  const { kind, available, name: database } = migrations;
  const executed = await listExecuted(db);
  const newer = findNewer(executed, migrations);
  verifyOrder(executed, migrations);
  const provided: Record<string, { up: (handle: Kysely<unknown>) => Promise<void> }> = {};
  for (const [name, up] of Object.entries(available)) provided[name] = { up: (handle) => up(handle, kind) };
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
  throw new Error(`The ${database} could not be migrated (${failed}).`, { cause: error });
}
