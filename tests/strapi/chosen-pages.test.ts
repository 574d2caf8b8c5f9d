/** Pages whose address an editor chooses: made, moved and taken down in a real Strapi, and looked for on the site as visitors do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Locale, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import type { RunningSite } from '../../server/site.ts';
import { addressHeader } from '../sites/account-site.ts';
import { FormVisitors, writeForm } from './form-visitors.ts';
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
  site = await readySiteFromStrapi(
    strapi.url,
    folder,
    { poll: 2000 },
    {
      PORT: strapi.sitePort,
      CLIENT_IP_HEADER: addressHeader,
    },
  );
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
  { __component: 'blocks.hero', heading: 'A headline on {{count}} instruments' },
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
const soon = { interval: 50 };

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
});

test('a form that was opened before its page moved arrives, and what was wrong in it comes back with what was typed', async () => {
  const form = writeForm(1, { company: true, question: false });
  await make({ title: 'Form', path: 'form-1', blocks: [...blocks(), form] });
  await expect.poll(() => read('/form-1'), soon).toContain('Form number 1');
  const visitors = new FormVisitors(site.url);
  await visitors.open('form-1', 'es');
  await visitors.open('form-1', 'en');
  await editor.edit('page', 'form-1', 'en', () => ({ path: 'campaign/form-2' }));
  await expect.poll(() => visit('/form-1'), soon).toBe('301 /campaign/form-2');
  await visitors.send();
  await editor.edit('page', 'form-1', 'en', () => ({
    blocks: [...blocks(), writeForm(2, { company: true, question: true })],
  }));
  await expect.poll(() => read('/campaign/form-2'), soon).toContain('Form number 2');
  await visitors.send();
  expect([visitors.counts, visitors.faults]).toEqual([{ confirmed: 2, changed: 1, moved: 2 }, []]);
});

test('the pages below a page follow it to its new address, and nothing else of them changes', async () => {
  const parent = await make({ title: 'Parent', path: 'parent' });
  const child = await make({ title: 'Child', path: 'parent/child' });
  await editor.publish('page', child.documentId, page({ title: 'Hijo', path: 'parent/child' }, 'es'), 'es');
  await editor.save('page', child.documentId, page({ title: 'Not yet', path: 'parent/child' }));
  const draft = await editor.save('page', null, page({ title: 'A draft', path: 'parent/draft' }));
  const spanish = await make({ title: 'Solo', path: 'parent/solo' }, 'es');
  const ended = await make({ title: 'Ended', path: 'parent/ended' });
  await editor.unpublish('page', ended.documentId);

  const tell = (path: string) =>
    editor.askRules('page', parent.documentId, { ...page({ title: 'Parent' }), path }).then(({ warned }) => warned);
  expect(await tell('moved')).toContainEqual({
    path: ['path'],
    message: expect.stringContaining('parent/child → moved/child') as string,
  });
  const refuse = async (path: string) =>
    (await expectRefusal(editor.save('page', parent.documentId, { ...page({}), path }))).fields.path;
  expect(await refuse('campaign/parent')).toMatch(
    /^The page “parent\/child” below it would move too, and cannot: “campaign\/parent\/child” is too deep/,
  );
  const inTheWay = await make({ title: 'Taken', path: 'taken' });
  await make({ title: 'Taken too', path: 'taken/child' });
  await editor.remove('page', inTheWay.documentId);
  expect(await refuse('taken')).toMatch(/cannot: there is already a page “taken\/child”\. Move that one first\.$/);

  await editor.edit('page', 'parent', 'en', () => ({ path: 'moved' }));
  await expect.poll(() => visits('/moved/child'), soon).toEqual(['200', '200', '200']);
  await expect
    .poll(() => visits('/parent/child'), soon)
    .toEqual(['301 /moved/child', '301 /es/moved/child', '301 /it/moved/child']);
  await expect.poll(() => visits('/moved/solo'), soon).toEqual(['404', '200', '404']);
  await expect.poll(() => visit('/parent/solo', 'es'), soon).toBe('301 /es/moved/solo');
  await expect.poll(() => visit('/parent/ended'), soon).toBe('302 /moved');
  expect(await read('/moved/child')).toContain('"name":"Child"');
  expect(await editor.draft('page', 'parent-child')).toMatchObject({ title: 'Not yet', path: 'moved/child' });
  expect(await editor.draft('page', 'parent-draft')).toMatchObject({ title: 'A draft', path: 'moved/draft' });
  const listVersions = async (documentId: string) => {
    const history = `history?uid=api::page.page&documentId=${documentId}&locale=es`;
    return (await editor.gate<{ rows: { seq: number; state: string; action: string; reason: string }[] }>(history))
      .rows;
  };
  const reason = expect.stringContaining('The page above it moved from parent to moved.') as string;
  for (const { documentId } of [child, spanish])
    expect((await listVersions(documentId))[0]).toMatchObject({ state: 'live', action: 'follow', reason });
  // An earlier version comes back at the address that the page has now.
  const { left } = await editor.gate<{ left: unknown }>(
    `restore/${(await listVersions(child.documentId)).at(-1)?.seq}`,
    {},
  );
  expect(left).toEqual([{ kind: 'field', name: 'path' }]);
  expect(await editor.draft('page', 'parent-child', 'es')).toMatchObject({ title: 'Hijo', path: 'moved/child' });

  // A page that visitors do not see moves with its first save; those below it that they do see, stay.
  await editor.unpublish('page', parent.documentId);
  expect(await refuse('later')).toMatch(
    /^The page “moved\/\w+” below it is published and would move too: publish this/,
  );
  await editor.publish('page', parent.documentId);
  await editor.save('page', draft.documentId, page({ title: 'A draft', path: 'of-its-own' }));
  await editor.save('page', null, page({ title: 'Below a draft', path: 'of-its-own/below' }));
  await editor.save('page', draft.documentId, page({ title: 'A draft', path: 'renamed' }));
  expect(await editor.draft('page', 'of-its-own-below')).toMatchObject({ path: 'renamed/below' });
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
  await editor.gate('releases', { name: 'The end', local, zone: 'UTC', items });
  await expect.poll(() => visit('/forex/for-a-time'), soon).toBe('302 /forex');
});

test('an address that ended may be used again', async () => {
  const first: StrapiEntry = await make({ title: 'First', path: 'again' });
  await editor.remove('page', first.documentId);
  await make({ title: 'Second', path: 'again' });
  await expect.poll(() => read('/again'), soon).toContain('"name":"Second"');
});
