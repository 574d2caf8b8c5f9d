/** `WEB_CONCURRENCY`: two processes behind one port, one of which is killed, and the end of both. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startValkey, valkeyInstalled } from '../../tools/testing/valkey.ts';
import { Visitor } from '../sites/account-site.ts';
import { postgresInstalled, startPostgres } from '../services/postgres.ts';
import { newSiteData } from '../sites/site-data.ts';
import { freePort } from '../services/free-port.ts';
import { metricsToken, startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';

const listChildren = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

test.skipIf(!postgresInstalled || !valkeyInstalled())('two processes answer like one', async ({ onTestFinished }) => {
  const dataDir = await newSiteData('processes');
  const database = await startPostgres();
  const valkeyPort = await freePort();
  const valkey = await startValkey(valkeyPort);
  const metricsPort = await freePort(2);
  const site = await startBuiltSite({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    WEB_CONCURRENCY: '2',
    DATABASE_URL: database.url,
    VALKEY_URL: `redis://127.0.0.1:${valkeyPort}`,
    AUTH_SECRET: 'a-secret-of-the-tests-with-32-letters',
    METRICS_PORT: String(metricsPort),
  });
  onTestFinished(async () => {
    site.process.kill('SIGKILL');
    valkey.kill('SIGKILL');
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  /** Counts the requests that a process has answered; null while it does not run. */
  async function answered(place: number): Promise<number | null> {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const answer = await fetch(`http://127.0.0.1:${metricsPort + place}/metrics`, { headers }).catch(() => null);
    const counts = (await answer?.text())?.matchAll(/^http_answer_seconds_count\{[^}]*\} (\d+)$/gm);
    return counts ? [...counts].reduce((sum, [, count]) => sum + Number(count), 0) : null;
  }
  const both = () => Promise.all([answered(0), answered(1)]);
  const visit = async () =>
    await fetch(`${site.url}/forex`, { headers: { connection: 'close' } }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );

  await until(async () => (await both()).every((count) => count !== null), 'both processes', 60_000);
  const before = await both();
  for (let request = 0; request < 20; request += 1) expect(await visit()).toBe(200);
  await until(
    async () =>
      (await both()).reduce<number>((sum, count, place) => sum + ((count ?? 0) - (before[place] ?? 0)), 0) === 20,
    'all answers counted',
  );
  for (const [place, count] of (await both()).entries()) expect((count ?? 0) - (before[place] ?? 0)).toBeGreaterThan(5);
  const enquiry = {
    intent: 'send',
    name: 'Anna Rossi',
    email: 'anna@example.com',
    topic: 'account',
    message: 'A few lines',
  };
  expect((await new Visitor(site.url).post('/contact', enquiry)).status).toBe(303);

  const [first, second] = listChildren(site.process.pid ?? 0);
  // Of four visitors, one is handed to the process that does nothing any more.
  process.kill(first ?? 0, 'SIGSTOP');
  const told = Array.from({ length: 4 }, () => Promise.race([visit(), wait(20_000).then(() => 'nothing')]));
  await wait(500);
  process.kill(first ?? 0, 'SIGKILL');
  const statuses = await Promise.all(told);
  expect([statuses.filter((one) => one === 200).length, statuses.includes(0)]).toEqual([3, true]);
  await until(() => listChildren(site.process.pid ?? 0).length === 1, 'its end');
  for (let request = 0; request < 10; request += 1) expect(await visit()).toBe(200);
  await until(() => listChildren(site.process.pid ?? 0).length === 2, 'another process in its place');
  expect(listChildren(site.process.pid ?? 0)).toContain(second);
  await until(async () => (await both()).every((count) => count !== null), 'both processes again', 60_000);

  await site.stop();
  expect([site.process.exitCode, await visit()]).toEqual([0, 0]);
  expect(execFileSync('ps', ['-o', 'pid=', '-A']).toString().split('\n').map(Number)).not.toContain(second);
});

test('a start with several processes fails without the shared settings, and names the missing ones', async () => {
  await expect(startBuiltSite({ WEB_CONCURRENCY: '2', METRICS_TOKEN: '' })).rejects.toThrow(
    /ended with 78[^]*WEB_CONCURRENCY needs DATABASE_URL, VALKEY_URL, AUTH_SECRET/,
  );
});

test('a port that is already in use ends all processes with its exit code', async ({ onTestFinished }) => {
  const dataDir = await newSiteData('taken-port');
  const other = createServer().listen(0, '0.0.0.0');
  await once(other, 'listening');
  onTestFinished(async () => {
    other.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { port } = other.address() as AddressInfo;
  await expect(
    startBuiltSite({
      DATA_DIR: dataDir,
      PORT: String(port),
      WEB_CONCURRENCY: '2',
      METRICS_TOKEN: '',
      // No service listens at these addresses, and pages do not need them.
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      VALKEY_URL: 'redis://127.0.0.1:1',
      AUTH_SECRET: 'a-secret-of-the-tests-with-32-letters',
    }),
  ).rejects.toThrow(/ended with 75[^]*Port \d+ is in use/);
});
