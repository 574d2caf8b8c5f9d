/** The type of a migration, which runs SQL that SQLite and PostgreSQL both understand. */
import { type Kysely, sql } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

export type Migration = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>;

/** The column types that better-auth expects, and that the two databases name differently. */
export const columnTypes = {
  sqlite: { moment: 'text', flag: 'integer' },
  postgres: { moment: 'timestamptz', flag: 'boolean' },
};

export async function runSql(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
