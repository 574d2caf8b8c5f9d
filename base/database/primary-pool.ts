/**
 * Connects to PostgreSQL on several hosts: a primary, and standbys, one of which is promoted when the primary fails
 * (docs/decisions/0048-whole-instances.md). node-postgres itself supports one host only.
 */
import type { PostgresPool } from 'kysely';
import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg';

/**
 * Splits `postgres://user:password@one:5432,two:5432/site` into one address for each host, in the same order. It drops `target_session_attrs`,
 * because the pool always uses the writable host.
 */
export function splitHosts(databaseUrl: string): string[] {
  const [start = '', scheme = '', authority = ''] = /^(\w+:\/\/)([^/?#]*)/.exec(databaseUrl) ?? [];
  const rest = databaseUrl.slice(start.length);
  const hostsAt = authority.lastIndexOf('@') + 1;
  const [path = '', query = ''] = rest.split(/\?(.*)/s, 2);
  const settings = query.split('&').filter((setting) => setting !== '' && !setting.startsWith('target_session_attrs='));
  const end = path + (settings.length > 0 ? `?${settings.join('&')}` : '');
  return authority
    .slice(hostsAt)
    .split(',')
    .map((host) => `${scheme}${authority.slice(0, hostsAt)}${host}${end}`);
}

/** PostgreSQL's error code for a write on a read-only server: a primary that has become a standby. */
const readOnlyTransaction = '25006';
/** Milliseconds after which the pool tries the next host. */
const hostTimeoutMs = 5000;

/** Refuses connections to a read-only server; the pool calls it for each new connection. */
function refuseStandby(client: ClientBase, done: (error?: Error) => void): void {
  client.query<{ transaction_read_only: string }>('show transaction_read_only', (error: Error | null, answer) => {
    if (error) done(error);
    else if (answer.rows[0]?.transaction_read_only === 'off') done();
    else done(new Error('This PostgreSQL is a standby: it may only be read.'));
  });
}

/** Calls `onLost` when the server does not answer or is read-only. */
function watch(client: PoolClient, onLost: () => void): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>;
  client.query = (async (...parameters: unknown[]) => {
    try {
      return await query(...parameters);
    } catch (error) {
      const { message = '', code } = error as Partial<Error> & { code?: string };
      // After a failover a connection may stay silent for ever without being closed, and the pool would hand it out again and again.
      if (message === 'Query read timeout' || code === readOnlyTransaction) {
        void client.end();
        onLost();
      }
      throw error;
    }
  }) as typeof client.query;
}

interface Host {
  address: string;
  pool: Pool;
}

/** Uses one host until it fails, and then the first writable one of the others. */
export class PrimaryPool implements PostgresPool {
  readonly #hosts: Host[];
  /** Kysely needs these options to cancel queries; the site cancels none. */
  readonly options: PoolConfig;
  #current = 0;

  constructor(databaseUrl: string, settings: PoolConfig) {
    const addresses = splitHosts(databaseUrl);
    this.options =
      addresses.length === 1
        ? settings
        : { ...settings, connectionTimeoutMillis: hostTimeoutMs, verify: refuseStandby };
    this.#hosts = addresses.map((address) => ({ address, pool: this.#open(address) }));
  }

  /** Connects to the current host, or else to the next writable one. @throws the first error when no host is writable. */
  async connect(): Promise<PoolClient> {
    let firstError: unknown;
    for (let step = 0; step < this.#hosts.length; step += 1) {
      const index = (this.#current + step) % this.#hosts.length;
      try {
        const client = await (this.#hosts[index] as Host).pool.connect();
        this.#current = index;
        return client;
      } catch (error) {
        firstError ??= error;
      }
    }
    throw firstError;
  }

  async end(): Promise<void> {
    await Promise.all(this.#hosts.map(({ pool }) => pool.end()));
  }

  #open(connectionString: string): Pool {
    const pool = new Pool({ ...this.options, connectionString });
    // When the server ends a connection, idle or in use, the process must go on: the query fails, and the next one opens another connection.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      watch(client, () => this.#leave(pool));
    });
    return pool;
  }

  /** Replaces the pool of a failed host: its other connections are useless too, and each would make one more visitor wait. */
  #leave(pool: Pool): void {
    const host = this.#hosts.find((candidate) => candidate.pool === pool);
    if (!host || this.#hosts.length === 1) return;
    host.pool = this.#open(host.address);
    void pool.end();
  }
}
