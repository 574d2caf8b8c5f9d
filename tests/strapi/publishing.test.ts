/** What editors do in Strapi is on the pages that show it, and on no other page, within a moment of Strapi's answer. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesFeed } from '../../content/feed/files/files-feed.ts';
import type { RunningSite } from '../../server/site.ts';
import { strapiTypes } from '../../content/feed/strapi/strapi-types.ts';
import { projectRoot } from '../../scripts/project-root.ts';
import { type Locale, locales } from '../../site/i18n/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { freePort } from '../start-built-site.ts';
import { allPaths } from '../site-paths.ts';
import { siteFromStrapi, until } from './site-from-strapi.ts';
import { StrapiEditor, type StrapiEntry } from './strapi-editor.ts';
import { type RunningStrapi, startStrapi, webhookSecret } from './strapi-process.ts';

let folder: string;
let strapi: RunningStrapi;
let site: RunningSite;
let editor: StrapiEditor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-publishing-'));
  const port = await freePort();
  strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}` } });
  // No poll during these tests: what arrives came by webhook.
  site = await siteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: String(port) });
  editor = await StrapiEditor.login(strapi.url);
}, 300_000);
afterAll(async () => {
  await site.stop();
  await strapi.stop();
  await rm(folder, { recursive: true, force: true });
});

async function get(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual', headers: { 'user-agent': 'bot' } });
  return { status: response.status, html: await response.text() };
}

const shows = (path: string, text: string) => async () => (await get(path)).html.includes(text);

/** Fills the cache with every page, and remembers what each shows. */
async function warm(): Promise<string[]> {
  const paths: string[] = [];
  for (const locale of locales) paths.push(...(await allPaths(site.url, locale)).map((path) => localePath(path, locale)));
  for (const path of paths) await get(path);
  return paths;
}

/** Which pages stand stale in the cache: those that the change dropped. */
const stale = (paths: string[]) => paths.filter((path) => site.cache.get(path)?.stale);

/** Every page as the cache answers it against the same page rendered with nothing cached. */
async function differencesToCold(paths: string[]): Promise<string[]> {
  const before = new Map<string, string>();
  for (const path of paths) before.set(path, (await get(path)).html);
  site.cache.dropAll();
  const different: string[] = [];
  for (const path of paths) if ((await get(path)).html !== before.get(path)) different.push(path);
  return different;
}

const textField: Record<string, string> = {
  page: 'title', 'news-article': 'title', 'education-article': 'title', tag: 'name', 'news-category': 'name', 'education-category': 'name', author: 'name', job: 'title',
  'glossary-term': 'term', 'faq-group': 'name', faq: 'question', 'account-type': 'name', 'legal-document': 'title', redirect: 'to', 'header-nav-item': 'name',
  'footer-link': 'position', header: 'loginButtonText', footer: 'socialsTitle', 'common-datum': 'legalName', 'default-seo': 'seo',
};

describe('every type in every language', () => {
  const cases = strapiTypes.flatMap(({ type, localized }) => (localized ? locales : (['en'] as Locale[])).map((locale) => [type === 'footer-links' ? 'footer-link' : type, locale] as const));

  test.each(cases)('%s in %s: edited, unpublished, published again', async (type, locale) => {
    const model = type === 'footer-link' ? 'footer-links' : type;
    const id = site.mirror.addresses().find((address) => address.type === model && address.locale === locale)?.id ?? '';
    const read = () => JSON.stringify(site.mirror.reader().get(model, id, locale));
    const standing = () => site.mirror.addresses().some((address) => address.type === model && address.id === id && address.locale === locale);
    const field = textField[type] ?? '';
    const draft = await editor.draft(type, id, locale);
    const original = draft[field];
    const changed = field === 'to' ? '/forex' : field === 'position' ? 77 : field === 'seo' ? { ...(original as object), title: 'A title that a test has written' } : `${String(original)} edited`;
    await editor.publish(type, draft.documentId, { ...draft, [field]: changed }, locale);
    const wanted = field === 'seo' ? 'A title that a test has written' : field === 'position' ? ':77' : String(changed);
    await until(() => read().includes(wanted), 10_000, `the edited ${type}`);
    await editor.unpublish(type, draft.documentId, locale);
    await until(() => !standing(), 10_000, `the unpublished ${type}`);
    await editor.publish(type, draft.documentId, { ...draft, [field]: original }, locale);
    await until(() => standing() && !read().includes(wanted), 10_000, `the ${type} published again`);
  });
});

