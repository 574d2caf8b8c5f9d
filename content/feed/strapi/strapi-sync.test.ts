/** What a sync accepts from a content service with wrong answers, lost documents or another clock; `tests/strapi/` asks a real Strapi. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Alarm } from '../../alarm.ts';
import { locales } from '../../locales.ts';
import { type Replica, openReplica } from '../../replica/replica.ts';
import { until } from '../../../tests/until.ts';
import { parseDocument } from '../../parse/parse-document.ts';
import { MediaStore } from './media-store.ts';
import { StrapiClient } from './strapi-client.ts';
import { StrapiFeed } from './strapi-feed.ts';
import { StrapiSync } from './strapi-sync.ts';
import { defaultTimes } from './sync-times.ts';

// Records what this thread parses; worker threads load the real module.
vi.mock(import('../../parse/parse-document.ts'), async (original) => {
  const module = await original();
  return {
    ...module,
    parseDocument: vi.fn<typeof module.parseDocument>(module.parseDocument) as typeof module.parseDocument,
  };
});

interface Row {
  id: number;
  key: string;
  locale?: string;
  updatedAt: string;
  [field: string]: unknown;
}

const day = '2026-11-20T10:00:00.000Z';
/** By endpoint. */
let rows: Record<string, Row[]>;
let pageCount: number | null;
let serverTime: string;
let asked: number;
let folder: string;
let server: Server;
let replica: Replica;
let sync: StrapiSync;
let alarms: Alarm[];
/** The tags of each change that the site was told of. */
let told: Set<string>[];

