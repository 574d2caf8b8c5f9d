/** One site per region, without a Valkey: a change that is reported to one reaches the others once, even while one of them hangs. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import { until } from '../../tests/until.ts';
import { type OtherRegions, openOtherRegions } from './other-regions.ts';

interface Region {
  server: Server;
  url: string;
  heard: unknown[];
  says: number | 'nothing';
}
const secret = 'a-secret-of-the-tests';
let regions: Region[];
let told: OtherRegions;
let alarms: Alarm[];

async function startRegion(): Promise<Region> {
  const server = createServer((request, response) => {
    void hear();
    async function hear(): Promise<void> {
      const body = await json(request);
      expect([request.url, request.headers['x-webhook-secret']]).toEqual(['/api/content/webhook', secret]);
      if (region.says === 'nothing') return;
      if (region.says === 202) region.heard.push(body);
      response.writeHead(region.says).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const region: Region = {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: [],
    says: 202,
  };
  return region;
}

beforeEach(async () => {
  [regions, alarms] = [[await startRegion(), await startRegion()], []];
  told = openOtherRegions({ urls: regions.map(({ url }) => url), secret, onAlarm: (alarm) => alarms.push(alarm) });
});
afterEach(() => {
  told.close();
  for (const { server } of regions) {
    server.closeAllConnections();
    server.close();
  }
});
const page = (id: string) => ({ type: 'page', id }) as const;

test('each region gets every change; changes during a request go out with the next request', async () => {
  told.hint([page('forex')]);
  told.hint([page('about'), { media: '/uploads/a.png' }]);
  told.hint([page('contact')]);
  for (const { heard } of regions) {
    await until(() => heard.length === 2, 'both messages');
    expect(heard).toEqual([
      { hints: [page('forex')] },
      { hints: [page('about'), { media: '/uploads/a.png' }, page('contact')] },
    ]);
  }
  expect(alarms).toEqual([]);
});

test('a region that hangs delays no other region; a failing region is asked again and raises one alarm', async () => {
  const [broken, whole] = regions as [Region, Region];
  broken.says = 'nothing';
  told.hint([page('forex')]);
  await until(() => whole.heard.length === 1, 'the other region');
  told.hint([page('about')]);
  await until(() => whole.heard.length === 2, 'the other region again');
  broken.server.closeAllConnections();
  await until(() => alarms.length > 0, 'the alarm');
  broken.says = 202;
  await until(() => broken.heard.length > 0, 'the next attempt');
  expect(broken.heard).toEqual([{ hints: [page('forex'), page('about')] }]);
  expect(alarms).toEqual([
    { kind: 'region-unreachable', subject: new URL(broken.url).host, message: expect.any(String) as string },
  ]);
});