test('a new article, its translation, another slug, and its end', async () => {
  const template = await editor.draft('news-article', 'gold-when-nothing-happens');
  const fields: Record<string, unknown> = template;
  const published = site.mirror.reader().get('news-article', 'gold-when-nothing-happens', 'en');
  const relation = async (type: string, keys: (string | null | undefined)[]) => ({
    connect: await Promise.all(keys.filter((key) => typeof key === 'string').map(async (key) => ({ documentId: (await editor.draft(type, key)).documentId, locale: 'en' }))),
  });
  const paths = await warm();
  const created = await editor.save('news-article', null, {
    title: 'An article of this test', slug: 'an-article-of-this-test', summary: fields['summary'], body: fields['body'], publishedOn: '2026-11-20', newsOfTheWeek: false, image: fields['image'], imageAlt: fields['imageAlt'],
    author: await relation('author', [published?.author]), category: await relation('news-category', [published?.category]), tags: await relation('tag', published?.tags ?? []),
  });
  await editor.publish('news-article', created.documentId);
  await until(async () => (await get('/news/an-article-of-this-test')).status === 200, 10_000, 'the new article');
  for (const path of ['/news-center', '/news-center/news', '/sitemap-en.xml', '/es/news-center']) expect({ path, shown: await shows(path, 'an-article-of-this-test')() }).toEqual({ path, shown: true });
  for (const path of ['/forex', '/about', '/es/jobs', '/education-center', '/glossary']) expect(stale(paths)).not.toContain(path);

  await editor.save('news-article', created.documentId, { title: 'Un artículo de esta prueba', slug: 'un-articulo-de-esta-prueba', summary: fields['summary'], body: fields['body'], publishedOn: '2026-11-20' }, 'es');
  await editor.publish('news-article', created.documentId, {}, 'es');
  await until(async () => (await get('/es/news/un-articulo-de-esta-prueba')).status === 200, 10_000, 'its translation');
  expect((await get('/news/an-article-of-this-test')).html).toContain('/es/news/un-articulo-de-esta-prueba');

  await editor.publish('news-article', created.documentId, { slug: 'another-address' });
  await until(async () => (await get('/news/another-address')).status === 200, 10_000, 'the new address');
  const moved = await fetch(`${site.url}/news/an-article-of-this-test`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/news/another-address']);

  await editor.remove('news-article', created.documentId);
  await until(async () => (await get('/news/another-address')).status === 404, 10_000, 'its end');
  expect((await get('/news-center')).html).not.toContain('another-address');
  expect(await differencesToCold(paths)).toEqual([]);
});

test('a category that is unpublished leaves the articles that had it, and comes back to them', async () => {
  const { category, slug } = site.mirror.reader().list('news-article', 'en')[0] as { category: string; slug: string };
  const name = site.mirror.reader().get('news-category', category, 'en')?.name ?? '';
  const linked = `/news-category/${site.mirror.reader().get('news-category', category, 'en')?.slug}`;
  expect((await get(`/news/${slug}`)).html).toContain(linked);
  const draft = await editor.draft('news-category', category);
  await editor.unpublish('news-category', draft.documentId);
  await until(async () => !(await get(`/news/${slug}`)).html.includes(linked), 10_000, 'the article without it');
  expect(site.mirror.reader().list('news-article', 'en', { relation: ['category', category] })).toEqual([]);
  await editor.publish('news-category', draft.documentId);
  await until(async () => (await get(`/news/${slug}`)).html.includes(linked), 10_000, 'the article with it');
  expect((await get(`/news/${slug}`)).html).toContain(name);
});

test('a replaced logo is on every page under another address', async () => {
  const address = async () => /<img src="(\/media\/[^"]+logo[^"]*)"/.exec((await get('/es/forex')).html)?.[1];
  const before = await address();
  const common = await editor.draft('common-datum', 'common-datum');
  const logo = common['logoColored'] as StrapiEntry;
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="32" viewBox="0 0 160 32"><rect width="160" height="32" fill="#123"/></svg>');
  await editor.upload(String(logo['name']), svg, 'image/svg+xml', logo.id);
  await until(async () => (await address()) !== before, 10_000, 'the new logo');
  const answer = await fetch(`${site.url}${await address()}`);
  expect(await answer.text()).toBe(svg.toString());
});

test('publishing takes a moment: 50 times', async () => {
  const times: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const locale = locales[round % 3] as Locale;
    const path = localePath('/forex', locale);
    const title = `Forex number ${round} of fifty`;
    await get(path);
    await editor.edit('page', 'forex', locale, (draft) => ({ ...draft, title }));
    times.push(await until(shows(path, title), 10_000, title));
  }
  times.sort((a, b) => a - b);
  console.log(`publish to page: median ${times[25]?.toFixed(0)} ms, worst of 50 ${times[49]?.toFixed(0)} ms`);
});

describe('the webhook', () => {
  const send = (body: string, headers: Record<string, string> = {}) => fetch(`${site.url}/api/content/webhook`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  const right = { 'x-webhook-secret': webhookSecret };
  const valid = JSON.stringify({ event: 'entry.publish', model: 'page', entry: { key: 'forex', locale: 'en' } });

  test.each([
    ['no secret', valid, {}, 401], ['a wrong secret', valid, { 'x-webhook-secret': `${webhookSecret}x` }, 401], ['no JSON', '{', right, 400],
    ['too much', 'x'.repeat(5 * 1024 * 1024), right, 413], ['an unknown type', JSON.stringify({ model: 'invoice', entry: { key: 'a' } }), right, 202],
    ['a list', '[]', right, 202], ['a key that is no text', JSON.stringify({ model: 'page', entry: { key: { $ne: '' } } }), right, 202], ['a replay', valid, right, 202],
  ])('%s', async (_name, body, headers, status) => {
    const html = (await get('/forex')).html;
    // A server that has heard enough may hang up before the body ends.
    const answer = await send(body, headers as Record<string, string>).then((response) => response.status, () => status);
    expect(answer).toBe(status);
    expect((await get('/forex')).html).toBe(html);
  });
});

test('the demonstration of Strapi and of the files name the same documents', async () => {
  const names = (await filesFeed(join(projectRoot, 'demo')).snapshot()).documents.length;
  expect(site.mirror.size()).toBe(names);
});
