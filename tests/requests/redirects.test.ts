/** Where redirects lead, and how long they may be cached. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { launchChromium } from '../browser.ts';
import { type EditedSite, startEditedSite } from '../sites/edited-site.ts';

const siteUrl = inject('siteUrl');

/** Endpoints that redirect a visitor to a path from the request, and `otherwise`, where they lead when that path is not on this site. */
const waysBack = {
  '/api/locale': {
    ask: (path: string) =>
      fetch(`${siteUrl}/api/locale?${new URLSearchParams({ to: 'es', path })}`, { redirect: 'manual' }),
    otherwise: '/es',
  },
  '/api/preview/end': {
    ask: (path: string) => fetch(`${siteUrl}/api/preview/end?${new URLSearchParams({ path })}`, { redirect: 'manual' }),
    otherwise: '/',
  },
  '/api/geo/notice': {
    ask: (path: string) =>
      fetch(`${siteUrl}/api/geo/notice`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: siteUrl },
        body: new URLSearchParams({ path }),
      }),
    otherwise: '/',
  },
};

describe.each(Object.entries(waysBack))('%s', (_endpoint, { ask, otherwise }) => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    'https://evil.example',
    '',
    '/a\r\nSet-Cookie: x=1',
  ])('leads to no other site by %j', async (path) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([303, otherwise]);
  });

  test.each([
    ['/новости', '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8'],
    ['/news/caf%C3%A9?page=2', '/news/caf%C3%A9?page=2'],
    ['/news/café', '/news/caf%C3%A9'],
    ['/%zz', '/%25zz'],
  ])('leads to %s', async (path, location) => {
    const { status, headers } = await ask(path);
    expect([status, headers.get('location')]).toEqual([303, location]);
  });
});

test.each([
  '/forex%2F',
  '/forex%2f',
  '/es/forex%2F',
  '/forex/%2F',
  '/forex%2F%2F',
  '/forex%2F?a=1',
  '/%2F',
  '/%2Fevil.example%2F',
  '/es%2F',
  '/legal%2Fterms-of-service',
])('%s is no address of a page: 404', async (path) => {
  expect((await fetch(`${siteUrl}${path}`, { redirect: 'manual' })).status).toBe(404);
});

test.each([
  ['/?url=https://p.example/o?id=7&gclid=x', '/es?url=https://p.example/o?id=7&gclid=x'],
  ['/?a=1?b=2?c=3', '/es?a=1?b=2?c=3'],
  ['/??', '/es??'],
])('%s keeps its whole query on the redirect of the language', async (path, to) => {
  const { status, headers } = await fetch(`${siteUrl}${path}`, {
    redirect: 'manual',
    headers: { 'accept-language': 'es' },
  });
  expect([status, headers.get('location')]).toEqual([302, to]);
});

