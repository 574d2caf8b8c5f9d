/** The accounts database: SQLite in the data folder, or PostgreSQL when `DATABASE_URL` is set (docs/decisions/0007-accounts-beside-better-auth.md). */
import { Kysely } from 'kysely';
import { isTracing, recordEndedSpan } from '../../base/tracing.ts';
import type { AccountsTables } from './accounts-tables.ts';
import type { DatabaseKind } from '../../base/database/migration-sql.ts';
import { migrate } from './migrations.ts';
import { type DatabasePlace, openDialect } from '../../base/database/open-dialect.ts';

export interface AccountsDatabase {
  kind: DatabaseKind;
  db: Kysely<AccountsTables>;
  close: () => Promise<void>;
}

/** Opens the database and brings its tables up to date. @throws when it cannot be reached or migrated. */
export async function openAccountsDatabase(place: DatabasePlace): Promise<AccountsDatabase> {
  const { kind, dialect } = openDialect(place, 'accounts.sqlite');
  const db = new Kysely<AccountsTables>({
    dialect,
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
