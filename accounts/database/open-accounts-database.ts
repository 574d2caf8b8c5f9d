/** The accounts database: SQLite in the data folder by default, PostgreSQL by `DATABASE_URL` (decision 7). One set of migrations for both. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { ConsentTables } from '../consent/consent-migrations.ts';
import { migrate } from './migrations.ts';
import { openNodeSqlite } from './node-sqlite-database.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

export interface AccountsDatabase {
  kind: DatabaseKind;
  db: Kysely<ConsentTables>;
  close: () => Promise<void>;
}

export interface DatabasePlace {
  /** Empty: SQLite. */
  databaseUrl: string;
  dataDir: string;
}

/** Opens the database and brings its tables up to date. @throws when it cannot be reached or migrated. */
export async function openAccountsDatabase({ databaseUrl, dataDir }: DatabasePlace): Promise<AccountsDatabase> {
  const kind: DatabaseKind = databaseUrl ? 'postgres' : 'sqlite';
  const db = new Kysely<ConsentTables>({ dialect: kind === 'postgres' ? postgres(databaseUrl) : sqlite(dataDir) });
  try {
    await migrate(db, kind);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { kind, db, close: () => db.destroy() };
}

function sqlite(dataDir: string): SqliteDialect {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'accounts.sqlite');
  const database = openNodeSqlite(file);
  // People's data: for the user of this process only, whatever the umask says.
  chmodSync(file, 0o600);
  return new SqliteDialect({ database });
}

function postgres(connectionString: string): PostgresDialect {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5000 });
  // An idle connection that the server ends must not end the process; the next query opens another.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}
