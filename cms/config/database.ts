import path from 'node:path';
import { dataDir } from '../src/setup/environment';
import { wrongSetting } from '../src/setup/settings';

interface Env {
  (name: string, fallback?: string): string;
  int(name: string, fallback: number): number;
  bool(name: string, fallback: boolean): boolean;
}

/** The tests' databases need not survive the loss of the machine, and half of the seeding's time was waiting for the disk. */
const isHasty = process.env.BROKERFRONT_TEST_DATABASE === 'hasty';
const hasty = {
  afterCreate(connection: { pragma: (text: string) => unknown }, done: (error: Error | null, made: unknown) => void) {
    connection.pragma('synchronous = OFF');
    done(null, connection);
  },
};

/**
 * SQLite in the data folder, or PostgreSQL by `DATABASE_CLIENT=postgres` and the other DATABASE_* variables. `DATABASE_URL`
 * is deliberately ignored: the site uses that variable for its accounts database.
 */
export default ({ env }: { env: Env }) => {
  const client = env('DATABASE_CLIENT', 'sqlite');
  if (client !== 'sqlite' && client !== 'postgres') {
    return wrongSetting(`DATABASE_CLIENT is “${client}”; it must be sqlite or postgres.`);
  }
  if (client === 'sqlite') {
    const filename = path.resolve(dataDir, env('DATABASE_FILENAME', 'content.db'));
    return {
      connection: { client, connection: { filename }, useNullAsDefault: true, ...(isHasty && { pool: hasty }) },
    };
  }
  return {
    connection: {
      client,
      connection: {
        host: env('DATABASE_HOST', '127.0.0.1'),
        port: env.int('DATABASE_PORT', 5432),
        database: env('DATABASE_NAME', 'strapi'),
        user: env('DATABASE_USERNAME', 'strapi'),
        password: env('DATABASE_PASSWORD', ''),
        schema: env('DATABASE_SCHEMA', 'public'),
        ssl: env.bool('DATABASE_SSL', false) && {
          rejectUnauthorized: env.bool('DATABASE_SSL_REJECT_UNAUTHORIZED', true),
        },
      },
      pool: { min: env.int('DATABASE_POOL_MIN', 2), max: env.int('DATABASE_POOL_MAX', 10) },
      acquireConnectionTimeout: 20_000,
    },
  };
};