test.each([
  ['/forex/?a=b?c=d', '/forex?a=b?c=d'],
  ['/es/forex/?url=https://p.example/?x', '/es/forex?url=https://p.example/?x'],
])('%s keeps its whole query without its slash', async (path, to) => {
  const { status, headers } = await fetch(`${siteUrl}${path}`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([301, to]);
});

describe('content', () => {
  const rules = {
    '/fees': '/faqs#costs',
    '/prices': '/faqs?topic=costs#costs',
    '/in-spanish': '/es/forex',
    '/in-english': '/en/forex',
    '/with-slash/': '/forex',
    '/a-file': '/media/1/x.svg',
    '/elsewhere': 'https://example.com/informaci\u00f3n?a=b%20c',
    '/its-app': 'https://example.com/#/app',
    '/novosti': '/новости',
    '/home-again': '/',
    '/es/fees': '/regulation',
    '/it/vecchio': '/forex',
    '/asked': '/search?q=información',
  };
  let site: EditedSite;
  beforeAll(async () => {
    site = await startEditedSite();
    await site.edit(({ documents }) => {
      for (const [from, to] of Object.entries(rules)) {
        for (const locale of locales)
          documents.push({
            type: 'redirect',
            locale,
            source: 'test',
            wire: { id: from.replaceAll('/', ''), updatedAt: '2026-11-21T00:00:00Z', from, to, permanent: true },
          });
      }
    });
  });
  afterAll(() => site.stop());
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${site.url}${path}`, { redirect: 'manual', headers });

  test.each([
    ['/fees?utm_source=a', '/faqs?utm_source=a#costs'],
    ['/it/fees', '/it/faqs#costs'],
    ['/es/fees?a=1', '/es/regulation?a=1'],
    ['/it/vecchio', '/it/forex'],
    ['/prices?utm_source=a', '/faqs?topic=costs&utm_source=a#costs'],
    ['/fees?', '/faqs#costs'],
    ['/es/in-spanish', '/es/forex'],
    ['/it/in-spanish?a=1', '/es/forex?a=1'],
    ['/es/in-english', '/en/forex'],
    ['/es/a-file', '/media/1/x.svg'],
    ['/it/home-again?a=1', '/it?a=1'],
    ['/asked?a=1', '/search?q=informaci%C3%B3n&a=1'],
    ['/with-slash', '/forex'],
    ['/es/with-slash', '/es/forex'],
    ['/es/elsewhere?utm_source=a', 'https://example.com/informaci%C3%B3n?a=b%20c&utm_source=a'],
    ['/its-app?utm_source=a', 'https://example.com/?utm_source=a#/app'],
    ['/novosti', '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8'],
  ])('%s leads to %s', async (from, to) => {
    const { status, headers } = await get(from);
    expect([status, headers.get('location')]).toEqual([301, to]);
  });

  test('no cache keeps a redirect longer than a page', async () => {
    const pageCacheControl = (await get('/forex')).headers.get('cache-control');
    expect(pageCacheControl).toContain('s-maxage');
    for (const path of ['/fees', '/it/news/gold-when-nothing-happens', '/forex/']) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 301, pageCacheControl]);
    }
    // A redirect that sets a cookie is for one visitor only.
    const { status, headers } = await get('/fees?ref=partner7');
    expect([status, headers.get('set-cookie'), headers.get('cache-control')]).toEqual([
      301,
      expect.stringContaining('partner7'),
      'private, no-store',
    ]);
  });

  test('a browser that saw both names of an article finds it after it gets its old name back', async () => {
    const browser = await launchChromium();
    const page = await browser.newPage();
    const first = '/news/gold-when-nothing-happens';
    const rename = (slug: string) =>
      site.edit(({ documents }) => {
        for (const document of documents) {
          const wire = document.wire as { id: string };
          if (document.type === 'news-article' && document.locale === 'en' && wire.id === 'gold-when-nothing-happens')
            document.wire = { ...wire, slug };
        }
      });
    const visited = async (path: string) => {
      const answer = await page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
      return [answer?.status(), new URL(page.url()).pathname];
    };
    try {
      expect(await visited(first)).toEqual([200, first]);
      await rename('gold-by-another-name');
      expect(await visited(first)).toEqual([200, '/news/gold-by-another-name']);
      await rename('gold-when-nothing-happens');
      expect(await visited('/news/gold-by-another-name')).toEqual([200, first]);
      expect(await visited(first)).toEqual([200, first]);
    } finally {
      await browser.close();
    }
  });
});

test('no cache keeps a 404, because the page may exist a moment later', async () => {
  for (const path of [
    '/assets/entry-gone.js',
    '/media/0000/none.svg',
    '/media/0000/640/none.jpg.avif',
    '/api/none',
    '/api/strapi/none',
    '/_builds/meta/none.json',
    '/nope',
  ]) {
    const { status, headers } = await fetch(`${siteUrl}${path}`);
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
  }
  const outside = await fetch(`${siteUrl}/metrics`);
  expect([outside.status, outside.headers.get('cache-control')]).toEqual([404, 'no-store']);
});
