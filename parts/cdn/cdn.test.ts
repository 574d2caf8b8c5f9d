import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import { until } from '../../tests/until.ts';
import type { Purge } from './cdn-adapters.ts';
import { type Cdn, openCdn } from './cdn.ts';
import { SiteKeys } from './purge-keys.ts';

const siteUrl = 'https://broker.example';
const site = new SiteKeys(siteUrl);
const takenDown = ['doc:page:forex:en', 'address:page:forex'];

/** Starts a CDN connection. @param url of the CDN. @returns also a function that announces a change. */
function open(url: string, dataDir: string, alarms: Alarm[] = []) {
  const cache: { onStale: ((tags: Iterable<string>) => void)[] } = { onStale: [] };
  const cdn = openCdn({
    config: { cdn: { name: 'webhook', urls: [url], id: '', token: 'a-token-of-the-tests' }, siteUrl, dataDir },
    cache,
    registry: new Registry(),
    log: pino({ level: 'silent' }),
    onAlarm: (alarm) => alarms.push(alarm),
  }) as Cdn;
  return { cdn, change: (tags: string[]) => cache.onStale.forEach((listener) => listener(tags)) };
}

test('the next process hard-purges pages that a killed process removed, and soft-purges everything else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-cdn-'));
  const received: Purge[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      received.push(body as Purge);
      return response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const alarms: Alarm[] = [];
  // No server listens at this port. The process is never stopped.
  const killed = open('http://127.0.0.1:1', folder, alarms);
  killed.change(takenDown);
  await until(() => alarms.length > 0, 'a failure');

  const { cdn, change } = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder);
  await until(() => cdn.status().waiting === 0, 'the purges of the start');
  expect(received[0]?.keys).toEqual([site.hashTag('site')]);
  expect(new Set(received[0]?.gone)).toEqual(new Set(site.forChange(new Set(takenDown)).gone));
  expect(existsSync(join(folder, 'gone-keys.txt'))).toBe(false);

  received.length = 0;
  change(['doc:page:about:en']);
  await until(() => cdn.status().waiting === 0, 'the purge of a change');
  expect(received.map(({ gone }) => gone)).toEqual([[], []]);
  await cdn.stop();
});

test('a folder that cannot be written raises an alarm, and purges continue', async () => {
  const alarms: Alarm[] = [];
  const { cdn, change } = open('http://127.0.0.1:1', '/proc/nowhere', alarms);
  change(takenDown);
  expect(alarms.map(({ kind }) => kind)).toEqual(['data-dir']);
  expect(cdn.status().waiting).toBe(2);
  await cdn.stop();
});
