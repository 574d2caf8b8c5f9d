/** The two databases that the accounts run on: SQLite in the data folder, and a PostgreSQL of the test's own. */
import { postgresInstalled, startPostgres } from './postgres.ts';

/** PostgreSQL is tested where it is installed. Elsewhere only SQLite is, and each file that would have tried both reports a skipped test. */
export const engines = postgresInstalled ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
// The bench imports this too, and it cannot declare tests.
if (!postgresInstalled && process.env['VITEST'])
  (await import('vitest')).test.skip('the same on PostgreSQL, which is not installed');
export type Engine = 'sqlite' | 'postgres';

export interface TestDatabase {
  /** The variables for the environment of the site. */
  environment: Record<string, string>;
  /** Empty for SQLite. */
  url: string;
  stop: () => Promise<void>;
}

export async function startDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'sqlite') return { environment: {}, url: '', stop: async () => undefined };
  const { url, stop } = await startPostgres();
  return { environment: { DATABASE_URL: url }, url, stop };
}
