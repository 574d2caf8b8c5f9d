import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { postgresInstalled, startPostgres } from '../../tests/services/postgres.ts';
import { until } from '../../tests/until.ts';
import { openAccountsDatabase } from './open-accounts-database.ts';
import { splitHosts } from '../../base/database/primary-pool.ts';

/** Starts a proxy that imitates a failover: open connections stop answering without being closed, and new ones work. */
async function startFailover(port: number) {
  const openSockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from
        .on('error', () => undefined)
        .on('close', () => to.destroy())
        .pipe(to);
    openSockets.add(near);
    near.on('close', () => {
      openSockets.delete(near);
      far.destroy();
    });
    silences.push(() => {
      near.unpipe(far).resume();
      far.unpipe(near).resume();
    });
  });
  const silences: (() => void)[] = [];
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    silence: () => silences.splice(0).map((silence) => silence()).length,
    openSockets,
    stop: () => void proxy.close(),
  };
}

describe.runIf(postgresInstalled)('PostgreSQL', () => {
  test('the pool does not hand out a connection that stopped answering', async () => {
    const postgres = await startPostgres();
    const address = new URL(postgres.url);
    const failover = await startFailover(Number(address.port));
    address.port = String(failover.port);
    address.searchParams.set('query_timeout', '300');
    const { db, close } = await openAccountsDatabase({ databaseUrl: String(address), dataDir: '' });
    const outcome = (query: Promise<unknown>) =>
      query.then(
        () => 'answered',
        (error: unknown) => (error as Error).message,
      );
    const ask = () => outcome(db.selectFrom('outbox').select('id').execute());
    const write = () =>
      outcome(db.transaction().execute((transaction) => transaction.selectFrom('outbox').select('id').execute()));
    try {
      expect(await Promise.all([ask(), ask(), write()])).toEqual(['answered', 'answered', 'answered']);
      expect(failover.silence()).toBe(3);
      // Each silent connection fails one query, of whatever kind.
      expect([await ask(), await write(), await ask(), await write()]).toEqual([
        'Query read timeout',
        'Query read timeout',
        'Query read timeout',
        'answered',
      ]);
      await until(() => failover.openSockets.size === 1, 'the silent ones to be closed');
    } finally {
      await close();
      failover.stop();
      await postgres.stop();
    }
  });

  test('the pool uses the writable one of several hosts, also after another host becomes writable', async () => {
    const [one, other] = await Promise.all([startPostgres(), startPostgres()]);
    const ports = [one, other].map(({ url }) => Number(new URL(url).port));
    const standby = async (server: typeof one, is: 'on' | 'off') => {
      await server.query(`ALTER SYSTEM SET default_transaction_read_only = ${is}`);
      await server.query('SELECT pg_reload_conf()');
    };
    // No server listens at the first address.
    const databaseUrl = `postgres://postgres@127.0.0.1:1,127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres?target_session_attrs=read-write`;
    try {
      await standby(one, 'on');
      const { db, close } = await openAccountsDatabase({ databaseUrl, dataDir: '' });
      const port = async () =>
        (await sql<{ port: number }>`select inet_server_port() as port`.execute(db)).rows[0]?.port;
      const write = () => sql`create table written_to ()`.execute(db);
      try {
        expect(await port()).toBe(ports[1]);
        // A switch without an end of the connections: the first write is refused, and is written to the new primary when it is sent again.
        await one.query('ALTER SYSTEM RESET default_transaction_read_only');
        await one.query('SELECT pg_reload_conf()');
        await standby(other, 'on');
        await until(
          () =>
            write().then(
              () => false,
              () => true,
            ),
          'the refusal',
        );
        await until(async () => (await port()) === ports[0], 'the new primary');
        await write();
        // The pool keeps this host, and uses the next one when this host disappears.
        await other.query('ALTER SYSTEM RESET default_transaction_read_only');
        await other.query('SELECT pg_reload_conf()');
        expect(await port()).toBe(ports[0]);
        await one.halt();
        await until(
          () =>
            port().then(
              (now) => now === ports[1],
              () => false,
            ),
          'the last one',
        );
        await other.halt();
        await expect(port()).rejects.toThrow(/ECONNREFUSED|terminated/);
      } finally {
        await close();
      }
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });
});

test('an address with several hosts becomes one address for each host, with all other parts unchanged', () => {
  expect(
    splitHosts('postgres://site:a%40b@one:5432,two/site?target_session_attrs=read-write&sslmode=verify-full'),
  ).toEqual([
    'postgres://site:a%40b@one:5432/site?sslmode=verify-full',
    'postgres://site:a%40b@two/site?sslmode=verify-full',
  ]);
  expect(splitHosts('postgres://[::1]:5432,[::2]/site')).toEqual([
    'postgres://[::1]:5432/site',
    'postgres://[::2]/site',
  ]);
  expect(splitHosts('postgres://one/site')).toEqual(['postgres://one/site']);
});
