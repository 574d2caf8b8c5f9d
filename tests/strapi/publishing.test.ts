/** Each change by an editor in Strapi appears on the pages that show it, and on no other page, shortly after Strapi's answer. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunningSite } from '../../server/site.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { until } from '../until.ts';
import { ShownPages } from './shown-pages.ts';
import { readySiteFromStrapi, versions } from './site-from-strapi.ts';
import { type StrapiEditor, type StrapiEntry, expectRefusal } from './strapi-editor.ts';
import { webhookSecret } from './strapi-process.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';

let folder: string;
let strapi: SharedStrapi;
let site: RunningSite;
let editor: StrapiEditor;
let pages: ShownPages;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-publishing-'));
  strapi = shared;
  await strapi.seedAgain();
  // Polling is off in these tests: every change arrives by webhook.
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: strapi.sitePort });
  editor = strapi.admin;
  pages = await ShownPages.open(site, strapi.url, (_, index) => index % 6 === 0);
}, 300_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

async function get(path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${site.url}${path}`, { redirect: 'manual', headers: { 'user-agent': 'bot' } });
  return { status: response.status, html: await response.text() };
}

const shows = (path: string, text: string) => async () => (await get(path)).html.includes(text);

/** The languages in which a new editor writes an article. */
const written = ['en', 'es', 'it'] as const;
const articles: Record<(typeof written)[number], { title: string; slug: string; word: string }> = {
  en: { title: 'Zirconium comes to the desk', slug: 'zirconium-comes-to-the-desk', word: 'zirconium' },
  es: { title: 'El circonio llega a la mesa', slug: 'el-circonio-llega-a-la-mesa', word: 'circonio' },
  it: { title: 'Lo zirconio arriva al banco', slug: 'lo-zirconio-arriva-al-banco', word: 'zirconio' },
};

/** Waits for a change; afterwards every page must equal its cold render. */
async function seen(question: () => Promise<boolean>, what: string): Promise<void> {
  await until(question, what);
  expect({ what, wrong: (await pages.look()).wrong }).toEqual({ what, wrong: [] });
}