const topic = (key: string, updatedAt = day, more: object = {}): Row => ({
  id: 1,
  key,
  slug: key,
  locale: 'en',
  updatedAt,
  name: key,
  description: 'About it.',
  ...more,
});
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
  [pageCount, serverTime, asked, alarms, told] = [null, 'Fri, 20 Nov 2026 12:00:00 GMT', 0, [], []];
  rows = {
    '/api/tags': Array.from({ length: 30 }, (_, index) => topic(`t${index}`)),
    '/api/redirects': [redirect('old')],
  };
  server = createServer((request, response) => {
    asked += 1;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://strapi');
    const wanted = [...searchParams].filter(([name]) => name.startsWith('filters[key]')).map(([, key]) => key);
    const size = Number(searchParams.get('pagination[pageSize]'));
    const page = Number(searchParams.get('pagination[page]') ?? 1);
    const all = (rows[pathname] ?? []).filter(({ key }) => wanted.length === 0 || wanted.includes(key));
    if (searchParams.get('sort[0]') === 'updatedAt:desc')
      all.sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
    response.setHeader('date', serverTime);
    const single = size === 0;
    response.writeHead(single ? 404 : 200, { 'content-type': 'application/json' });
    response.end(
      single
        ? '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found"}}'
        : JSON.stringify({
            data: all.slice((page - 1) * size, page * size),
            meta: { pagination: { total: all.length, pageCount: pageCount ?? Math.ceil(all.length / size) } },
          }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new StrapiClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  replica = openReplica(':memory:', (alarm) => alarms.push(alarm));
  sync = new StrapiSync({
    feed: new StrapiFeed(client, new MediaStore(folder, client)),
    replica,
    onAlarm: (alarm) => alarms.push(alarm),
    onChange: (changed) => void told.push(changed),
    times: { poll: 20 },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await sync.stop();
  server.closeAllConnections();
  server.close();
  replica.close();
  await rm(folder, { recursive: true, force: true });
});

const redirects = () =>
  replica
    .reader()
    .list('redirect', 'en')
    .map(({ id }) => id);

test('a change whose webhook was lost is found within ten seconds, or twelve after Strapi was away, and all is read again each quarter of an hour', () => {
  expect(defaultTimes).toMatchObject({ poll: 10_000, longestPause: 12_000, full: 15 * 60_000 });
});

test('the last of a type that no list has any more stays and is reported; an editor who takes it away is believed at once', async () => {
  await sync.everything();
  rows['/api/redirects'] = [];
  await sync.everything();
  expect(redirects()).toEqual(['old']);
  expect(sync.status().held).toContain(
    `${locales.length} of ${locales.length} documents of redirect are gone in Strapi`,
  );
  await sync.start();
  sync.hint([{ type: 'redirect', id: 'old' }]);
  await until(() => redirects().length === 0, 'the redirect to go');
});

test('full syncs that are asked for while one runs come one after another', async () => {
  let [open, most] = [0, 0];
  const receive = replica.receive.bind(replica);
  vi.spyOn(replica, 'receive').mockImplementation(() => {
    const intake = receive();
    const close = intake.close.bind(intake);
    most = Math.max(most, (open += 1));
    return Object.assign(intake, {
      close() {
        open -= 1;
        close();
      },
    });
  });
  await Promise.all([1, 2, 3, 4].map(() => sync.everything()));
  expect(most).toBe(1);
});

test('a poll that finds the last of a type gone holds it, and somebody may confirm it', async () => {
  await sync.everything();
  rows['/api/redirects'] = [];
  await sync.poll();
  expect([redirects(), sync.status().held]).toEqual([
    ['old'],
    expect.stringContaining(`${locales.length} of ${locales.length} documents of redirect`),
  ]);
  await sync.everything(true);
  expect([redirects(), sync.status().held]).toEqual([[], null]);
});

test('while a type is held, what is edited elsewhere comes with the whole and with a poll', async () => {
  await sync.everything();
  rows['/api/redirects'] = [];
  rows['/api/tags'] = [
    topic('t0', '2026-11-20T11:00:00.000Z', { name: 'By the whole' }),
    ...(rows['/api/tags']?.slice(1) ?? []),
  ];
  await sync.everything();
  expect(replica.reader().get('tag', 't0', 'en')?.name).toBe('By the whole');
  rows['/api/tags'] = [topic('t0', '2026-11-20T11:30:00.000Z', { name: 'By a poll' }), ...rows['/api/tags'].slice(1)];
  await sync.poll();
  expect(replica.reader().get('tag', 't0', 'en')?.name).toBe('By a poll');
});

test('a page count of millions asks for no more than there is', async () => {
  pageCount = 150_000;
  await sync.everything();
  expect(replica.reader().count('tag', 'en')).toBe(30);
  expect(asked).toBeLessThan(200);
});

test.each([
  ['two hours back', -2],
  ['six years ahead', 6 * 365 * 24],
])('our clock is set %s: polls go on', async (_name, hours) => {
  await sync.start();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  rows['/api/tags'] = [
    topic('t0', '2026-11-20T11:00:00.000Z', { name: 'Edited' }),
    ...(rows['/api/tags']?.slice(1) ?? []),
  ];
  await until(() => replica.reader().get('tag', 't0', 'en')?.name === 'Edited', 'the edit');
});

test('the clock of the content service is set two hours back: what is edited then is found, however far behind it stands', async () => {
  rows['/api/tags'] = Array.from({ length: 250 }, (_, index) => topic(`t${index}`));
  await sync.start();
  serverTime = 'Fri, 20 Nov 2026 08:00:00 GMT';
  rows['/api/tags'] = [...rows['/api/tags'].slice(1), topic('t0', '2026-11-20T08:00:00.000Z', { name: 'Edited' })];
  await until(() => replica.reader().get('tag', 't0', 'en')?.name === 'Edited', 'the edit');
});

/** Records what this thread parses from now on, each document with its turn of the event loop. */
async function watchParsing(): Promise<{ parsed: { id: string; turn: number }[]; end: () => void }> {
  const { parseDocument: whole } = await vi.importActual<typeof import('../../parse/parse-document.ts')>(
    '../../parse/parse-document.ts',
  );
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const parsed: { id: string; turn: number }[] = [];
  vi.mocked(parseDocument).mockImplementation((type, locale, wire) => {
    parsed.push({ id: (wire as { id: string }).id, turn });
    return whole(type, locale, wire);
  });
  return { parsed, end: () => clearImmediate(next) };
}

const huge = '**Gold** '.repeat(20_000);

test.each(['a full sync', 'a hint'])(
  '%s: another thread parses what is large, and between two small ones the loop turns',
  async (way) => {
    if (way === 'a hint') await sync.everything();
    const edited = Array.from({ length: 10 }, (_, index) =>
      topic(`t${index}`, '2026-11-20T11:00:00.000Z', { name: 'Edited' }),
    );
    rows['/api/tags'] = [...edited, ...(rows['/api/tags']?.slice(10) ?? [])];
    rows['/api/authors'] = [{ ...topic('long'), role: 'Analyst', bio: huge }];
    const watched = await watchParsing();
    if (way === 'a hint')
      await sync.refresh(
        [{ type: 'author', id: 'long' }, ...edited.map(({ key }) => ({ type: 'tag' as const, id: key }))],
        'hint',
      );
    else await sync.everything();
    watched.end();
    expect(replica.reader().get('author', 'long', 'en')?.bio).toContain('<strong>Gold</strong>');
    expect(edited.map(({ key }) => replica.reader().get('tag', key, 'en')?.name)).toEqual(edited.map(() => 'Edited'));
    const { parsed } = watched;
    expect(parsed.map(({ id }) => id)).not.toContain('long');
    expect(parsed.length).toBeGreaterThanOrEqual(10);
    expect(new Set(parsed.map(({ turn }) => turn)).size).toBe(parsed.length);
  },
);

test('an import of many is read as a list, parsed by another thread, and seen all at once', async () => {
  const many = (name: string) => Array.from({ length: 450 }, (_, index) => topic(`t${index}`, day, { name }));
  const documents = many('').map(({ key }) => ({ type: 'tag' as const, id: key }));
  rows['/api/tags'] = many('Before');
  await sync.everything();
  // Until the thread has started, pages are read here.
  await until(async () => {
    const early = await watchParsing();
    await sync.refresh(documents, 'hint');
    early.end();
    return early.parsed.length === 0;
  }, 'the thread that reads long lists');
  rows['/api/tags'] = many('After').slice(0, 400);
  [asked, told] = [0, []];
  const seen = new Set<string>();
  const watched = await watchParsing();
  let next = setImmediate(function look() {
    const names = replica.reader().list('tag', 'en').slice(0, 400);
    seen.add([...new Set(names.map(({ name }) => name))].join(' and '));
    next = setImmediate(look);
  });
  await sync.refresh(documents, 'hint');
  await new Promise(setImmediate);
  clearImmediate(next);
  watched.end();
  expect(watched.parsed).toEqual([]);
  expect([...seen]).toEqual(['Before', 'After']);
  expect(replica.reader().count('tag', 'en'), 'what the list no longer has is gone').toBe(400);
  // Four pages, and some requests for those that are gone; not one for every twenty keys.
  expect(asked).toBeLessThan(12);
  expect(told.map((changed) => [...changed].filter((tag) => tag.startsWith('doc:')).length)).toEqual([400, 50]);
});

test('an import of many of which one has a picture arrives whole', async () => {
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
  rows['/api/authors'] = authors('Writer');
  await sync.everything();
  rows['/api/authors'] = authors('Analyst');
  await sync.refresh(
    authors('').map(({ key }) => ({ type: 'author', id: key })),
    'hint',
  );
  const read = replica.reader().list('author', 'en');
  expect([read.length, [...new Set(read.map(({ role }) => role))]]).toEqual([210, ['Analyst']]);
  expect(read.find(({ id }) => id === 'a150')?.photo?.width).toBe(1);
});
