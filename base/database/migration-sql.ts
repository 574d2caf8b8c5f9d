/** The type of a migration, and a function that runs SQL which SQLite and PostgreSQL both understand. */
import { type Kysely, sql } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

export type Migration = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>;

export async function runSql(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