describe('an editor’s first day', () => {
  test('changes the hero on /es/forex', async () => {
    const heading = 'Divisas, sin rodeos';
    await editor.edit('page', 'forex', 'es', (draft) => {
      const [hero, ...others] = draft['blocks'] as object[];
      return { ...draft, blocks: [{ ...hero, heading }, ...others] };
    });
    await seen(shows('/es/forex', `${heading}</h1>`), 'the hero');
    for (const path of ['/forex', '/it/forex', '/es/crypto']) expect((await get(path)).html).not.toContain(heading);
  });

  test('publishes a news article in three languages, finds it by the search, moves it and removes it', async () => {
    const template: Record<string, unknown> = await editor.draft('news-article', 'gold-when-nothing-happens');
    const published = site.replica.reader().get('news-article', 'gold-when-nothing-happens', 'en');
    const relation = async (type: string, keys: (string | null | undefined)[]) => ({
      connect: await Promise.all(
        keys
          .filter((key) => typeof key === 'string')
          .map(async (key) => ({ documentId: (await editor.draft(type, key)).documentId, locale: 'en' })),
      ),
    });
    const { summary, body, image, imageAlt } = template;
    const common = { summary, body, publishedOn: '2026-11-20' };
    const { documentId } = await editor.save('news-article', null, {
      ...common,
      ...articles.en,
      word: undefined,
      newsOfTheWeek: false,
      image,
      imageAlt,
      author: await relation('author', [published?.author]),
      category: await relation('news-category', [published?.category]),
      tags: await relation('tag', published?.tags ?? []),
    });
    for (const locale of written) {
      const { title, slug, word } = articles[locale];
      const found = shows(localePath(`/search?q=${word}`, locale), `/news/${slug}`);
      expect({ locale, found: await found() }).toEqual({ locale, found: false });
      if (locale !== 'en') await editor.save('news-article', documentId, { ...common, title, slug }, locale);
      await editor.publish('news-article', documentId, {}, locale);
      await seen(
        async () => (await get(localePath(`/news/${slug}`, locale))).status === 200,
        `the article in ${locale}`,
      );
      for (const path of ['/news-center', '/news-center/news', `/search?q=${word}`])
        expect({ path, locale, shown: await shows(localePath(path, locale), `/news/${slug}`)() }).toEqual({
          path,
          locale,
          shown: true,
        });
      expect((await get(`/sitemap-${locale}.xml`)).html).toContain(`/news/${slug}`);
    }
    expect((await get(`/news/${articles.en.slug}`)).html).toContain(localePath(`/news/${articles.es.slug}`, 'es'));

    await editor.publish('news-article', documentId, { slug: 'another-address' });
    await seen(async () => (await get('/news/another-address')).status === 200, 'the new address');
    const moved = await fetch(`${site.url}/news/${articles.en.slug}`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/news/another-address']);

    await editor.unpublish('news-article', documentId, 'it');
    // The English text replaces the missing translation, as everywhere.
    await seen(
      async () => !(await shows(`/it/search?q=${articles.it.word}`, articles.it.slug)()),
      'the end of the Italian text',
    );
    await editor.remove('news-article', documentId);
    await seen(async () => (await get('/news/another-address')).status === 404, 'its end');
    for (const locale of written)
      expect((await get(localePath(`/search?q=${articles[locale].word}`, locale))).html).not.toContain(
        '/news/another-address',
      );
    expect((await get('/news-center')).html).not.toContain('another-address');
  });

  test('R30: changes the order of the menu, in every language', async () => {
    const [first, second] = site.replica.reader().list('header-nav-item', 'en');
    if (!first || !second) throw new Error('The menu needs two items.');
    const names = (locale: Locale) =>
      [first, second].map(({ id }) => site.replica.reader().get('header-nav-item', id, locale)?.name ?? '');
    const inOrder = async (locale: Locale) => {
      const header = /<header[\s\S]*?<\/header>/.exec((await get(localePath('/about', locale))).html)?.[0] ?? '';
      const [one = '', two = ''] = names(locale);
      return header.indexOf(one) >= 0 && header.indexOf(one) < header.indexOf(two);
    };
    for (const locale of locales) expect({ locale, inOrder: await inOrder(locale) }).toEqual({ locale, inOrder: true });
    // The position is shared by all languages: published in one, it is live in all.
    // Two places change: a position that another draft has is refused, so both are saved before one is published.
    const other = await editor.draft('header-nav-item', second.id, 'es');
    await editor.save('header-nav-item', other.documentId, { ...other, menuPosition: first.menuPosition }, 'es');
    await editor.edit('header-nav-item', first.id, 'es', (draft) => ({ ...draft, menuPosition: second.menuPosition }));
    await editor.edit('header-nav-item', second.id, 'es', (draft) => ({ ...draft, menuPosition: first.menuPosition }));
    for (const locale of locales) await seen(async () => !(await inOrder(locale)), `the other order in ${locale}`);
  });

  test('replaces the logo, which is on every page under another address', async () => {
    const address = async () => /<img src="(\/media\/[^"]+logo[^"]*)"/.exec((await get('/es/forex')).html)?.[1];
    const before = await address();
    const common = await editor.draft('common-datum', 'common-datum');
    const logo = common['logoColored'] as StrapiEntry;
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="32" viewBox="0 0 160 32"><rect width="160" height="32" fill="#123"/></svg>',
    );
    await editor.upload(String(logo['name']), svg, 'image/svg+xml', logo.id);
    await seen(async () => (await address()) !== before, 'the new logo');
    expect(await (await fetch(`${site.url}${await address()}`)).text()).toBe(svg.toString());
  });

  test('replaces a platform picture on the home page and on its own page; a missing dark picture is replaced by the light one', async () => {
    interface Picture {
      size: string;
      light: StrapiEntry;
      dark: StrapiEntry | null;
    }
    type Blocks = { __component: string; platforms?: { pictures: Picture[] }[] }[];
    const narrow = (draft: StrapiEntry) =>
      (draft['blocks'] as Blocks)
        .flatMap(({ platforms = [] }) => platforms.flatMap(({ pictures }) => pictures))
        .find(({ size }) => size === 'narrow');
    /** The pictures for phones in the light and in the dark theme. */
    const phone = async (path: string) =>
      [...(await get(path)).html.matchAll(/srcSet="(\/media\/[^"]*\/platform-app-es-narrow-[^"]*)"/g)].map(
        ([, address = '']) => address,
      );
    const before = await phone('/es/app');
    expect(before).toHaveLength(2);
    expect(await phone('/es')).toEqual(before);

    const dark = narrow(await editor.draft('page', 'app', 'es'))?.dark;
    if (!dark) throw new Error('The demonstration has a dark picture for phones.');
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="360" height="640" viewBox="0 0 360 640"><rect width="360" height="640" fill="#123"/></svg>',
    );
    await editor.upload(String(dark['name']), svg, 'image/svg+xml', dark.id);
    await seen(
      async () => [(await phone('/es'))[1], (await phone('/es/app'))[1]].every((address) => address !== before[1]),
      'the new picture',
    );
    const after = await phone('/es/app');
    expect(after).toEqual([before[0], expect.stringMatching(/-dark\.svg$/)]);
    expect(await phone('/es')).toEqual(after);
    expect(await (await fetch(`${site.url}${after[1]}`)).text()).toBe(svg.toString());
    // The site knows the size of the new picture.
    expect((await get('/es/app')).html).toContain(`srcSet="${after[1]}" width="360" height="640"`);

    await editor.edit('page', 'app', 'es', (draft) => {
      const picture = narrow(draft);
      if (picture) picture.dark = null;
      return draft;
    });
    await seen(async () => (await phone('/es/app'))[1] === before[0], 'the light picture in both themes');
    expect(await phone('/es')).toEqual(after);
  });

  test('adds a redirect in every language, and removes it', async () => {
    const to = async (path: string) => {
      const { status, headers } = await fetch(`${site.url}${path}`, {
        redirect: 'manual',
        headers: { 'user-agent': 'bot' },
      });
      return `${status} ${headers.get('location')}`;
    };
    const rule = await editor.save('redirect', null, { from: '/currencies', to: '/forex', permanent: true });
    await editor.publish('redirect', rule.documentId);
    await seen(async () => (await to('/currencies')) === '301 /forex', 'the redirect');
    expect(await to('/es/currencies?from=mail')).toBe('301 /es/forex?from=mail');
    await editor.remove('redirect', rule.documentId);
    await seen(async () => (await to('/currencies')).startsWith('404'), 'its end');
  });
});

