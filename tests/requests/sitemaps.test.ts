/**
 * What search engines get: sitemaps, made once for each state of the content however often they are requested, and the addresses of a page
 * in other languages.
 */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { localeRecords, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { startEditedSite } from '../sites/edited-site.ts';

/** Languages of the sitemaps made so far; `index` is the sitemap index. */
const builtSitemaps = vi.hoisted((): string[] => []);
vi.mock('../../server/assets/sitemap.ts', async (original) => {
  const sitemaps = await original<typeof import('../../server/assets/sitemap.ts')>();
  return {
    ...sitemaps,
    buildSitemapIndex: (...parameters: Parameters<typeof sitemaps.buildSitemapIndex>) => (
      builtSitemaps.push('index'),
      sitemaps.buildSitemapIndex(...parameters)
    ),
    buildSitemap: (...parameters: Parameters<typeof sitemaps.buildSitemap>) => (
      builtSitemaps.push(parameters[2]),
      sitemaps.buildSitemap(...parameters)
    ),
  };
});

const site = await startEditedSite();
afterAll(() => site.stop());
beforeEach(async () => {
  // A change of every language, so that no sitemap is kept from another test.
  await site.edit(({ documents }) => {
    for (const { wire } of documents) Object.assign(wire as object, { updatedAt: new Date().toISOString() });
  });
  await site.reset();
  builtSitemaps.length = 0;
});
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${site.url}${path}`, { headers });

test('sitemaps are built at their first request, with any query', async () => {
  for (const name of ['sitemap.xml', 'sitemap-es.xml']) {
    const texts = new Set<string>();
    for (const query of ['', '?a=1', '?a=2', '?']) texts.add(await (await get(`/${name}${query}`)).text());
    expect(texts.size).toBe(1);
  }
  expect(builtSitemaps).toEqual(['index', 'es']);
});

test('sitemaps have an ETag, which gives a 304', async () => {
  const first = await get('/sitemap-it.xml');
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    'cache-control': expect.stringContaining('s-maxage=60'),
  });
  const again = await get('/sitemap-it.xml?b', { 'if-none-match': `W/${first.headers.get('etag')}` });
  expect([again.status, again.headers.get('etag'), again.headers.get('cache-control'), await again.text()]).toEqual([
    304,
    first.headers.get('etag'),
    first.headers.get('cache-control'),
    '',
  ]);
  expect((await get('/sitemap-en.xml')).headers.get('etag')).not.toBe(first.headers.get('etag'));
  expect(builtSitemaps).toEqual(['it', 'en']);
});

test('sitemaps show a change of the content at once, and are cached while nothing changes', async () => {
  const before = await get('/sitemap-en.xml');
  expect(await before.text()).not.toContain('/news/zirconium');
  builtSitemaps.length = 0;
  await site.edit(() => undefined);
  expect((await get('/sitemap-en.xml', { 'if-none-match': before.headers.get('etag') ?? '' })).status).toBe(304);
  expect(builtSitemaps).toEqual([]);
  await site.edit(({ documents }) => {
    const article = documents.find(({ type, locale }) => type === 'news-article' && locale === 'en');
    if (article)
      documents.push({
        ...article,
        wire: { ...(article.wire as object), id: 'zirconium', slug: 'zirconium', updatedAt: '2099-01-01T00:00:00Z' },
      });
  });
  const after = await get('/sitemap-en.xml', { 'if-none-match': before.headers.get('etag') ?? '' });
  expect([after.status, (await after.text()).includes('<loc>http://site.test/news/zirconium</loc>')]).toEqual([
    200,
    true,
  ]);
  expect(await (await get('/sitemap.xml')).text()).toContain('<lastmod>2099-01-01');
  expect(builtSitemaps).toEqual(['en', 'index']);
});

test('the alternates of a page name the same part of a list in each language, and in the default', async () => {
  await site.edit(({ documents }) => {
    for (const article of documents.filter(({ type }) => type === 'news-article')) {
      const wire = article.wire as { id: string };
      for (const copy of ['one', 'two'])
        documents.push({ ...article, wire: { ...wire, id: `${wire.id}-${copy}`, slug: `${wire.id}-${copy}` } });
    }
  });
  const html = await (await get('/es/news-center/news?page=2')).text();
  const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)].map(
    ([, language, href]) => [language, href],
  );
  expect(alternates).toEqual([
    ...locales.map((locale) => [
      localeRecords[locale].tag,
      `http://site.test${localePath('/news-center/news?page=2', locale)}`,
    ]),
    ['x-default', 'http://site.test/news-center/news?page=2'],
  ]);
});
