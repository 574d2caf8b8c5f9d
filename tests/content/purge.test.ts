/**
 * Two instances behind a CDN that is told by a webhook: one purge for a change, after both have it; a CDN that is away, a restart, an instance that
 * does not get the change.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startValkey } from '../../tools/testing/valkey.ts';
import { KeysOfSite } from '../../server/cdn/purge-keys.ts';
import { freePort, metricsToken } from '../start-built-site.ts';
import { until } from '../until.ts';
import { type EditedSite, startEditedSite } from './edited-site.ts';

const secret = 'a-secret-of-the-tests';
const keys = new KeysOfSite('http://site.test');
/** The ids of purges, each with the keys and the time at which it came. */
interface Received {
  id: string;
  keys: string[];
  everything: boolean;
}
let received: Received[] = [];
let status = 200;
let cdn: Server;
let valkey: ChildProcess;
let valkeyPort: number;
let sites: EditedSite[];

const start = () =>
  startEditedSite({
    environment: {
      CDN: 'webhook',
      CDN_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`,
      CDN_TOKEN: 'a-token-of-the-tests',
      VALKEY_URL: `valkey://127.0.0.1:${valkeyPort}`,
      STRAPI_WEBHOOK_SECRET: secret,
      METRICS_TOKEN: metricsToken,
    },
  });
const edit = (site: EditedSite | undefined, title: string) =>
  site?.edit(() => void Object.assign(site.wire('page', 'forex', 'it'), { title }));

interface Purges {
  waiting: number;
  latest: { changedAt: string; purgedAt: string | null; by: string; lastError: string | null; tags: string[] }[];
}
async function purgesOf(site: EditedSite | undefined): Promise<Purges> {
  const answer = await fetch(`${site?.url}/api/content/purges`, { headers: { 'x-webhook-secret': secret } });
  return (await answer.json()) as Purges;
}
const areDone = async () => (await Promise.all(sites.map(purgesOf))).every(({ waiting }) => waiting === 0);
const ofPage = () => received.filter((purge) => purge.keys.includes(keys.keyOf('doc:page:forex:it')));

beforeAll(async () => {
  cdn = createServer((request, response) => {
    void json(request).then((body) => {
      if (status === 200) received.push(body as Received);
      return response.writeHead(status).end();
    });
  });
  cdn.listen(0, '127.0.0.1');
  await once(cdn, 'listening');
  valkeyPort = await freePort();
  valkey = await startValkey(valkeyPort);
  sites = [await start(), await start()];
});
afterAll(async () => {
  status = 200;
  for (const site of sites) await site.stop();
  valkey.kill();
  cdn.closeAllConnections();
  cdn.close();
});
beforeEach(async () => {
  status = 200;
  await until(areDone, 'earlier purges');
  received = [];
});

test('an answer that is purged may be kept for a day by its keys, and one that is not as without a CDN', async () => {
  const caching = async (path: string) => {
    const { headers } = await fetch(`${sites[0]?.url}${path}`, { redirect: 'manual' });
    return ['cache-control', 'cache-tag', 'x-accel-expires'].map((name) => headers.get(name));
  };
  const day = 'public, max-age=0, s-maxage=86400, stale-if-error=86400';
  for (const path of ['/it/forex', '/it/forex/_payload.json', '/sitemap.xml', '/fx'])
    expect([path, ...(await caching(path))]).toEqual([path, day, expect.stringContaining(keys.site), '0']);
  for (const [path, usual] of [
    ['/nope', 'no-store'],
    ['/', 'private, max-age=0, must-revalidate'],
    ['/login', 'private, max-age=0, must-revalidate'],
    ['/forex?ref=A77', 'private, no-store'],
    ['/search?q=gold', 'public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400'],
    ['/robots.txt', 'public, max-age=86400'],
    // It differs by language at one address, which this CDN cannot tell apart.
    ['/api/strapi/header', 'private, max-age=0'],
  ] as const)
    expect([path, ...(await caching(path))]).toEqual([path, usual, null, null]);
});

test('one instance purges a change, after both have it', async () => {
  const [one, two] = sites;
  await edit(one, 'Da due istanze');
  await until(async () => (await purgesOf(one)).waiting === 1, 'the purge to wait');
  // The other one does not have it yet: whoever asked it would keep the old page.
  await until(async () => (await purgesOf(one)).waiting === 1 && (await purgesOf(two)).waiting === 0, 'one waiting');
  expect(ofPage()).toEqual([]);
  await edit(two, 'Da due istanze');
  await until(areDone, 'the receipts');
  // Twice, one id: by one of them.
  expect(ofPage()).toHaveLength(2);
  expect(new Set(ofPage().map(({ id }) => id)).size).toBe(1);
  const receipts = (await Promise.all(sites.map(purgesOf))).map(({ latest: [newest] }) => newest);
  expect(receipts[0]?.by).toBe(receipts[1]?.by);
  expect(receipts[0]?.tags).toContain('doc:page:forex:it');
});

test('while the CDN is away the purge waits, is seen, and is done when the CDN is back', async () => {
  status = 503;
  for (const site of sites) await edit(site, 'Il CDN è assente');
  await until(
    async () => (await purgesOf(sites[0])).latest[0]?.lastError ?? (await purgesOf(sites[1])).latest[0]?.lastError,
    'the failure',
  );
  const metrics = await Promise.all(
    sites.map(async ({ url }) =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text(),
    ),
  );
  expect(metrics.some((text) => text.includes('dependency_up{name="cdn"} 0'))).toBe(true);
  expect(metrics.every((text) => !/cdn_purge_oldest_seconds 0$/m.test(text))).toBe(true);
  // Pages are not affected.
  expect((await fetch(`${sites[0]?.url}/it/forex`)).status).toBe(200);
  status = 200;
  await until(areDone, 'the receipts', 30_000);
  expect(ofPage().length).toBeGreaterThan(0);
});

test('an instance that never gets the change is not waited for without end; when it has it, it purges once more', async () => {
  const [one, two] = sites;
  await edit(one, 'Una sola');
  await until(() => ofPage().length === 2, 'the purge all the same', 30_000);
  await edit(two, 'Una sola');
  await until(areDone, 'the receipts');
  expect(ofPage()).toHaveLength(4);
});

test('a start purges everything, and so does an end', async () => {
  const third = await start();
  await until(() => received.filter(({ everything }) => everything).length === 2, 'the purge of the start');
  expect(received[0]?.keys).toEqual([keys.site]);
  received = [];
  await third.stop();
  expect(received.map(({ everything }) => everything)).toEqual([true]);
});

test('the purges are for those who have the secret', async () => {
  expect((await fetch(`${sites[0]?.url}/api/content/purges`)).status).toBe(401);
});
