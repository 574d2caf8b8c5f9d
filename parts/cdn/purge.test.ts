/** Two instances behind a CDN with a purge webhook: each instance purges for itself; the CDN fails; an instance starts and ends. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SiteKeys } from './purge-keys.ts';
import { metricsToken } from '../../tests/sites/start-built-site.ts';
import { until } from '../../tests/until.ts';
import { type EditedSite, startEditedSite } from '../../tests/sites/edited-site.ts';

const secret = 'a-secret-of-the-tests';
const keys = new SiteKeys('http://site.test');
interface Received {
  id: string;
  keys: string[];
  everything: boolean;
}
let received: Received[] = [];
let status = 200;
let cdn: Server;
let sites: EditedSite[];

const start = () =>
  startEditedSite({
    environment: {
      CDN: 'webhook',
      CDN_URL: `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`,
      CDN_TOKEN: 'a-token-of-the-tests',
      STRAPI_WEBHOOK_SECRET: secret,
      METRICS_TOKEN: metricsToken,
    },
  });
const edit = (site: EditedSite | undefined, title: string) =>
  site?.edit(() => void Object.assign(site.wire('page', 'forex', 'it'), { title }));

interface Purges {
  waiting: number;
  latest: { changedAt: string; purgedAt: string | null; lastError: string | null; tags: string[] }[];
}
async function fetchPurges(site: EditedSite | undefined): Promise<Purges> {
  const answer = await fetch(`${site?.url}/api/content/purges`, { headers: { 'x-webhook-secret': secret } });
  return (await answer.json()) as Purges;
}
const areDone = async () => (await Promise.all(sites.map(fetchPurges))).every(({ waiting }) => waiting === 0);
const ofPage = () => received.filter((purge) => purge.keys.includes(keys.hashTag('doc:page:forex:it')));

beforeAll(async () => {
  cdn = createServer((request, response) => {
    void json(request).then((body) => {
      if (status === 200) received.push(body as Received);
      return response.writeHead(status).end();
    });
  });
  cdn.listen(0, '127.0.0.1');
  await once(cdn, 'listening');
  sites = [await start(), await start()];
});
afterAll(async () => {
  status = 200;
  for (const site of sites) await site.stop();
  cdn.closeAllConnections();
  cdn.close();
});
beforeEach(async () => {
  status = 200;
  await until(areDone, 'earlier purges');
  received = [];
});

test('the CDN may keep an answer with purge keys for a day, and other answers as long as without purging', async () => {
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

test('each instance purges a change twice once it has the change, and has its own receipt', async () => {
  const [firstSite, secondSite] = sites;
  const { latest: former } = await fetchPurges(secondSite);
  await edit(firstSite, 'Da due istanze');
  await until(areDone, 'the receipt of one');
  expect(ofPage()).toHaveLength(2);
  expect(new Set(ofPage().map(({ id }) => id)).size).toBe(1);
  expect((await fetchPurges(firstSite)).latest[0]?.tags).toContain('doc:page:forex:it');
  expect((await fetchPurges(secondSite)).latest).toEqual(former);
  // Until now the CDN may have asked the other one, and kept its old page.
  await edit(secondSite, 'Da due istanze');
  await until(areDone, 'the receipt of the other');
  expect(ofPage()).toHaveLength(4);
});

test('a purge waits visibly while the CDN is unreachable, and is sent when the CDN returns', async () => {
  status = 503;
  for (const site of sites) await edit(site, 'Il CDN è assente');
  await until(
    async () =>
      (await fetchPurges(sites[0])).latest[0]?.lastError ?? (await fetchPurges(sites[1])).latest[0]?.lastError,
    'the failure',
  );
  const metrics = await Promise.all(
    sites.map(async ({ url }) =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text(),
    ),
  );
  expect(metrics.some((text) => text.includes('dependency_up{name="cdn"} 0'))).toBe(true);
  expect(metrics.every((text) => !/cdn_purge_oldest_seconds 0$/m.test(text))).toBe(true);
  // The refused requests purge no page.
  expect((await fetch(`${sites[0]?.url}/it/forex`)).status).toBe(200);
  status = 200;
  await until(areDone, 'the receipts');
  expect(ofPage().length).toBeGreaterThan(0);
});

test('the start and the end of the site purge everything', async () => {
  const third = await start();
  await until(() => received.filter(({ everything }) => everything).length === 2, 'the purge of the start');
  expect(received[0]?.keys).toEqual([keys.site]);
  received = [];
  await third.stop();
  expect(received.map(({ everything }) => everything)).toEqual([true]);
});

test('the status of purges requires the secret', async () => {
  expect((await fetch(`${sites[0]?.url}/api/content/purges`)).status).toBe(401);
});
