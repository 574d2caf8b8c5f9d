/** The accounts database: SQLite in the data folder, or PostgreSQL when `DATABASE_URL` is set (docs/decisions/0007-accounts-beside-better-auth.md). */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import { type CustomTypesConfig, types } from 'pg';
import { isTracing, recordEndedSpan } from '../../content/tracing.ts';
import type { AccountsTables } from './accounts-tables.ts';
import { ignoreRollbackErrors } from './first-error.ts';
import type { DatabaseKind } from './migration-sql.ts';
import { migrate } from './migrations.ts';
import { PrimaryPool } from './primary-pool.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

export interface AccountsDatabase {
  kind: DatabaseKind;
  db: Kysely<AccountsTables>;
  close: () => Promise<void>;
}

/** PostgreSQL's type id of `bigint`. The driver returns these as text; here they are milliseconds, which a JavaScript number holds exactly. */
const bigintType = 20;

export interface DatabasePlace {
  /** Empty for SQLite. May name several PostgreSQL hosts: a primary and its standbys. */
  databaseUrl: string;
  dataDir: string;
}

/** Opens the database and brings its tables up to date. @throws when it cannot be reached or migrated. */
export async function openAccountsDatabase({ databaseUrl, dataDir }: DatabasePlace): Promise<AccountsDatabase> {
  const kind: DatabaseKind = databaseUrl ? 'postgres' : 'sqlite';
  const db = new Kysely<AccountsTables>({
    dialect: ignoreRollbackErrors(kind === 'postgres' ? openPostgres(databaseUrl) : openSqlite(dataDir)),
    // The statement contains placeholders instead of values, so no personal data.
    ...(isTracing()
      ? {
          log: ({ query, queryDurationMillis }) =>
            recordEndedSpan(
              'database',
              { 'db.system.name': kind, 'db.query.text': query.sql.slice(0, 500) },
              queryDurationMillis,
            ),
        }
      : {}),
  });
  try {
    await migrate(db as Kysely<unknown>, kind);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { kind, db, close: () => db.destroy() };
}

function openSqlite(dataDir: string): Dialect {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'accounts.sqlite');
  // The file holds personal data, so only the user of this process may read it, whatever the umask is.
  return createSqliteDialect(file, () => chmodSync(file, 0o600));
}

function openPostgres(databaseUrl: string): PostgresDialect {
  // Only `bigint` differs from the driver's own parsers. The cast is needed, because its type has one overload for each format.
  const getTypeParser = ((id: number, format?: 'text') =>
    id === bigintType ? Number : (types.getTypeParser(id, format) as unknown)) as CustomTypesConfig['getTypeParser'];
  const pool = new PrimaryPool(databaseUrl, {
    max: 10,
    connectionTimeoutMillis: 10_000,
    query_timeout: 20_000,
    types: { getTypeParser },
  });
  return new PostgresDialect({ pool });
}
