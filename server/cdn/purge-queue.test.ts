import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../tests/until.ts';
import { type Purge, PurgeError } from './cdn-adapters.ts';
import { type JournalEntry, PurgeJournal } from './purge-journal.ts';
import { PurgeQueue } from './purge-queue.ts';

let folder: string;
let journal: PurgeJournal;
let sent: string[][];
let fault: Error | null;
let faults: number;
let queue: PurgeQueue;

function open(): void {
  journal = new PurgeJournal(folder, () => undefined);
  queue = new PurgeQueue({
    name: 'here',
    journal,
    async send({ keys }: Purge) {
      if (fault) throw fault;
      sent.push([...keys]);
    },
    onFailure: () => (faults += 1),
    onSuccess: () => undefined,
    times: { second: 20, firstRetry: 5, longestRetry: 20, askAgain: 5 },
  });
}
const entry = (key: string): JournalEntry => ({
  id: key,
  createdAt: Date.now(),
  tags: [key],
  of: 1,
  keys: [key],
  gone: [],
  everything: false,
});
const isEmpty = () => queue.waiting.length === 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-purges-'));
  [sent, fault, faults] = [[], null, 0];
  open();
});
afterEach(async () => {
  await queue.stop(entry('end'));
  journal.close();
  rmSync(folder, { recursive: true });
});

test('each purge goes out twice, the receipt comes with the second, and what comes meanwhile goes out with it', async () => {
  queue.add(entry('a'));
  await until(() => sent.length === 1, 'the first');
  expect(journal.latestOf('a')?.doneAt).toBeNull();
  queue.add(entry('b'));
  await until(isEmpty, 'all purges');
  expect(sent.flat().filter((key) => key === 'a')).toHaveLength(2);
  expect(sent.flat().filter((key) => key === 'b')).toHaveLength(2);
  expect(journal.latestOf('a')).toMatchObject({ by: 'here', lastError: null });
  expect(journal.latestOf('a')?.doneAt).not.toBeNull();
});

test('while the CDN fails nothing is lost or overtaken: a purge goes out with all that are older', async () => {
  fault = new PurgeError('The CDN answered 503.');
  queue.add(entry('a'));
  await until(() => faults > 1, 'retries');
  queue.add(entry('b'));
  await until(() => faults > 4, 'more retries');
  expect(queue.waiting.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(queue.succeeds).toBe(false);
  expect(journal.latestOf('a')?.lastError).toBe('The CDN answered 503.');
  fault = null;
  await until(isEmpty, 'all purges');
  expect(sent[0]).toEqual(['a', 'b']);
  expect(queue.succeeds).toBe(true);
});

test('a CDN that asks for a pause gets it, also when something new has to be purged', async () => {
  fault = new PurgeError('The CDN answered 429.', 150);
  const began = performance.now();
  queue.add(entry('a'));
  await until(() => faults === 1, 'the refusal');
  fault = null;
  queue.add(entry('b'));
  await until(() => sent.length > 0, 'the next attempt');
  expect(performance.now() - began).toBeGreaterThanOrEqual(149);
  expect(sent[0]).toEqual(['a', 'b']);
});

test('what waits when the process dies is purged by the next one, before anything newer', async () => {
  fault = new Error('away');
  queue.add(entry('a'));
  await until(() => faults > 0, 'a failure');
  // The former process is not stopped: it has died.
  const former = journal;
  open();
  fault = null;
  queue.add(entry('b'));
  await until(() => journal.latestOf('b')?.doneAt, 'the receipt');
  expect(sent[0]).toContain('a');
  expect(journal.latestOf('a')?.doneAt).not.toBeNull();
  former.close();
});

test('a purge that may not go yet waits, holds nothing back, and is dropped when another instance has done it', async () => {
  let asked = 0;
  queue.add({ ...entry('held'), mayGo: async () => (asked += 1) < 0 });
  queue.add(entry('free'));
  await until(() => journal.latestOf('free')?.doneAt, 'the other');
  await until(() => asked > 2, 'more questions');
  expect(sent.flat()).not.toContain('held');
  queue.settle('held', 'there');
  expect(isEmpty()).toBe(true);
  expect(journal.latestOf('held')).toMatchObject({ by: 'there' });
});

test('the end of the process sends what waits and a last one; what fails stays for the next start', async () => {
  fault = new Error('away');
  queue.add(entry('a'));
  await queue.stop(entry('last'));
  expect(journal.waiting().map(({ id }) => id)).toEqual(['a', 'last']);
  fault = null;
  journal.close();
  open();
  await until(isEmpty, 'all purges');
  expect(sent[0]).toEqual(['a', 'last']);
});
