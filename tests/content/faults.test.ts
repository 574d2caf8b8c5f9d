/** A fault in content or rendering reaches us as an alarm, while the visitor still gets a page. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { startSite } from '../../server/site.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import * as siteRenderer from '../../site/site-renderer.ts';
import { expectedWords } from '../expected-words.ts';
import { readableText } from '../readable-text.ts';
import { sample, testSample } from '../sampled.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';

const secret = 'a secret of the tests, long enough';
/** The demonstration has no default picture: the site draws one for each page. */
const defaultSeo = 'seo:\n  keywords: default words\n  image: { file: ridge.svg, alt: A ridge }';
/** In the place of the demonstration's own keywords and picture. */
const withDefaultSeo = (yaml: string) => yaml.replace(/^ {2}keywords:[^]*/m, '').replace('seo:', defaultSeo);
let broken = false;

const folder = await mkdtemp(join(tmpdir(), 'brokerfront-faults-'));
await cp(join(projectRoot, 'demo'), join(folder, 'demo'), { recursive: true });
const site = await startSite({
  config: parseConfig({
    ARCHIVE: 'off',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    SITE_URL: 'http://site.test',
    STRAPI_WEBHOOK_SECRET: secret,
  }),
  root: projectRoot,
  buildId: 'test',
  assets: new Map(),
  documentAssets: () => ({ style: null, scripts: [], fonts: [] }),
  renderer: async () => ({
    ...siteRenderer,
    renderPage: (...parameters) => {
      if (broken) throw new Error('a component threw');
      return siteRenderer.renderPage(...parameters);
    },
  }),
  feed: filesFeed(join(folder, 'demo')),
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  broken = false;
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${site.url}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, html: await response.text() };
};

/** Changes a content file and syncs the site, returns what `look` returns, then restores the file and syncs again. */
async function withContent<Result>(
  file: string,
  change: (yaml: string) => string,
  look: (dropped: Set<string>) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, 'demo', file);
  const original = await readFile(path, 'utf8');
  await writeFile(path, change(original));
  try {
    return await look(await site.sync());
  } finally {
    await writeFile(path, original);
    await site.sync();
  }
}

const countAlarms = (
  kind:
    | 'missing-seo'
    | 'unknown-block'
    | 'invalid'
    | 'missing-image'
    | 'missing-translation'
    | 'render-failed'
    | 'feed-failed',
) => site.alarms.get(kind) ?? 0;

