import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../tests/until.ts';
import { type Purge, PurgeError } from './cdn-adapters.ts';
import { PurgeQueue } from './purge-queue.ts';

let sent: Purge[];
let fault: Error | null;
let faults: number;
let queue: PurgeQueue;

const toPurge = (key: string) => ({ keys: [key], gone: [], everything: false });
const add = (key: string) => queue.add(toPurge(key), [`tag of ${key}`]);
const isEmpty = () => queue.waiting.length === 0;
const sentKeys = () => sent.map(({ keys }) => keys);

beforeEach(() => {
  [sent, fault, faults] = [[], null, 0];
  queue = new PurgeQueue({
    async send(purge) {
      if (fault) throw fault;
      sent.push(purge);
    },
    onFailure: () => (faults += 1),
    onSuccess: () => undefined,
    times: { repeatDelay: 20, firstRetry: 5, maxRetry: 20 },
  });
});
afterEach(async () => {
  await queue.stop(toPurge('end'), ['end']);
});

test('each purge is sent twice with one id; the second sending brings the receipt and includes newer purges', async () => {
  add('a');
  await until(() => sent.length === 1, 'the first');
  expect(queue.findReceipt('a')).toMatchObject({ purgedAt: null, tags: ['tag of a'], tagCount: 1 });
  await until(isEmpty, 'the receipt');
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  add('b');
  add('c');
  await until(isEmpty, 'all purges');
  for (const key of ['a', 'b', 'c'])
    expect(
      sentKeys()
        .flat()
        .filter((one) => one === key),
    ).toHaveLength(2);
  expect(queue.findReceipt('a')?.purgedAt).toEqual(expect.any(String));
  expect(queue.latest(2).map(({ tags }) => tags)).toEqual([['tag of c'], ['tag of b']]);
});

test('no purge is lost or overtaken while the CDN fails: each is sent together with all older ones', async () => {
  fault = new PurgeError('The CDN answered 503.');
  add('a');
  await until(() => faults > 1, 'retries');
  add('b');
  await until(() => faults > 4, 'more retries');
  expect(queue.waiting.map(({ tags }) => tags)).toEqual([['tag of a'], ['tag of b']]);
  expect(queue.succeeds).toBe(false);
  expect(queue.findReceipt('a')?.lastError).toBe('The CDN answered 503.');
  fault = null;
  await until(isEmpty, 'all purges');
  expect(sentKeys()[0]).toEqual(['a', 'b']);
  expect(queue.succeeds).toBe(true);
  expect(queue.findReceipt('a')?.lastError).toBeNull();
});

test('a CDN that requests a pause gets the pause, also when a new purge arrives', async () => {
  fault = new PurgeError('The CDN answered 429.', 150);
  const began = performance.now();
  add('a');
  await until(() => faults === 1, 'the refusal');
  fault = null;
  add('b');
  await until(() => sent.length > 0, 'the next attempt');
  expect(performance.now() - began).toBeGreaterThanOrEqual(149);
  expect(sentKeys()[0]).toEqual(['a', 'b']);
});

test('a purge of everything covers every key; the newest 200 receipts are remembered', async () => {
  expect(queue.findReceipt('a')).toBeNull();
  queue.add({ keys: ['site'], gone: [], everything: true }, ['start']);
  for (let number = 0; number < 250; number += 1) add(`key ${number}`);
  expect(queue.latest(1000)).toHaveLength(251);
  await until(isEmpty, 'all purges');
  expect(queue.latest(1000)).toHaveLength(200);
  expect([queue.findReceipt('key 0'), queue.findReceipt('key 249')?.tagCount]).toEqual([null, 1]);
  queue.add({ keys: ['site'], gone: [], everything: true }, ['import']);
  expect(queue.findReceipt('key 0')).toMatchObject({ everything: true, tags: ['import'] });
});

test('the end of the process sends all waiting purges and a final one, without waiting for a pause', async () => {
  fault = new PurgeError('The CDN answered 429.', 60_000);
  add('a');
  await until(() => faults > 0, 'a failure');
  fault = null;
  await queue.stop(toPurge('last'), ['end']);
  expect(sentKeys()).toEqual([['a', 'last']]);
});