test('an unpublished category disappears from its articles, and comes back to them', async () => {
  const { category, slug } = site.replica.reader().list('news-article', 'en')[0] as { category: string; slug: string };
  const name = site.replica.reader().get('news-category', category, 'en')?.name ?? '';
  const linked = `/news-category/${site.replica.reader().get('news-category', category, 'en')?.slug}`;
  expect((await get(`/news/${slug}`)).html).toContain(linked);
  const draft = await editor.draft('news-category', category);
  await editor.unpublish('news-category', draft.documentId);
  await until(async () => !(await get(`/news/${slug}`)).html.includes(linked), 'the article without it');
  expect(site.replica.reader().list('news-article', 'en', { relation: ['category', category] })).toEqual([]);
  await editor.publish('news-category', draft.documentId);
  await until(async () => (await get(`/news/${slug}`)).html.includes(linked), 'the article with it');
  expect((await get(`/news/${slug}`)).html).toContain(name);
});

test('a page may leave its search texts to the default ones, which may not be empty', async () => {
  const draft = await editor.draft('page', 'about');
  const description = async () => /<meta name="description" content="([^"]*)"/.exec((await get('/about')).html)?.[1];
  const own = await description();
  const shared = await editor.draft('default-seo', 'default-seo');
  const seo = shared.seo as Record<string, unknown>;
  for (const empty of [null, { title: null, description: '' }]) {
    await editor.publish('page', draft.documentId, { ...draft, seo: empty });
    await until(async () => (await description()) === seo.description, 'the default description');
  }
  await editor.publish('page', draft.documentId, { ...draft, seo: { ...(draft.seo as object), id: undefined } });
  await until(async () => (await description()) === own, 'its own description');
  const refusal = await expectRefusal(
    editor.publish('default-seo', shared.documentId, { ...shared, seo: { ...seo, description: '' } }),
  );
  expect([refusal.status, JSON.stringify(refusal.fields)]).toEqual([
    400,
    expect.stringContaining('The default description stands in for every page that has none of its own: write one.'),
  ]);
});