describe('content', () => {
  test('with an unknown block: the page renders without the block', async () => {
    const { html: before } = await get('/about');
    const count = countAlarms('unknown-block');
    await withContent(
      'pages/about.en.yaml',
      (yaml) => `${yaml}\n  - __component: blocks.hologram\n    heading: Not for visitors\n`,
      async () => {
        const { status, html } = await get('/about');
        expect(status).toBe(200);
        expect(html).toBe(before);
      },
    );
    expect(countAlarms('unknown-block')).toBeGreaterThan(count);
  });

  testSample(
    sample(
      [
        [
          'without seo',
          (yaml: string) => yaml.replace(/^seo:\n(?: .*\n)+/m, ''),
          [
            'CFD trading with the costs on the page',
            'CFDs on forex, indices, commodities, stocks and cryptocurrencies from',
            'default words',
            'ridge',
          ],
        ],
        [
          'with an empty seo',
          (yaml: string) => yaml.replace(/^seo:\n(?: .*\n)+/m, 'seo: null\n'),
          [
            'CFD trading with the costs on the page',
            'CFDs on forex, indices, commodities, stocks and cryptocurrencies from',
            'default words',
            'ridge',
          ],
        ],
        [
          'with a title alone',
          (yaml: string) =>
            yaml.replace(
              /^seo:\n(?: .*\n)+/m,
              "seo: { title: Its own title, description: '', keywords: null, image: null }\n",
            ),
          [
            'Its own title',
            'CFDs on forex, indices, commodities, stocks and cryptocurrencies from',
            'default words',
            'ridge',
          ],
        ],
        [
          'with all but a title',
          (yaml: string) =>
            yaml.replace(
              /^seo:\n(?: .*\n)+/m,
              "seo: { title: ' ', description: Its own description., keywords: 'own, words', image: { file: ladder.svg, alt: Own } }\n",
            ),
          ['CFD trading with the costs on the page', 'Its own description.', 'own, words', 'ladder'],
        ],
      ] as const,
      (_, index) => index % 2 === 1,
    ),
    'R33: of a page %s: each of title, description, keywords and image is its own or the default',
    async ([, change, [title, description, keywords, image]]) => {
      const count = countAlarms('missing-seo');
      await withContent('default-seo.en.yaml', withDefaultSeo, () =>
        withContent('pages/about.en.yaml', change, async () => {
          const { status, html } = await get('/about');
          expect(status).toBe(200);
          expect(html).toContain(`<title>${title} | Veldstone</title>`);
          expect(html).toContain(`<meta property="og:title" content="${title}"/>`);
          expect(html).toMatch(new RegExp(`<meta name="description" content="${description}`));
          expect(html).toContain(`<meta name="keywords" content="${keywords}"/>`);
          expect(html).toMatch(new RegExp(`<meta property="og:image" content="[^"]*${image}`));
        }),
      );
      expect(countAlarms('missing-seo')).toBeGreaterThan(count);
    },
  );

  test('of an article and a legal document without seo: their own title and summary, and the default keywords and image', async () => {
    const without = (yaml: string) => yaml.replace(/^seo:\n(?: .*\n)+/m, '');
    await withContent('default-seo.en.yaml', withDefaultSeo, async () => {
      for (const [file, path, title] of [
        [
          'news-articles/gold-when-nothing-happens.en.yaml',
          '/news/gold-when-nothing-happens',
          'Why gold moves when nothing happens to gold',
        ],
        ['legal-documents/risk-disclosure.en.yaml', '/legal/risk-disclosure', 'Risk disclosure'],
      ] as const) {
        await withContent(file, without, async () => {
          const { status, html } = await get(path);
          expect([status, html.match(/<title>(.*) \| Veldstone<\/title>/)?.[1]]).toEqual([200, title]);
          expect(html).toMatch(/<meta name="description" content="[^"]{40}/);
          expect(html).toContain('<meta name="keywords" content="default words"/>');
          expect(html).toMatch(/<meta property="og:image" content="[^"]*ridge/);
        });
      }
    });
  });

  test('without seo and without a default: the page has its title from the menu', async () => {
    const without = (yaml: string) => yaml.replace(/^seo:\n(?: .*\n)+/m, '');
    const count = countAlarms('missing-seo');
    await withContent('default-seo.en.yaml', without, () =>
      withContent('pages/about.en.yaml', without, async () => {
        const { status, html } = await get('/about');
        expect([status, html.match(/<title>(.*?)<\/title>/)?.[1]]).toEqual([200, 'About us | Veldstone']);
        expect(html).not.toMatch(/name="description"|og:description|name="keywords"/);
        expect(html).toContain('/share-pictures/');
        expect((await get('/site.webmanifest')).status).toBe(200);
        expect((await get('/search?q=about')).status).toBe(200);
      }),
    );
    expect(countAlarms('missing-seo')).toBeGreaterThanOrEqual(count + 2);
  });

  test('with a missing image: the page renders without a gap', async () => {
    const count = countAlarms('missing-image');
    await withContent(
      'pages/why-us.en.yaml',
      (yaml) => yaml.replaceAll('scales.svg', 'gone.svg'),
      async () => {
        const { status, html } = await get('/why-us');
        expect(status).toBe(200);
        expect(html).not.toContain('scales.svg');
        expect(html).not.toMatch(/<img[^>]*src=""/);
      },
    );
    expect(countAlarms('missing-image')).toBeGreaterThan(count);
  });

  test('with a missing translation: the English text with a notice, not for search engines', async () => {
    await rm(join(folder, 'demo/pages/mt5.es.yaml'));
    await site.sync();
    const { status, html } = await get('/es/mt5');
    expect(status).toBe(200);
    expect(html).toContain('Esta página todavía no está traducida');
    expect(html).toContain('<html lang="es"');
    expect(html).toContain('<div lang="en">');
    expect(html).toContain('content="noindex, follow"');
    expect(html).toContain('<link rel="canonical" href="http://site.test/mt5"/>');
    expect(html).not.toContain('rel="alternate"');
    // The translated pages no longer name the missing one.
    expect((await get('/mt5')).html).not.toContain('rel="alternate" hrefLang="es"');
    expect((await get('/sitemap-es.xml')).html).not.toContain('/es/mt5');
    expect(countAlarms('missing-translation')).toBeGreaterThan(0);
    await cp(join(projectRoot, 'demo/pages/mt5.es.yaml'), join(folder, 'demo/pages/mt5.es.yaml'));
    await site.sync();
    expect((await get('/es/mt5')).html).not.toContain('todavía no está traducida');
  });

  test('that changes: only the pages that show it are dropped', async () => {
    for (const path of [
      '/',
      '/es',
      '/forex',
      '/contact',
      '/news-center',
      '/es/news-center',
      '/education-center',
      '/news/gold-when-nothing-happens',
    ])
      await get(path);
    const dropped = await withContent(
      'news-articles/gold-when-nothing-happens.en.yaml',
      (yaml) =>
        yaml.replace(
          /^summary: .*/m,
          'summary: A new summary of the very same article, written by a test that wants to see it.',
        ),
      async (keys) => {
        expect((await get('/news/gold-when-nothing-happens')).html).toContain('A new summary');
        // The log tells an operator why this page was rendered again.
        expect(await (await fetch(`${site.url}/api/content/page?path=/news/gold-when-nothing-happens`)).text()).toBe(
          'The secret is missing or wrong.',
        );
        const answer = await fetch(`${site.url}/api/content/page?path=/news/gold-when-nothing-happens`, {
          headers: { 'x-webhook-secret': secret },
        });
        expect(await answer.json()).toMatchObject({
          cached: true,
          stale: false,
          replaces: 'doc:news-article:gold-when-nothing-happens:en',
          tags: expect.arrayContaining(['doc:news-article:gold-when-nothing-happens:en', 'doc:header:header:en']),
        });
        return keys;
      },
    );
    expect(dropped).toContain('/news/gold-when-nothing-happens');
    for (const other of ['/es', '/forex', '/contact', '/es/news-center', '/education-center'])
      expect(dropped).not.toContain(other);
  });

  test('from a feed that fails: nothing changes', async () => {
    const { html } = await get('/forex');
    const path = join(folder, 'demo');
    await cp(path, `${path}-away`, { recursive: true });
    await rm(path, { recursive: true });
    expect(await site.sync()).toEqual(new Set());
    expect(await get('/forex')).toEqual({ status: 200, html });
    expect(countAlarms('feed-failed')).toBe(1);
    await cp(`${path}-away`, path, { recursive: true });
  });
});

