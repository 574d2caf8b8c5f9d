/** Kysely's dialect for a database of the site: a SQLite file in the data folder, or PostgreSQL when `DATABASE_URL` is set. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Dialect, PostgresDialect } from 'kysely';
import { type CustomTypesConfig, types } from 'pg';
import { ignoreRollbackErrors } from './first-error.ts';
import type { DatabaseKind } from './migration-sql.ts';
import { PrimaryPool } from './primary-pool.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';

/** PostgreSQL's type id of `bigint`. The driver returns these as text; here they are milliseconds, which a JavaScript number holds exactly. */
const bigintType = 20;

export interface DatabasePlace {
  /** Empty for SQLite. May name several PostgreSQL hosts: a primary and its standbys. */
  databaseUrl: string;
  dataDir: string;
}

/** @param fileName of the SQLite file in the data folder. */
export function openDialect(
  { databaseUrl, dataDir }: DatabasePlace,
  fileName: string,
): { kind: DatabaseKind; dialect: Dialect } {
  return databaseUrl
    ? { kind: 'postgres', dialect: ignoreRollbackErrors(openPostgres(databaseUrl)) }
    : { kind: 'sqlite', dialect: ignoreRollbackErrors(openSqlite(dataDir, fileName)) };
}

function openSqlite(dataDir: string, fileName: string): Dialect {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, fileName);
  // The file may hold personal data, so only the user of this process may read it, whatever the umask is.
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
