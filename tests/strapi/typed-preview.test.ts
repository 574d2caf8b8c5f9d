/** The page beside a form: what an editor has typed is rendered before it is saved, for this editor alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { RunningSite } from '../../server/site.ts';
import { type PreviewTarget, signLink } from '../../server/content/preview-link.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';
import { type StrapiEditor, type StrapiEntry, refused } from './strapi-editor.ts';
import { webhookSecret } from './strapi-process.ts';

const panel = 'https://cms.broker.example';
const metricsToken = 'a-token-of-the-collector';
let folder: string;
let strapi: SharedStrapi;
let site: RunningSite;
let editor: StrapiEditor;
let forex: StrapiEntry;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-typed-'));
  strapi = shared;
  await strapi.seedAgain();
  site = await readySiteFromStrapi(
    strapi.url,
    join(folder, 'site'),
    {},
    { PORT: strapi.sitePort, CMS_PUBLIC_URL: panel, METRICS_TOKEN: metricsToken },
  );
  editor = strapi.admin;
  forex = await editor.draft('page', 'forex');
}, 300_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Posts values as the script in the frame does. */
async function post(address: string, values: string, contentType = 'application/json') {
  const response = await fetch(new URL(address, site.url), {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: values,
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

type Blocks = Record<string, unknown>[];
const withHeading = (heading: string, ...more: Blocks) => {
  const [hero, ...others] = forex['blocks'] as Blocks;
  return { ...forex, blocks: [{ ...hero, heading }, ...others, ...more] };
};

/** Everything that a visitor or an operator could notice. */
async function traces() {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${site.url}/metrics`, { headers })).text();
  const page = await fetch(`${site.url}/forex`, { headers: { 'user-agent': 'bot' } });
  return {
    page: await page.text(),
    cached: site.cache.size,
    alarms: [...site.alarms],
    renders: metrics
      .split('\n')
      .filter((line) => /^(?:page_render|page_cache_(?:size|entries)|alarms|outbox)/.test(line)),
  };
}

test('a page shows what is typed before it is saved, with its picture and its relation, and leaves no trace', async () => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123' } })
    .png()
    .toBuffer();
  const file = await editor.upload('typed.png', bytes, 'image/png');
  const [group] = await editor.drafts('faq-group', 'en');
  await traces();
  const before = await traces();
  const values = withHeading(
    'Typed and not saved',
    { __component: 'blocks.figure', image: { id: file.id, url: 'https://elsewhere.example/a.png' }, imageAlt: 'Typed' },
    {
      __component: 'blocks.faq',
      heading: 'Typed questions',
      group: { connect: [{ apiData: { documentId: group?.documentId } }] },
    },
  );
  const typed = await editor.typedPreview('page', forex.documentId, values);
  const begun = await fetch(typed.frame);
  const html = await begun.text();
  expect([begun.status, html.includes('data-preview="framed"'), html.includes('Typed')]).toEqual([200, true, false]);
  expect(begun.headers.get('content-security-policy')).toMatch(new RegExp(`; frame-ancestors ${panel}$`));
  expect([begun.headers.get('x-frame-options'), begun.headers.get('set-cookie')]).toEqual([null, null]);
  const shown = await post(typed.address, typed.values);
  expect(shown.status).toBe(200);
  expect(shown.html).toContain('Typed and not saved</h1>');
  expect(shown.html).toMatch(
    /src="\/media\/[^"]+\/typed\.png"[^>]*alt="Typed"|alt="Typed"[^>]*src="\/media\/[^"]+\/typed\.png"/,
  );
  expect(shown.html).not.toContain('elsewhere.example');
  expect(shown.html.split('Typed questions')[1]).toMatch(/<details/);
  for (const { headers } of [begun, shown])
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
      'private, no-store',
      'noindex, nofollow',
    ]);
  expect(await traces()).toEqual(before);
  expect((await editor.draft('page', 'forex'))['blocks']).toEqual(forex['blocks']);
});

test('values that break rules show the page as far as it goes, and never an error page or an alarm', async () => {
  const before = await traces();
  const show = async (values: Record<string, unknown>) => {
    const typed = await editor.typedPreview('page', forex.documentId, values);
    return post(typed.address, typed.values);
  };
  expect((await show({ ...withHeading(''), title: '' })).html).toContain('…</h1>');
  const [hero] = forex['blocks'] as Blocks;
  expect((await show({ ...forex, blocks: [hero, { __component: 'blocks.data-table', rows: 'no list' }] })).status).toBe(
    200,
  );
  expect(await show({ ...forex, takenDown: true })).toMatchObject({ status: 422, html: 'No page shows these values.' });
  const typed = await editor.typedPreview('news-article', null, { title: 'An article that nobody has saved' });
  expect((await fetch(typed.frame)).status).toBe(200);
  expect((await post(typed.address, typed.values)).html).toContain('An article that nobody has saved</h1>');
  expect(await traces()).toEqual(before);
});

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const sign = (values: string | undefined, target: Partial<PreviewTarget> = {}, secret = webhookSecret) =>
  `/api/preview/frame?${signLink({ type: 'page', key: 'forex', locale: 'en', status: 'draft', expires: inAnHour(), ...target }, secret, values)}`;
const row = '{"title":"A row"}';
const tooLarge = `{"title":"${'x'.repeat(1024 * 1024)}"}`;

test.each([
  ['another secret', () => post(sign(row, {}, 'another-secret-of-somebody'), row), 403],
  ['other values than those that were signed', () => post(sign(row), '{"title":"B row"}'), 403],
  ['the link of the frame itself', () => post(sign(undefined), row), 403],
  ['an expired signature', () => post(sign(row, { expires: inAnHour() - 3601 }), row), 403],
  ['another document than the signed one', () => post(sign(row).replace('key=forex', 'key=about'), row), 403],
  ['a type that the site does not show', () => post(sign(row, { type: 'nothing' }), row), 404],
  ['more than a megabyte', () => post(sign(tooLarge), tooLarge), 413],
  ['a form of another site', () => post(sign(row), row, 'text/plain'), 415],
])('%s is refused', async (_name, send, status) => {
  const answer = await send();
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('x-frame-options')]).toEqual([
    status,
    'private, no-store',
    'DENY',
  ]);
});

test('the signature of typed values opens neither a preview nor the frame', async () => {
  for (const path of ['/api/preview', '/api/preview/frame'])
    expect((await fetch(`${site.url}${path}${sign(row).slice('/api/preview/frame'.length)}`)).status).toBe(403);
});

test('only those who may edit a document in a language see what they type in it', async () => {
  const spanish = await editor.colleague('typed-spanish', ['Editor, Spanish']);
  const approver = await editor.colleague('typed-approver', ['Approver, English']);
  expect((await spanish.typedPreview('page', forex.documentId, { title: 'Divisas' }, 'es')).values).toContain(
    'Divisas',
  );
  for (const other of [spanish, approver])
    expect(await refused(other.typedPreview('page', forex.documentId, { title: 'Forex' }))).toMatch(/: 403 /);
  expect((await fetch(`${strapi.url}/gate/typed-preview`, { method: 'POST' })).status).toBe(401);
});

test('a page is rendered 240 times a minute at most', async () => {
  const answers = await Promise.all(Array.from({ length: 245 }, () => post(sign('[]', { key: 'about' }), '[]')));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});