describe('rendering', () => {
  test('of a page that throws keeps its last bytes', async () => {
    const { html } = await get('/stocks');
    site.cache.markStale(site.cache.get('/stocks')?.tags ?? []);
    broken = true;
    const count = countAlarms('render-failed');
    expect(await get('/stocks')).toEqual({ status: 200, html });
    expect(countAlarms('render-failed')).toBe(count + 1);
  });

  test('R07: of a new page that throws shows the error screen, to a crawler only its text', async () => {
    broken = true;
    const { status, html } = await get('/es/indices');
    expect(status).toBe(500);
    for (const locale of ['en', 'es', 'it'] as const) {
      const pageText = readableText((await get(localePath('/indices', locale))).html);
      expect(Object.values(expectedWords(locale).fatal).filter((sentence) => !pageText.includes(sentence))).toEqual([]);
    }
    expect(html).not.toContain('a component threw');
    // Support can find the request in the log by this id.
    const withRequestId = { headers: { 'x-request-id': 'case-of-a-visitor' } };
    const reference = await fetch(`${site.url}/es/indices`, withRequestId);
    expect(reference.headers.get('x-request-id')).toBe('case-of-a-visitor');
    // The headers of a missing page (see `tests/requests/headers.test.ts`): no cache stores it, and no search engine lists it.
    const missing = await fetch(`${site.url}/nope`, withRequestId);
    const listHeaders = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['date', 'content-length'].includes(name));
    expect(listHeaders(reference)).toEqual(listHeaders(missing));
    expect(reference.headers.get('x-robots-tag')).toBe('noindex');
    expect(await reference.text()).toMatch(/Referencia.*<code class="[^"]+">case-of-a-visitor<\/code>/);
    expect(await get('/es/indices', { 'user-agent': 'bingbot' })).toEqual({
      status: 500,
      html: 'The page could not be rendered.',
    });
    broken = false;
    expect((await get('/es/indices')).status).toBe(200);
  });
});

describe('the process', () => {
  test('starts from its replica when the content is already there, and stops cleanly', async () => {
    const dataDir = join(folder, 'built');
    for (let start = 0; start < 2; start += 1) {
      const built = await startBuiltSite({ DATA_DIR: dataDir });
      expect((await fetch(`${built.url}/it/forex`)).status).toBe(200);
      await built.stop();
      expect(built.process.exitCode).toBe(0);
      const lines = built
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { msg: string; documents?: number });
      expect(lines.map((line) => line.msg)).toEqual(['listening', 'The site is ready', 'stopping', 'stopped']);
      expect(lines[0]?.documents).toBeGreaterThan(600);
    }
  });
});