test('words of the interface are replaced in one language, on pages, in forms and in suggestions, and come back', async () => {
  const set = (words: { message: string; text: string }[]) =>
    editor.publish('interface-word-set', null, { words }, 'es');
  const read = async () => ({
    es: (await get('/es/news-center')).html,
    en: (await get('/news-center')).html,
    form: await (
      await fetch(`${site.url}/es/login`, { method: 'POST', body: new URLSearchParams({ intent: 'sign-in' }) })
    ).text(),
    suggestions: await (await fetch(`${site.url}/api/search?q=oro&locale=es`)).text(),
  });
  const before = await read();
  await set([
    { message: 'layout.legalMenu', text: 'Lo legal' },
    { message: 'login.submit', text: 'Adelante' },
    { message: 'instruments.hits', text: 'Mercados' },
  ]);
  await until(async () => (await get('/es/news-center')).html.includes('aria-label="Lo legal"'), 'the words');
  const after = await read();
  expect([after.form, after.suggestions].map((text) => /Adelante|"kind":"Mercados"/.exec(text)?.[0])).toEqual([
    'Adelante',
    '"kind":"Mercados"',
  ]);
  expect(after.en).toBe(before.en);
  for (const [message, text, sentence] of [
    ['careers.applyFor', 'Solicitar', '{title} is missing: the site writes a value there.'],
    ['search.submit', 'Buscar {count}', 'The site has no value for {count} here: remove it.'],
    ['search.submit', '<b>Buscar</b>', 'The sign < cannot be shown here: remove it.'],
    ['search.submit', 'Buscar '.repeat(9), 'there is room for 32.'],
    ['consent.acceptAll', 'Sí', 'choose some from the list.'],
  ] as const)
    expect(Object.values((await expectRefusal(set([{ message, text }]))).fields).join(' ')).toContain(sentence);
  await set([]);
  await until(async () => (await get('/es/news-center')).html === before.es, 'the site’s own words');
});

describe('a request to the webhook', () => {
  const address = () => `${site.url}/api/content/webhook`;
  const secret = { 'x-webhook-secret': webhookSecret };
  const valid = JSON.stringify({ event: 'entry.publish', model: 'page', entry: { key: 'forex', locale: 'en' } });

  test.each<[name: string, body: string, headers: Record<string, string>, status: number]>([
    ['no secret', valid, {}, 401],
    ['a wrong secret', valid, { 'x-webhook-secret': `${webhookSecret}x` }, 401],
    ['no JSON', '{', secret, 400],
    ['an unknown type', JSON.stringify({ model: 'invoice', entry: { key: 'a' } }), secret, 202],
    ['a list', '[]', secret, 202],
    ['a key that is no text', JSON.stringify({ model: 'page', entry: { key: { $ne: '' } } }), secret, 202],
    ['a replay', valid, secret, 202],
  ])('%s', async (_name, body, headers, status) => {
    const before = versions(site.replica);
    const answer = await fetch(address(), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(answer.status).toBe(status);
    expect(versions(site.replica)).toEqual(before);
  });

  test('that is too long is refused by its length, before it is sent', async () => {
    const headers = { ...secret, 'content-type': 'application/json', 'content-length': 5 * 1024 * 1024 };
    const sent = request(address(), { method: 'POST', headers });
    sent.flushHeaders();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    sent.destroy();
  });
});
