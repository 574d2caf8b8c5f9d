import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { postgresInstalled, startPostgres } from '../../tests/services/postgres.ts';
import { until } from '../../tests/until.ts';
import { openAccountsDatabase } from './open-accounts-database.ts';

/** A proxy that imitates a failover: open connections fall silent without being closed, new ones work. */
async function startFailover(port: number) {
  const standing = new Set<Socket>();
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
    standing.add(near);
    near.on('close', () => {
      standing.delete(near);
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
    standing,
    stop: () => void proxy.close(),
  };
}

describe.runIf(postgresInstalled)('PostgreSQL', () => {
  test('a connection that fell silent is not handed out again', async () => {
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
      await until(() => failover.standing.size === 1, 'the silent ones to be closed');
    } finally {
      await close();
      failover.stop();
      await postgres.stop();
    }
  });
});
