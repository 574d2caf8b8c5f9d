/** The content thread writes and this thread reads. Tests what visitors see meanwhile, and with a broken file, folder or thread. */
import { existsSync, statSync, truncateSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import { type Replica, joinReplica, openReplica } from '../../content/replica/replica.ts';
import { documentTag } from '../../content/replica/tags.ts';
import { type SpanAttributes, recordSpans } from '../../base/tracing.ts';
import { type FakeStrapi, startFakeStrapi, tagRow } from '../../tests/fake-strapi.ts';
import { until } from '../../tests/until.ts';
import { ContentThread } from './content-thread.ts';

let folder: string;
let strapi: FakeStrapi;
let replica: Replica;
let thread: ContentThread;
let alarms: Alarm[];
/** Tags of each change, with what readers saw when it was announced. */
let announced: { changed: Set<string>; seen: string[] }[];

const names = () =>
  replica
    .reader()
    .list('tag', 'en')
    .map(({ name }) => name);
const tags = (from: number, name = '') =>
  Array.from({ length: 30 }, (_, index) => tagRow(`t${from + index}`, name ? { name: `${name} ${index}` } : {}));

/** @param file of the replica. @param program of the thread, in the place of its own. */
function start(file: string, program?: URL): void {
  const onAlarm = (alarm: Alarm) => void alarms.push(alarm);
  replica = openReplica(file, onAlarm, (damage) => thread.onDamage(damage));
  thread = new ContentThread({
    data: { strapi: { url: strapi.url }, mediaFolder: join(folder, 'media'), times: { poll: 50, maxPause: 100 } },
    replica,
    prepare: () => [],
    onChange: (changed) => void announced.push({ changed, seen: names() }),
    onAlarm,
    ...(program ? { program } : {}),
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-content-thread-'));
  strapi = await startFakeStrapi({ '/api/tags': tags(0) });
  [alarms, announced] = [[], []];
});
afterEach(async () => {
  await thread.stop();
  strapi.close();
  replica.close();
  await rm(folder, { recursive: true, force: true });
});

test('visitors see a change when it is announced, and not before', async () => {
  start(join(folder, 'mirror.sqlite'));
  await thread.started;
  expect([names().length, announced.length]).toEqual([30, 1]);
  // Another thread writes without an announcement.
  const other = joinReplica(replica.storage().location, { onAlarm: () => undefined });
  const wire = { id: 'extra', updatedAt: '2026-11-20T10:00:00.000Z', name: 'extra', description: 'About it.' };
  other.change({ documents: [{ type: 'tag', locale: 'en', source: 'test', wire }], removed: [], media: [] });
  other.close();
  expect(names()).not.toContain('extra');
  strapi.rows['/api/tags'] = [
    tagRow('t0', { name: 'New', updatedAt: '2026-11-20T11:00:00.000Z' }),
    ...tags(1).slice(1),
  ];
  thread.hint([{ type: 'tag', id: 't0' }]);
  await until(() => names().includes('New'), 'the change');
  const ofTag = announced.filter(({ changed }) => changed.has(documentTag('tag', 't0', 'en')));
  expect(ofTag.map(({ seen }) => [seen.length, seen.includes('New')])).toEqual([
    [30, false],
    [31, true],
  ]);
});

test('a requested full sync is complete when its promise resolves, and rejects with the reason', async () => {
  start(join(folder, 'mirror.sqlite'));
  await thread.started;
  strapi.rows['/api/tags'] = tags(0, 'Renamed');
  await thread.everything(false);
  expect(names().every((name) => name.startsWith('Renamed'))).toBe(true);
  expect(thread.status()).toMatchObject({ failures: 0, held: null });
  strapi.pageCount = -1;
  await expect(thread.everything(false)).rejects.toThrow('did not answer with a list');
});

test('a file that breaks while the site runs is replaced and filled again, no matter which thread notices', async () => {
  const file = join(folder, 'mirror.sqlite');
  // More than SQLite has in memory.
  strapi.rows['/api/tags'] = Array.from({ length: 300 }, (_, index) =>
    tagRow(`t${index}`, { description: `${'Long. '.repeat(1500)}${index}` }),
  );
  start(file);
  await thread.started;
  const reading = {
    'this thread': () => replica.addresses().map((address) => replica.wire(address)),
    'the content thread': () => void thread.everything(false).catch(() => undefined),
  };
  for (const read of Object.values(reading)) {
    // A checkpoint leaves in the journal what a reader still needs.
    const size = () =>
      [file, `${file}-wal`].reduce((sum, part) => sum + (statSync(part, { throwIfNoEntry: false })?.size ?? 0), 0);
    await until(() => size() > 5_000_000, 'the content in file and journal');
    truncateSync(file, 0);
    if (existsSync(`${file}-wal`)) truncateSync(`${file}-wal`, 0);
    await until(() => {
      try {
        read();
      } catch {
        // The file is replaced.
      }
      return alarms.some(({ kind }) => kind === 'replica-broken');
    }, 'the damage');
    await until(() => replica.size() === 300 && names().length === 300, 'the content');
    alarms.length = 0;
  }
});

test('the syncs of the content thread appear in the traces of the main thread', async () => {
  const spans: [string, SpanAttributes, Promise<unknown>][] = [];
  recordSpans({
    span(name, attributes, action) {
      const result = action(() => undefined);
      spans.push([name, attributes, Promise.resolve(result)]);
      return result;
    },
    past: () => undefined,
  });
  try {
    start(join(folder, 'mirror.sqlite'));
    await thread.started;
    expect(spans[0]).toEqual(['content.sync', { source: 'strapi', sync: 'everything' }, expect.any(Promise)]);
    await spans[0]?.[2];
    await until(() => spans.some(([, { sync }]) => sync === 'poll'), 'a poll');
  } finally {
    recordSpans(null);
  }
});

test('both threads share a replica in memory when no file can be written', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  start(join(folder, 'no-folder', 'mirror.sqlite'));
  await thread.started;
  expect(names()).toHaveLength(30);
  strapi.rows['/api/tags'] = tags(0, 'Renamed');
  await thread.everything(false);
  expect(names()[0]).toContain('Renamed');
});

test('a content thread that fails raises an alarm and starts again, and its open requests fail', async () => {
  const program = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('no more'); });`;
  start(join(folder, 'mirror.sqlite'), new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  for (const times of [1, 2]) {
    await until(async () => {
      const error = await thread.everything(false).catch((cause: unknown) => String(cause));
      return String(error).includes('no more');
    }, 'the fault');
    expect(alarms.filter(({ kind }) => kind === 'feed-failed')).toHaveLength(times);
  }
});
