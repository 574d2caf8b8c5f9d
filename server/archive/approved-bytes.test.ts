/** What visitors are given and nobody approved raises an alarm that names the address and the words. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { until } from '../../tests/until.ts';
import { showDifference } from './changed-words.ts';
import { PageCache } from '../pages/page-cache.ts';
import { LedgerWatch } from './ledger-watch.ts';
import { PageWatch } from './page-watch.ts';
import { ServedWatch } from './served-watch.ts';
import type { SiteRenderer } from '../pages/site-pages.ts';
import { hashBytes } from './store/page-pieces.ts';

const page = (words: string) => `<!doctype html><body><p class="a">${words}</p></body>`;

test('only the words that differ are shown', () => {
  expect(showDifference('a spread from 0.6 pips', 'a spread from 0.1 pips')).toBe('“0.6” became “0.1”');
  expect(showDifference('one two', 'one new two')).toBe('“” became “new”');
  expect(showDifference('a a a', 'a a')).toBe('“a” became “”');
  expect(showDifference('a b c d e', 'a x c d y')).toBe('“b” became “x”, “e” became “y”');
});

test('a page that something changes between the site and its visitors; a former version that a cache still has does not count', async () => {
  const served = new Map([
    ['/forex', page('Spread from 0.6 pips')],
    ['/stocks', page('Old words')],
    ['/about', page('About')],
  ]);
  const server = createServer((request, response) => response.end(served.get(request.url ?? '')));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const versions: Record<string, string[]> = {
    '/forex': [page('Spread from 0.6 pips')],
    '/stocks': [page('Old words'), page('New words')],
    '/about': [page('About')],
  };
  const alarms: Alarm[] = [];
  const compared: string[] = [];
  const watch = new ServedWatch({
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listPages: () => Object.keys(versions),
    hashOf: (address) => hashBytes(versions[address]?.at(-1) ?? '').toString('base64'),
    readLately: async (address) => {
      compared.push(address);
      return versions[address] ?? [];
    },
    onAlarm: (alarm) => alarms.push(alarm),
    roundMs: 30,
    confirmMs: 10,
  });
  watch.start();
  await until(() => compared.includes('/stocks'), 'the former version');
  expect(alarms).toEqual([]);
  served.set('/forex', page('Spread from 0.1 pips'));
  await until(() => alarms.length > 0, 'the alarm');
  const rounds = compared.length;
  await until(() => compared.length > rounds + 3, 'further rounds');
  await watch.stop();
  server.close();
  // Once, not in every round.
  expect(alarms).toEqual([
    {
      kind: 'not-approved',
      subject: '/forex',
      message: 'visitors are given what this site did not render: “0.6” became “0.1”',
    },
  ]);
});

test('a page that changes although none of its content has', async () => {
  const cache = new PageCache();
  const unexplained: string[] = [];
  const watch = new PageWatch({
    replica: { media: () => null, live: () => null } as unknown as Replica,
    cache,
    renderer: async () => ({}) as SiteRenderer,
    buildId: 'one',
    keep: () => undefined,
    onUnexplained: (address) => unexplained.push(address),
    onAlarm: () => undefined,
  });
  const note = (address: string, words: string) =>
    watch.note(address, { kind: 'page', html: page(words), tags: [`list:${address}`] });
  for (const address of ['/changed', '/late', '/forex']) note(address, 'one');
  cache.markStale(['list:/changed']);
  note('/changed', 'two');
  note('/late', 'two');
  note('/forex', 'tampered');
  // Told a moment after the page was rendered.
  cache.markStale(['list:/late']);
  await until(() => unexplained.length > 0, 'the report');
  expect(unexplained).toEqual(['/forex']);
  await watch.stop();
});

test('an answer of the content service names the pages that show it; while it is away, the question waits', async () => {
  const alarms: Alarm[] = [];
  const kept: string[] = [];
  const document = { type: 'page', id: 'forex', locale: 'en' } as const;
  const watch = new LedgerWatch({
    ledger: {
      readRow: async () => ({ seq: 7, hash: 'abc' }),
      findUnapproved: async (documents) => {
        expect(documents).toEqual([document]);
        return [{ document, approved: ['from 0.6 pips'], live: ['from 0.1 pips'] }];
      },
    },
    keep: ({ text }) => kept.push(text),
    findShowing: () => ['/forex', '/', '/about', '/faqs'],
    onAlarm: (alarm) => alarms.push(alarm),
    gatherMs: 1,
  });
  watch.look([document]);
  await until(() => alarms.length > 0, 'the alarm');
  await watch.stop();
  expect(kept).toEqual(['7 abc']);
  expect(alarms).toEqual([
    {
      kind: 'not-approved',
      subject: 'page/forex.en',
      message: '/forex, /, /about and 1 more shows what the ledger does not have: “0.6” became “0.1”',
    },
  ]);
});
