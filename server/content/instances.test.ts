/** Messages of strangers over Valkey: an instance survives any message and handles the next valid one. */
import type { ChildProcess } from 'node:child_process';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentAddress } from '../../content/document-address.ts';
import type { Alarm } from '../../base/alarm.ts';
import type { Hint } from '../../content/feed/strapi-sync.ts';
import { startValkey } from '../../tools/testing/valkey.ts';
import { freePort } from '../../tests/services/free-port.ts';
import { until } from '../../tests/until.ts';
import { type Instances, joinInstances } from './instances.ts';

const channel = 'brokerfront:content';
const forex: DocumentAddress = { type: 'page', id: 'forex', locale: 'it' };
const version = { version: 'abc', updatedAt: '2026-11-22T06:00:00.000Z', since: '2026-11-22T06:00:01.000Z' };
let valkey: ChildProcess;
let stranger: Redis;
let one: Instances;
let other: Instances;
const receivedHints: Hint[] = [];
const requests: DocumentAddress[] = [];
const alarms: Alarm[] = [];
let unanswerable: Error | null = null;

beforeAll(async () => {
  const port = await freePort();
  valkey = await startValkey(port);
  const valkeyUrl = `redis://127.0.0.1:${port}`;
  stranger = new Redis(valkeyUrl);
  one = await joinInstances({
    valkeyUrl,
    onHint: () => undefined,
    readVersion: async () => version,
    onAlarm: () => undefined,
  });
  other = await joinInstances({
    valkeyUrl,
    onHint: (hints) => receivedHints.push(...hints),
    onAlarm: (alarm) => alarms.push(alarm),
    async readVersion(document) {
      requests.push(document);
      if (unanswerable) throw unanswerable;
      return version;
    },
  });
  await until(async () => (await stranger.publish(channel, 'is anybody there?')) === 2, 'both instances');
});
afterAll(() => {
  one.close();
  other.close();
  stranger.disconnect();
  valkey.kill();
});

const garbage: [string, string][] = [
  ['no JSON', 'hello'],
  ['nothing', ''],
  ['half of a message', '{"kind":"hint","from":"x","hints":[{"type":"pa'],
  ['null', 'null'],
  ['a number', '7'],
  ['a list', '[]'],
  ['a text', '"hint"'],
  ['no kind', '{"from":"x"}'],
  ['an unknown kind', '{"kind":"shout","from":"x"}'],
  ['no hints', '{"kind":"hint","from":"x"}'],
  ['hints that are no list', '{"kind":"hint","from":"x","hints":{"length":3}}'],
  ['hints that are nothing', '{"kind":"hint","from":"x","hints":[null,7,"page"]}'],
  ['a hint of an unknown type', '{"kind":"hint","from":"x","hints":[{"type":"constructor","id":"x"}]}'],
  ['a hint with an id that is no text', '{"kind":"hint","from":"x","hints":[{"type":"page","id":{"a":1}}]}'],
  ['a file that is no text', '{"kind":"hint","from":"x","hints":[{"media":7}]}'],
  ['a question about nothing', '{"kind":"question","from":"x","id":"1"}'],
  [
    'a question about a list',
    '{"kind":"question","from":"x","id":"1","document":{"type":"page","id":["forex"],"locale":"it"}}',
  ],
  [
    'a question in another language',
    '{"kind":"question","from":"x","id":"1","document":{"type":"page","id":"forex","locale":"xx"}}',
  ],
  ['an answer without its question', '{"kind":"answer","from":"x","version":null}'],
  ['an answer that is a text', '{"kind":"answer","from":"x","id":"1","version":"new"}'],
  [
    'a message of 8 MB',
    JSON.stringify({ kind: 'hint', from: 'x', hints: [{ type: 'page', id: 'x'.repeat(8 * 1024 * 1024) }] }),
  ],
  [
    'a hundred thousand hints',
    JSON.stringify({
      kind: 'hint',
      from: 'x',
      hints: Array.from({ length: 100_000 }, (_, index) => ({ type: 'page', id: String(index) })),
    }),
  ],
];

test.each(garbage)('%s changes nothing and is not logged, and the next valid message arrives', async (_case, text) => {
  receivedHints.length = 0;
  requests.length = 0;
  await stranger.publish(channel, text);
  one.hint([{ type: 'page', id: 'forex' }, { media: '/uploads/a.png' }]);
  await until(() => receivedHints.length > 0, 'the good hint');
  expect(receivedHints).toEqual([{ type: 'page', id: 'forex' }, { media: '/uploads/a.png' }]);
  expect(requests).toEqual([]);
});

test('an instance that sends garbled messages is reported once, until a valid message arrives', async () => {
  alarms.length = 0;
  for (let time = 0; time < 5; time += 1) await stranger.publish(channel, '{"kind":');
  one.hint([{ type: 'page', id: 'crypto' }]);
  await until(() => receivedHints.some((hint) => 'id' in hint && hint.id === 'crypto'), 'the good hint');
  expect(alarms).toEqual([
    { kind: 'instances-garbled', subject: 'valkey', message: expect.stringContaining('cannot be read') as string },
  ]);
});

test('a question that this instance cannot answer raises an alarm, and the subscription continues', async () => {
  alarms.length = 0;
  unanswerable = new Error('the replica is away');
  expect(await one.live(forex)).toEqual([{ instance: one.name, live: true, ...version }]);
  unanswerable = null;
  expect(alarms.filter(({ kind }) => kind === 'instances-unanswered')).toEqual([
    { kind: 'instances-unanswered', subject: 'page/forex.it', message: 'the replica is away' },
  ]);
});

test('both instances still answer which version they serve', async () => {
  const answers = await until(async () => {
    const live = await one.live(forex);
    return live.length === 2 ? live : null;
  }, 'the answer of the other');
  expect(answers).toEqual([
    { instance: one.name, live: true, ...version },
    { instance: other.name, live: true, ...version },
  ]);
  expect(requests).toContainEqual(forex);
});

test('Valkey that is away is reported once, and this instance goes on', async () => {
  const reported: Alarm[] = [];
  const alone = await joinInstances({
    valkeyUrl: 'redis://127.0.0.1:1',
    onHint: () => undefined,
    readVersion: async () => version,
    onAlarm: (alarm) => reported.push(alarm),
  });
  alone.hint([{ type: 'page', id: 'forex' }]);
  await until(() => reported.length > 0, 'the alarm');
  expect(await alone.live(forex)).toEqual([{ instance: alone.name, live: true, ...version }]);
  expect(reported.map(({ kind }) => kind)).toEqual(['instances-unreachable']);
  alone.close();
});
