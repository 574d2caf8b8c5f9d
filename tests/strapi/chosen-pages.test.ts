/** Pages whose address an editor chooses: made, moved and taken down in a real Strapi, and looked for on the site as visitors do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Locale, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import type { RunningSite } from '../../server/site.ts';
import { startRandom } from '../start-random.ts';
import { isExhaustive } from '../sampled.ts';
import { PageEdits } from './page-edits.ts';
import { withStrapi } from './shared-strapi.ts';
import { readySiteFromStrapi, seedBoth } from './site-from-strapi.ts';
import { type StrapiEditor, type StrapiEntry, expectRefusal, refused } from './strapi-editor.ts';

let folder: string;
let site: RunningSite;
let editor: StrapiEditor;
/** By language, because each has its own sentences of risk. */
const notices = new Map<Locale, unknown>();

withStrapi.beforeAll(async ({ strapi }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-chosen-pages-'));
  site = await readySiteFromStrapi(strapi.url, folder, { poll: 2000 }, { PORT: strapi.sitePort });
  await seedBoth(strapi, site);
  editor = strapi.admin;
  for (const locale of locales) {
    const forex = await editor.draft('page', 'forex', locale);
    const blocks = forex.blocks as { __component: string; text?: string }[];
    notices.set(locale, blocks.find(({ __component }) => __component === 'blocks.risk-notice')?.text);
  }
}, 400_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const blocks = (locale: Locale = 'en') => [
  { __component: 'blocks.hero', heading: 'A headline' },
  { __component: 'blocks.risk-notice', text: notices.get(locale) },
];
const page = (fields: object, locale?: Locale) => ({
  title: 'Summer',
  seo: {
    title: 'A page at an address of its own',
    description: 'A page that a test makes at an address of its own, moves to others, and takes down again.',
  },
  blocks: blocks(locale),
  ...fields,
});
const make = (fields: object, locale?: Locale) => editor.publish('page', null, page(fields, locale), locale);

/** A webhook takes a moment; when one is lost, a poll finds the change. */
const soon = { timeout: 30_000, interval: 50 };

async function visit(path: string, locale: Locale = 'en'): Promise<string> {
  const response = await fetch(`${site.url}${localePath(path, locale)}`, { redirect: 'manual' });
  const location = response.headers.get('location');
  return location === null ? String(response.status) : `${response.status} ${location}`;
}
const read = async (path: string) => (await fetch(`${site.url}${path}`)).text();
/** All parts of the sitemap of a language. */
async function readSitemap(locale: Locale): Promise<string> {
  const parts = [...(await read('/sitemap.xml')).matchAll(/<loc>[^<]*?(\/sitemap-(\w+)[^<]*)<\/loc>/g)];
  const own = parts.filter(([, , code]) => code === locale).map(([, path = '']) => read(path));
  return (await Promise.all(own)).join('\n');
}
const visits = (path: string) => Promise.all((['en', 'es', 'it'] as const).map((locale) => visit(path, locale)));

test('a page at a new address is a page like any other, and campaigns stay out of search engines', async () => {
  await make({ title: 'Summer of gold', path: '/Summer of Gold/' });
  await make({ title: 'Autumn of gold', path: 'campaign/autumn' });
  await make({ title: 'Shown', path: 'campaign/shown', hidden: false });
  await make({ title: 'Only in Spanish', path: 'solo' }, 'es');
  await expect.poll(() => visits('/summer-of-gold'), soon).toEqual(['200', '200', '200']);
  await expect.poll(() => visits('/solo'), soon).toEqual(['404', '200', '404']);
  const html = await read('/summer-of-gold');
  expect(html).toContain('<link rel="canonical" href="http://site.test/summer-of-gold"/>');
  expect(html).not.toContain('noindex');
  await expect.poll(() => read('/campaign/autumn'), soon).toContain('<meta name="robots" content="noindex, follow"/>');
  const sitemap = await readSitemap('en');
  expect(sitemap).toContain('<loc>http://site.test/summer-of-gold</loc>');
  expect(sitemap).toContain('<loc>http://site.test/campaign/shown</loc>');
  expect(sitemap).not.toContain('campaign/autumn');
  await expect.poll(() => readSitemap('es'), soon).toContain('<loc>http://site.test/es/solo</loc>');
  await expect.poll(() => read('/search?q=summer+of+gold'), soon).toContain('href="/summer-of-gold"');
  await expect.poll(() => read('/search?q=autumn+of+gold'), soon).not.toContain('href="/campaign/autumn"');
});

test('a page below another one shows the way to it', async () => {
  await make({ title: 'Gold week', path: 'forex/gold-week' });
  await expect.poll(() => visit('/forex/gold-week', 'es'), soon).toBe('200');
  const html = await read('/es/forex/gold-week');
  expect(html).toMatch(/<nav aria-label="[^"]+"[^>]*><ol role="list"><li><a href="\/es">.*?<a href="\/es\/forex">/);
  expect(html).toContain('"position":3,"name":"Gold week"');
});

test.for<[path: string, sentence: RegExp]>([
  ['news/summer', /^Addresses below \/news belong to documents of the kind news article/],
  ['glossary/summer', /^Addresses below \/glossary belong to/],
  ['news', /^Addresses below \/news belong/],
  ['search', /^“\/search” is a list/],
  ['es/summer', /^“es” is kept for a language/],
  ['fr', /^“fr” is kept for a language/],
  ['api/summer', /^“api” belongs to the site itself/],
  ['healthz', /^“healthz” belongs to the site itself/],
  ['privacy-policy', /^“privacy-policy” is a legal document/],
  ['home/summer', /^No page can be below “home”/],
  ['forex', /^There is already a page “forex”/],
  ['a/b/c', /^“a\/b\/c” is too deep/],
  ['nowhere/summer', /^There is no page “nowhere” above it/],
])('the address %s is refused with a sentence', async ([path, sentence]) => {
  expect((await expectRefusal(editor.save('page', null, page({ path })))).fields.path).toMatch(sentence);
});

test('a fixed page can neither move nor be deleted; without an address, a page takes it from its name', async () => {
  const forex = await editor.draft('page', 'forex');
  const moved = await expectRefusal(editor.save('page', forex.documentId, { ...forex, path: 'currencies' }));
  expect(moved.fields.path).toMatch(/“forex” is this page’s address and stays/);
  expect(await refused(editor.remove('page', forex.documentId))).toMatch(
    /fixed page of the site and cannot be deleted/,
  );
  expect(await refused(editor.removeAll('page', [forex.documentId], 'en'))).toMatch(/cannot be deleted/);
  const legal = await editor.draft('legal-document', 'cookie-disclosure');
  expect(await refused(editor.remove('legal-document', legal.documentId))).toMatch(/cannot be deleted/);
  expect(await editor.save('page', null, page({ title: 'Über uns, neu', path: null }))).toMatchObject({
    path: 'uber-uns-neu',
    key: 'uber-uns-neu',
  });
  expect(await editor.save('page', null, page({ title: 'Forex', path: '' }))).toMatchObject({ path: 'forex-page' });
  const copy = await editor.duplicate('page', forex.documentId, forex);
  expect(copy.path).not.toBe('forex');
});

test('after a move, the old address leads to the new one in every language and in one step', async () => {
  const made = await make({ title: 'Move', path: 'move-1' });
  await editor.publish('page', made.documentId, page({ title: 'Mudanza', path: 'move-1' }, 'es'), 'es');
  const move = async (path: string) => editor.edit('page', 'move-1', 'en', () => ({ path }));
  await move('move-2');
  await move('campaign/move-3');
  await expect.poll(() => visits('/campaign/move-3'), soon).toEqual(['200', '200', '200']);
  for (const old of ['/move-1', '/move-2'])
    await expect
      .poll(() => visits(old), soon)
      .toEqual(['/campaign/move-3', '/es/campaign/move-3', '/it/campaign/move-3'].map((to) => `301 ${to}`));
  await move('move-1');
  await expect.poll(() => visits('/move-1'), soon).toEqual(['200', '200', '200']);
  await expect.poll(() => visit('/campaign/move-3', 'it'), soon).toBe('301 /it/move-1');
  const parent = await make({ title: 'Parent', path: 'parent' });
  await make({ title: 'Child', path: 'parent/child' });
  const kept = await expectRefusal(editor.save('page', parent.documentId, { ...page({}), path: 'other' }));
  expect(kept.fields.path).toMatch(/^Pages are below this one \(parent\/child\)/);
});

test('a page that was taken down leads to where its editor said, or to the page above it', async () => {
  const link = (to: string) => ({
    __component: 'blocks.call-to-action',
    heading: 'Look',
    actions: [{ name: 'There', url: to, style: 'primary' }],
  });
  const named = await make({ title: 'Named', path: 'forex/named', afterwards: '/indices' });
  const unnamed = await make({ title: 'Unnamed', path: 'forex/unnamed' });
  const linking = await make({
    path: 'linking',
    blocks: [...blocks(), link('/forex/named'), link('/forex/unnamed')],
  });
  await expect.poll(() => read('/linking'), soon).toContain('href="/forex/unnamed"');
  for (const { documentId } of [named, unnamed]) await editor.unpublish('page', documentId);
  await expect.poll(() => visits('/forex/named'), soon).toEqual(['301 /indices', '301 /es/indices', '301 /it/indices']);
  await expect.poll(() => visits('/forex/unnamed'), soon).toEqual(['302 /forex', '302 /es/forex', '302 /it/forex']);
  await expect.poll(() => read('/linking'), soon).toContain('href="/forex/named"');
  await expect.poll(() => read('/linking'), soon).not.toContain('href="/forex/unnamed"');
  // Back, in one language alone.
  await editor.publish('page', unnamed.documentId, page({ title: 'Sin nombre', path: 'forex/unnamed' }, 'es'), 'es');
  await expect.poll(() => visits('/forex/unnamed'), soon).toEqual(['302 /forex', '200', '302 /it/forex']);
  await editor.publish('page', unnamed.documentId);
  await expect.poll(() => visits('/forex/unnamed'), soon).toEqual(['200', '200', '200']);
  await editor.remove('page', linking.documentId);
  await expect.poll(() => visit('/linking'), soon).toBe('302 /');
});

test('a page starts from a pattern or a copy, and is not published with the texts of a pattern', async () => {
  for (const from of ['product', 'campaign', 'comparison', 'event', 'text']) {
    const made = await editor.newPage({ title: `From ${from}`, path: from, locales: ['en', 'it'], from });
    const draft = await editor.draft('page', from, 'it');
    expect(draft).toMatchObject({ documentId: made.documentId, title: `From ${from}`, path: from });
    const problems = (await editor.askRules('page', made.documentId, draft, 'it')).refused;
    expect(
      problems.map(({ message }) => message).filter((message) => !/è|is still the text of the pattern/.test(message)),
    ).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
    expect(await refused(editor.publish('page', made.documentId, {}, 'it'))).toMatch(/still the text of the pattern/);
  }
  const forex = await editor.draft('page', 'forex', 'es');
  const copy = await editor.newPage({
    title: 'Copia',
    path: 'campaign/copy',
    locales: ['es', 'it'],
    from: forex.documentId,
  });
  const spanish = await editor.draft('page', 'campaign-copy', 'es');
  expect(spanish).toMatchObject({ documentId: copy.documentId, title: 'Copia', path: 'campaign/copy' });
  expect((spanish.blocks as unknown[]).length).toBe((forex.blocks as unknown[]).length);
  await expect(editor.draft('page', 'campaign-copy', 'en')).rejects.toThrow('is not in Strapi in en');
  await editor.publish('page', copy.documentId, {}, 'es');
  await expect.poll(() => visits('/campaign/copy'), soon).toEqual(['404', '200', '404']);
});

test('a release takes a page down at a moment, and its address leads to the page above it', async () => {
  const { documentId } = await make({ title: 'For a time', path: 'forex/for-a-time' });
  await expect.poll(() => visit('/forex/for-a-time'), soon).toBe('200');
  const local = new Date(Date.now() + 3000).toISOString().slice(0, 19);
  const items = [{ uid: 'api::page.page', documentId, locale: 'en', action: 'withdraw' }];
  await editor.gate('releases', { name: 'The end', local, zone: 'UTC', late: true, items });
  await expect.poll(() => visit('/forex/for-a-time'), soon).toBe('302 /forex');
});

test('an address that ended may be used again', async () => {
  const first: StrapiEntry = await make({ title: 'First', path: 'again' });
  await editor.remove('page', first.documentId);
  await make({ title: 'Second', path: 'again' });
  await expect.poll(() => read('/again'), soon).toContain('"name":"Second"');
});

test('whatever editors do, no page is lost, and every address that was one leads to a page in one step', async () => {
  const edits = new PageEdits({ editor, fields: page, random: startRandom(41) });
  const count = Number(process.env['PAGE_EDITS'] ?? (isExhaustive ? 500 : 40));
  for (let done = 0; done < count; done += 1) {
    await edits.edit();
    if (done % 40 !== 39) continue;
    await expect.poll(() => edits.check(site.url), { timeout: 60_000, message: `after ${done + 1} edits` }).toEqual([]);
  }
  expect(edits.pages.length).toBeGreaterThan(3);
}, 7_200_000);
