/** A future day of the site: what is planned in Strapi, as its pages will be, for whom has the link; and who gets such a link. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RunningSite } from '../../../server/site.ts';
import { readySiteFromStrapi, versions } from '../../../tests/strapi/site-from-strapi.ts';
import { type SharedStrapi, withStrapi } from '../../../tests/strapi/shared-strapi.ts';
import type { StrapiEditor } from '../../../tests/strapi/strapi-editor.ts';

let folder: string;
let strapi: SharedStrapi;
let site: RunningSite;
let editor: StrapiEditor;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-planned-'));
  strapi = shared;
  await strapi.seedAgain();
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), {}, { PORT: strapi.sitePort });
  editor = strapi.admin;
}, 300_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = async (path: string, cookie = '') => {
  const response = await fetch(`${site.url}${path}`, {
    redirect: 'manual',
    headers: { 'accept-language': 'en', ...(cookie ? { cookie } : {}) },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const makeLink = async (moment: Date, by = editor) =>
  (await by.gate<{ url: string }>(`day-link?${new URLSearchParams({ moment: moment.toISOString(), path: '/es' })}`))
    .url;

/** Opens the link that the panel gets. @returns the cookie that it sets. */
async function open(moment: Date): Promise<string> {
  const { pathname, search } = new URL(await makeLink(moment));
  const { status, headers } = await get(`${pathname}${search}`);
  expect([status, headers.get('location')]).toEqual([303, '/es']);
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

test('a future day shows what releases publish and take down until then, also in the search, and visitors see nothing of it', async () => {
  const title = 'Un lunes sin igual';
  const forex = await editor.draft('page', 'forex', 'es');
  const [hero, ...others] = forex['blocks'] as object[];
  await editor.save(
    'page',
    forex.documentId,
    { ...forex, title, blocks: [{ ...hero, heading: title }, ...others] },
    'es',
  );
  const term = await editor.draft('glossary-term', 'leverage', 'en');
  const release = {
    name: 'Monday',
    local: hours(48).toISOString().slice(0, 19),
    zone: 'UTC',
    items: [
      { uid: 'api::page.page', documentId: forex.documentId, locale: 'es', action: 'publish' },
      { uid: 'api::glossary-term.glossary-term', documentId: term.documentId, locale: 'en', action: 'withdraw' },
    ],
  };
  const before = versions(site.replica);
  const published = await get('/es/forex');
  const termPath = `/glossary/${String(term['slug'])}`;
  expect((await get(termPath)).status).toBe(200);
  await editor.gate('releases', release);

  const early = await open(hours(47));
  expect((await get('/es/forex', early)).text).toContain('No hay ningún lanzamiento previsto');
  const cookie = await open(hours(49));
  const planned = await get('/es/forex', cookie);
  expect([planned.status, planned.text.includes(`${title}</h1>`), planned.text.includes('data-preview')]).toEqual([
    200,
    true,
    true,
  ]);
  expect([planned.headers.get('cache-control'), planned.headers.get('x-robots-tag')]).toEqual([
    'private, no-store',
    'noindex, nofollow',
  ]);
  // The search marks its words.
  const search = async (by?: string) => (await get('/es/search?q=lunes', by)).text.replaceAll(/<\/?mark>/g, '');
  expect(await search(cookie)).toContain(title);
  expect((await get(termPath, cookie)).status).not.toBe(200);
  // Visitors, and the replica, have none of it.
  expect((await get('/es/forex')).text).toBe(published.text);
  expect(await search()).not.toContain(title);
  expect((await get(termPath)).status).toBe(200);
  expect(versions(site.replica)).toEqual(before);
  expect(site.alarms.get('render-failed')).toBeUndefined();
});

test('links are for people of the panel who may read, and what is planned only for the site', async () => {
  const address = `${strapi.url}/gate/day-link?moment=${new Date().toISOString()}`;
  expect((await fetch(address)).status).toBe(401);
  await editor.role('Nothing to read', []);
  const outsider = await editor.colleague('outsider', ['Nothing to read']);
  await expect(makeLink(hours(1), outsider)).rejects.toThrow('403');
  const translator = await editor.colleague('reader', ['Translator, Spanish']);
  expect(await makeLink(hours(-1), translator)).toContain('/api/preview/day?moment=');
  for (const headers of [{}, { 'x-webhook-secret': 'another-secret-0123' }])
    expect((await fetch(`${strapi.url}/api/ledger/planned?until=2030-01-01`, { headers })).status).toBe(403);
});

test('while Strapi does not answer, a future day says so, and visitors notice nothing', async () => {
  const cookie = await open(hours(60));
  strapi.process.kill('SIGSTOP');
  try {
    const away = await get('/es', cookie);
    expect([away.status, away.text.includes('Lo previsto no se puede leer ahora')]).toEqual([503, true]);
    expect((await get('/es')).status).toBe(200);
  } finally {
    strapi.process.kill('SIGCONT');
  }
});
