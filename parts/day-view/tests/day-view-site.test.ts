/** One signed link opens the site as of a moment: past pages are the bytes that a visitor was given, with a mark, and nobody else gets them. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ArchiveReader } from '../../archive/store/archive-reader.ts';
import { openArchiveDatabase } from '../../archive/store/archive-tables.ts';
import { ArchiveWriter } from '../../archive/store/archive-writer.ts';
import { sign, signLink } from '../../../server/content/preview-link.ts';
import { type Day, signDayLink } from '../day-link.ts';
import { startEditedSite } from '../../../tests/sites/edited-site.ts';
import { until } from '../../../tests/until.ts';

const secret = 'a-secret-of-the-tests';
/** Milliseconds. The archive's thread lets everything else go first. */
const patience = 150_000;

const folder = await mkdtemp(join(tmpdir(), 'brokerfront-day-'));
const site = await startEditedSite({
  environment: {
    ARCHIVE: 'on',
    DATA_DIR: folder,
    STRAPI_WEBHOOK_SECRET: secret,
    // Nobody listens there: its headers are what matters.
    CDN: 'varnish',
    CDN_URL: 'http://127.0.0.1:9',
  },
});
const archive = await openArchiveDatabase({ databaseUrl: '', dataDir: folder });
const reader = new ArchiveReader(archive);
afterAll(async () => {
  await archive.db.destroy();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const seconds = () => Math.floor(Date.now() / 1000);
const link = (moment: number, path: string, more: Partial<Day> = {}, by = secret) =>
  `/api/preview/day?${signDayLink({ moment, zone: 'UTC', expires: seconds() + 60, ...more }, path, by)}`;

const get = async (path: string, cookie = '', more: RequestInit = {}) => {
  const response = await fetch(`${site.url}${path}`, {
    redirect: 'manual',
    ...more,
    headers: { 'accept-language': 'en', ...(cookie ? { cookie } : {}), ...(more.headers as Record<string, string>) },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Opens a link. @returns the cookie that it sets. */
async function open(moment: number, path = '/', more: Partial<Day> = {}): Promise<string> {
  const { status, headers } = await get(link(moment, path, more));
  expect([status, headers.get('location')]).toEqual([303, path]);
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

const findCdnHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => /key|cdn|surrogate|cache-tag/.test(name));

/** Waits until the archive has what an address answers from now on. */
async function whenArchived(address: string, kind: string, after: number): Promise<number> {
  const entry = await until(
    async () => {
      const found = await reader.findAt(address, Date.now());
      return found?.kind === kind && found.at >= after ? found : undefined;
    },
    `${address} in the archive`,
    patience,
  );
  return entry.at;
}

/** Takes the mark out of a page. */
function splitMark(html: string): { page: string; mark: string } {
  const found = /<style>\.day-view[^<]*<\/style><aside class="day-view".*?<\/aside>/s.exec(html)?.[0] ?? '';
  return { page: html.replace(found, ''), mark: found };
}

test(
  'a past day is the bytes of that moment and a mark, and visitors see nothing of it',
  { timeout: 3 * patience },
  async () => {
    const began = Date.now();
    const before = await get('/es/forex');
    const at = await whenArchived('/es/forex', 'page', began);
    await site.edit(() => {
      site.wire('page', 'forex', 'es')['title'] = 'Otro título';
    });
    const after = await get('/es/forex');
    expect(after.text).not.toBe(before.text);
    await whenArchived('/es/forex', 'page', at + 1);

    const cookie = await open(at, '/es/forex');
    const day = await get('/es/forex', cookie);
    const { page, mark } = splitMark(day.text);
    expect([day.status, page]).toEqual([200, before.text]);
    expect(mark).toContain('El sitio tal como era el');
    expect(mark).toContain('data-preview');
    expect([
      day.headers.get('cache-control'),
      day.headers.get('x-robots-tag'),
      day.headers.get('etag'),
      findCdnHeaders(day.headers),
    ]).toEqual(['private, no-store', 'noindex, nofollow', null, []]);
    expect(findCdnHeaders(after.headers)).not.toEqual([]);
    // Nothing of it was kept, and a link of another kind or an ended one opens nothing.
    expect((await get('/es/forex')).text).toBe(after.text);
    expect((await get('/es/forex/_payload.json', cookie)).text).toBe('{"document":true}');
    const ended = await get('/api/preview/end?path=/es/forex', cookie, { method: 'POST' });
    expect([ended.status, ended.headers.get('location'), ended.headers.get('set-cookie')]).toEqual([
      303,
      '/es/forex',
      expect.stringMatching(/^preview=; .*Max-Age=0/),
    ]);
    // Before anything was kept.
    const early = await get('/es/forex', await open(began - 86_400_000));
    expect([early.status, splitMark(early.text).page.includes('El archivo no conoce ninguna página')]).toEqual([
      404,
      true,
    ]);
  },
);

test(
  'redirects, ended pages and removed bytes are told as the archive knows them',
  { timeout: 3 * patience },
  async () => {
    const began = Date.now();
    const [article] = site.wires('news-article', 'en');
    const slug = String(article?.['slug']);
    await get(`/news/${slug}`);
    const stood = await whenArchived(`/news/${slug}`, 'page', 0);
    await site.edit(() => {
      if (article) article['slug'] = `${slug}-moved`;
    });
    await get(`/news/${slug}`);
    const moved = await whenArchived(`/news/${slug}`, 'redirect', began);
    await get(`/news/${slug}-moved`);
    await whenArchived(`/news/${slug}-moved`, 'page', began);

    const cookie = await open(moved);
    const redirect = await get(`/news/${slug}`, cookie);
    expect([redirect.status, redirect.headers.get('location'), redirect.headers.get('cache-control')]).toEqual([
      302,
      `/news/${slug}-moved`,
      'private, no-store',
    ]);
    expect((await get(`/news/${slug}`, await open(stood))).status).toBe(200);
    const writer = new ArchiveWriter(archive);
    // A page of another build has another inline script, which the policy allows only here.
    const old = '<head><style>p{}</style><script>other()</script></head><body>x</body>';
    await writer.append([
      { subject: '/it/old', at: began, kind: 'page', text: old, context: { build: 'one', documents: [] } },
    ]);
    const policy = (await get('/it/old', await open(began))).headers.get('content-security-policy') ?? '';
    for (const [directive, text] of [
      ['style-src', 'p{}'],
      ['script-src', 'other()'],
    ] as const)
      expect(policy).toContain(`${directive} 'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    await writer.append([
      {
        subject: '/it/ended',
        at: began,
        kind: 'page',
        text: '<body>x</body>',
        context: { build: 'one', documents: [] },
      },
      { subject: '/it/ended', at: began + 1, kind: 'gone', text: '' },
    ]);
    expect(await get('/it/ended', await open(began + 1))).toMatchObject({
      status: 404,
      text: expect.stringContaining('In quel momento questo indirizzo non portava ad alcuna pagina.') as string,
    });
    await archive.db
      .updateTable('archive_entry')
      .set({ parts: null, context: null })
      .where('seq', '=', (await reader.findAt('/it/ended', began))?.seq ?? -1)
      .execute();
    expect(await get('/it/ended', await open(began))).toMatchObject({
      status: 404,
      text: expect.stringContaining('i suoi dati sono stati eliminati') as string,
    });
  },
);

test('a past day says what it cannot show, stores nothing, and has its own files', async () => {
  const cookie = await open(Date.now());
  // What the page does not read changes nothing.
  await whenArchived('/forex', 'page', 0);
  expect((await get('/forex?utm_source=mail', cookie)).status).toBe(200);
  const search = await get('/search?q=gold', cookie);
  expect([search.status, search.text.includes('are not in the archive')]).toEqual([404, true]);
  const form = await get('/es/contact', cookie, {
    method: 'POST',
    body: 'name=Ana',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://site.test' },
  });
  expect([form.status, form.text.includes('no se envían formularios')]).toEqual([403, true]);
  for (const path of ['/api/search?q=gold', '/api/costs?symbol=EURUSD', '/api/instruments.csv'])
    expect([path, (await get(path, cookie)).status, (await get(path)).status]).toEqual([path, 403, 200]);
  expect((await get('/api/consent', cookie, { method: 'POST', body: '{}' })).status).toBe(503);
  const file = '/assets/former-abcdefgh.css';
  const stored = join(folder, 'former.css');
  await writeFile(stored, 'p{color:red}');
  await new ArchiveWriter(archive).append([{ subject: file, at: 1, kind: 'file', text: '', path: stored }]);
  const own = await get(file, cookie);
  expect([own.status, own.text, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
    200,
    'p{color:red}',
    'text/css; charset=utf-8',
    'private, no-store',
  ]);
  expect((await get(file)).status).toBe(404);
});

test('only a valid link opens a day, and only for its time', async () => {
  const now = Date.now();
  const wrong: [string, string][] = [
    ['another secret', link(now, '/', {}, 'another-secret-0123')],
    ['past its time', link(now, '/', { expires: seconds() - 1 })],
    ['another moment', link(now, '/').replace(/moment=\d{4}/, 'moment=2021')],
    ['another path', link(now, '/').replace('path=%2F', 'path=%2Fforex')],
    [
      'no moment',
      `/api/preview/day?${signLink({ type: 'page', key: 'forex', locale: 'en', status: 'draft', expires: seconds() + 60 }, secret)}`,
    ],
  ];
  for (const [name, address] of wrong) {
    const { status, headers } = await get(address);
    expect([name, status, headers.get('set-cookie')]).toEqual([name, 403, null]);
  }
  expect((await get(link(now, '//evil.example'))).status).toBe(404);
  const today = (await get('/forex')).text;
  const [, query = ''] = link(now - 1, '/').split('?');
  const text = `moment=${encodeURIComponent(new Date(now).toISOString())}&zone=UTC&expires=${seconds() + 60}`;
  const cookies = [
    Buffer.from(query),
    Buffer.from(`${text}&signature=${sign(text, secret)}`),
    Buffer.from(`${text}&signature=${sign(`day cookie ${text}`, 'another-secret-0123')}`),
    Buffer.from('moment='),
  ].map((value) => `preview=${value.toString('base64url')}`);
  for (const cookie of [...cookies, 'preview=%']) expect((await get('/forex', cookie)).text).toBe(today);
});

test('without an archive a past day says so, and a future one is what is planned', async () => {
  const other = await startEditedSite({ environment: { STRAPI_WEBHOOK_SECRET: secret } });
  try {
    const ask = async (moment: number) => {
      const opened = await fetch(`${other.url}${link(moment, '/es')}`, { redirect: 'manual' });
      const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
      const response = await fetch(`${other.url}/es`, { headers: { cookie } });
      return { status: response.status, text: await response.text() };
    };
    const past = await ask(Date.now() - 1000);
    expect([past.status, past.text.includes('no conserva un archivo')]).toEqual([404, true]);
    const today = await (await fetch(`${other.url}/es`)).text();
    const future = await ask(Date.now() + 3_600_000);
    const { page, mark } = splitMark(future.text);
    expect([future.status, page, mark.includes('No hay ningún lanzamiento previsto')]).toEqual([200, today, true]);
  } finally {
    await other.stop();
  }
});
