/** Tests a sync with wrong answers, lost documents or another clock of the content service; `tests/strapi/` uses a real Strapi. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Alarm } from '../../base/alarm.ts';
import { locales } from '../locales.ts';
import { type Replica, openReplica } from '../replica/replica.ts';
import { type FakeStrapi, type Row, startFakeStrapi, tagRow } from '../../tests/fake-strapi.ts';
import { until } from '../../tests/until.ts';
import { parseDocument } from '../parse/parse-document.ts';
import { MediaStore } from './media-store.ts';
import { StrapiClient } from './strapi-client.ts';
import { StrapiFeed } from './strapi-feed.ts';
import { StrapiSync, defaultTimes } from './strapi-sync.ts';

// Records what this thread parses; worker threads load the real module.
vi.mock(import('../parse/parse-document.ts'), async (original) => {
  const module = await original();
  return {
    ...module,
    parseDocument: vi.fn<typeof module.parseDocument>(module.parseDocument) as typeof module.parseDocument,
  };
});

const day = '2026-11-20T10:00:00.000Z';
let strapi: FakeStrapi;
let folder: string;
let replica: Replica;
let sync: StrapiSync;
let alarms: Alarm[];
/** The tags of each announced change. */
let announcedTags: Set<string>[];

const topic = (key: string, updatedAt = day, more: object = {}) => tagRow(key, { updatedAt, ...more });
const redirect = (key: string): Row => ({
  id: 1,
  key,
  updatedAt: day,
  from: `/${key}`,
  to: '/forex',
  permanent: false,
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-sync-'));
  [alarms, announcedTags] = [[], []];
  strapi = await startFakeStrapi({
    '/api/tags': Array.from({ length: 30 }, (_, index) => topic(`t${index}`)),
    '/api/redirects': [redirect('old')],
  });
  const client = new StrapiClient({ url: strapi.url });
  replica = openReplica(':memory:', (alarm) => alarms.push(alarm));
  sync = new StrapiSync({
    feed: new StrapiFeed(client, new MediaStore(folder, client)),
    replica,
    onAlarm: (alarm) => alarms.push(alarm),
    onChange: (changed) => void announcedTags.push(changed),
    times: { poll: 20 },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await sync.stop();
  strapi.close();
  replica.close();
  await rm(folder, { recursive: true, force: true });
});

const redirects = () =>
  replica
    .reader()
    .list('redirect', 'en')
    .map(({ id }) => id);

test('a change without a webhook is found within ten seconds, or twelve seconds after an outage of Strapi; a full sync runs every 15 minutes', () => {
  expect(defaultTimes).toMatchObject({ poll: 10_000, maxPause: 12_000, full: 15 * 60_000 });
});

test('the last document of a type stays and raises an alarm when it is missing in the lists, and goes at once when an editor removes it', async () => {
  await sync.syncEverything();
  strapi.rows['/api/redirects'] = [];
  await sync.syncEverything();
  expect(redirects()).toEqual(['old']);
  expect(sync.status().held).toContain(
    `${locales.length} of ${locales.length} documents of redirect are gone in Strapi`,
  );
  await sync.start();
  sync.hint([{ type: 'redirect', id: 'old' }]);
  await until(() => redirects().length === 0, 'the redirect to go');
});

test('full syncs that are requested while one runs follow one after the other', async () => {
  let [open, most] = [0, 0];
  const receive = replica.receive.bind(replica);
  vi.spyOn(replica, 'receive').mockImplementation(() => {
    const received = receive();
    const close = received.close.bind(received);
    most = Math.max(most, (open += 1));
    return Object.assign(received, {
      close() {
        open -= 1;
        close();
      },
    });
  });
  await Promise.all([1, 2, 3, 4].map(() => sync.syncEverything()));
  expect(most).toBe(1);
});

test('a poll holds the removal of the last document of a type until an operator confirms it', async () => {
  await sync.syncEverything();
  strapi.rows['/api/redirects'] = [];
  await sync.poll();
  expect([redirects(), sync.status().held]).toEqual([
    ['old'],
    expect.stringContaining(`${locales.length} of ${locales.length} documents of redirect`),
  ]);
  await sync.syncEverything(true);
  expect([redirects(), sync.status().held]).toEqual([[], null]);
});

test('edits of other types arrive with a full sync and with a poll while the removal of one type is held', async () => {
  await sync.syncEverything();
  strapi.rows['/api/redirects'] = [];
  strapi.rows['/api/tags'] = [
    topic('t0', '2026-11-20T11:00:00.000Z', { name: 'By the whole' }),
    ...(strapi.rows['/api/tags']?.slice(1) ?? []),
  ];
  await sync.syncEverything();
  expect(replica.reader().get('tag', 't0', 'en')?.name).toBe('By the whole');
  strapi.rows['/api/tags'] = [
    topic('t0', '2026-11-20T11:30:00.000Z', { name: 'By a poll' }),
    ...strapi.rows['/api/tags'].slice(1),
  ];
  await sync.poll();
  expect(replica.reader().get('tag', 't0', 'en')?.name).toBe('By a poll');
});

test('a page count of millions causes no more requests than there are documents', async () => {
  strapi.pageCount = 150_000;
  await sync.syncEverything();
  expect(replica.reader().count('tag', 'en')).toBe(30);
  expect(strapi.requests).toBeLessThan(200);
});

test.each([
  ['two hours back', -2],
  ['six years ahead', 6 * 365 * 24],
])('polls continue when our clock is set %s', async (_name, hours) => {
  await sync.start();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  strapi.rows['/api/tags'] = [
    topic('t0', '2026-11-20T11:00:00.000Z', { name: 'Edited' }),
    ...(strapi.rows['/api/tags']?.slice(1) ?? []),
  ];
  await until(() => replica.reader().get('tag', 't0', 'en')?.name === 'Edited', 'the edit');
});

test('edits are found after the clock of the content service is set two hours back', async () => {
  strapi.rows['/api/tags'] = Array.from({ length: 250 }, (_, index) => topic(`t${index}`));
  await sync.start();
  strapi.serverTime = 'Fri, 20 Nov 2026 08:00:00 GMT';
  strapi.rows['/api/tags'] = [
    ...strapi.rows['/api/tags'].slice(1),
    topic('t0', '2026-11-20T08:00:00.000Z', { name: 'Edited' }),
  ];
  await until(() => replica.reader().get('tag', 't0', 'en')?.name === 'Edited', 'the edit');
});

test.each(['a full sync', 'a hint'])('another thread parses large documents: %s', async (way) => {
  if (way === 'a hint') await sync.syncEverything();
  strapi.rows['/api/tags'] = [
    topic('t0', '2026-11-20T11:00:00.000Z', { name: 'Edited' }),
    ...(strapi.rows['/api/tags']?.slice(1) ?? []),
  ];
  strapi.rows['/api/authors'] = [{ ...topic('long'), role: 'Analyst', bio: '**Gold** '.repeat(20_000) }];
  vi.mocked(parseDocument).mockClear();
  if (way === 'a hint')
    await sync.refresh(
      [
        { type: 'author', id: 'long' },
        { type: 'tag', id: 't0' },
      ],
      'hint',
    );
  else await sync.syncEverything();
  expect(replica.reader().get('author', 'long', 'en')?.bio).toContain('<strong>Gold</strong>');
  expect(replica.reader().get('tag', 't0', 'en')?.name).toBe('Edited');
  const parsedHere = new Set(vi.mocked(parseDocument).mock.calls.map(([, , wire]) => (wire as { id: string }).id));
  expect([parsedHere.has('t0'), parsedHere.has('long')]).toEqual([true, false]);
});

test('an import of many documents is read as a list, and announced once', async () => {
  const many = (name: string) => Array.from({ length: 450 }, (_, index) => topic(`t${index}`, day, { name }));
  strapi.rows['/api/tags'] = many('Before');
  await sync.syncEverything();
  strapi.rows['/api/tags'] = many('After').slice(0, 400);
  [strapi.requests, announcedTags] = [0, []];
  await sync.refresh(
    many('').map(({ key }) => ({ type: 'tag', id: key })),
    'hint',
  );
  const names = replica.reader().list('tag', 'en');
  expect([...new Set(names.map(({ name }) => name))]).toEqual(['After']);
  expect(names, 'what the list no longer has is gone').toHaveLength(400);
  expect(strapi.requests, 'four pages').toBe(4);
  expect(announcedTags.map((changed) => [...changed].filter((tag) => tag.startsWith('doc:')).length)).toEqual([450]);
});

test('an import of many documents arrives complete when one document has a picture', async () => {
  const authors = (role: string) =>
    Array.from({ length: 210 }, (_, index) => {
      const photo = {
        url: '/uploads/face.png',
        mime: 'image/png',
        updatedAt: day,
        name: 'face.png',
        width: 1,
        height: 1,
      };
      return topic(`a${index}`, day, { role, bio: 'Writes.', ...(index === 150 ? { photo } : {}) });
    });
  strapi.rows['/api/authors'] = authors('Writer');
  await sync.syncEverything();
  strapi.rows['/api/authors'] = authors('Analyst');
  await sync.refresh(
    authors('').map(({ key }) => ({ type: 'author', id: key })),
    'hint',
  );
  const read = replica.reader().list('author', 'en');
  expect([read.length, [...new Set(read.map(({ role }) => role))]]).toEqual([210, ['Analyst']]);
  expect(read.find(({ id }) => id === 'a150')?.photo?.width).toBe(1);
});
