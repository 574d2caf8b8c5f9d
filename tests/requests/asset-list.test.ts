/** `/cfd-asset-list` for a visitor without a script: its address contains every choice. */
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { checkInstruments } from '../../content/feed/instrument-check.ts';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { readPage } from '../../tools/checks/content/crawl-site.ts';
import { metricsToken, startBuiltSite } from '../sites/start-built-site.ts';

// Uses its own site, because the test counts the cached pages.
const site = await startBuiltSite({ LOG_LEVEL: 'silent' });
afterAll(() => site.stop());

async function get(path: string): Promise<{ status: number; html: string; symbols: string[]; text: string }> {
  const response = await fetch(`${site.url}${path}`, { headers: { 'user-agent': 'bot' } });
  const html = await response.text();
  const symbols = [...html.matchAll(/<th scope="row"[^>]*><details>.*?<b>([^<]+)<\/b>/g)].map(
    ([, symbol = '']) => symbol,
  );
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  return { status: response.status, html, symbols, text: main.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' ') };
}

const path = '/cfd-asset-list';

test.each(locales)('the list is directly below the heading, with a count for every class, in %s', async (locale) => {
  const { html, symbols, text } = await get(localePath(path, locale));
  expect(symbols).toHaveLength(25);
  expect(symbols[1]).toBe('EURUSD');
  for (const count of [268, 62, 24, 18, 140]) expect(text).toMatch(new RegExp(`\\p{L} ${count}\\D`, 'u'));
  const main = html.slice(html.indexOf('<main'));
  expect(main.slice(main.indexOf('</h1>'), main.indexOf('role="search"'))).not.toContain('<section');
  expect(html).not.toContain('content="noindex');
});

test('a page at its default size is at most 12 KB without its inlined style, which has its own budget', async () => {
  for (const locale of locales) {
    const { html } = await get(localePath(path, locale));
    const style = /<style>.*?<\/style>/s.exec(html)?.[0] ?? '';
    expect(style.length).toBeGreaterThan(1000);
    expect(brotliCompressSync(html.replace(style, '')).length).toBeLessThanOrEqual(12 * 1024);
  }
});

test.each([
  ['?q=gold', ['XAUUSD', 'GS']],
  ['?q=ORO&class=commodity', ['XAUUSD']],
  ['?q=EUR%2Fusd', ['EURUSD']],
  ['?class=crypto&sort=-spread&size=50', null],
  ['?sort=-leverage&page=2', null],
])('%s has its own rows, and is excluded from search engines', async (query, symbols) => {
  for (const locale of locales) {
    const answer = await get(`${localePath(path, locale)}${query}`);
    expect(answer.status).toBe(200);
    if (symbols) expect(answer.symbols).toEqual(symbols);
    expect(answer.symbols.length).toBeGreaterThan(0);
    expect(answer.html).toContain('content="noindex');
  }
});

test('the pages of a list have every row once, and no page follows the last', async () => {
  const symbols: string[] = [];
  for (let page = 1; page <= 6; page += 1) symbols.push(...(await get(`${path}?size=50&page=${page}`)).symbols);
  expect([symbols.length, new Set(symbols).size]).toEqual([268, 268]);
  expect((await get(`${path}?size=50&page=7`)).status).toBe(404);
  expect((await get(`${path}?page=0`)).status).toBe(404);
});

test('every link of the list has the named effect, and keeps the other choices', async () => {
  const start = `${path}?q=us&class=forex&sort=-spread&size=50`;
  const { html } = await get(start);
  const links = [...html.matchAll(/href="(\/cfd-asset-list\?[^"]+)"/g)].map(([, one = '']) =>
    one.replaceAll('&amp;', '&'),
  );
  expect(links.length).toBeGreaterThan(15);
  for (const link of new Set(links)) {
    expect((await get(link)).status).toBe(200);
    expect(new URLSearchParams(link.split('?')[1]).get('q')).toBe('us');
  }
  expect(links).toContain(`${path}?q=us&class=forex&sort=spread&size=50`);
  // The form keeps the choices that are not typed.
  for (const [name, value] of [
    ['class', 'forex'],
    ['sort', '-spread'],
    ['size', '50'],
  ] as const)
    expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"`);
});

test('links to orders and sizes are marked nofollow', async () => {
  const { html } = await get(path);
  const followed = readPage(html, path).links.filter((link) => link.startsWith(`${path}?`));
  expect(followed.length).toBeGreaterThan(5);
  expect(followed.filter((link) => /sort=|size=/.test(link))).toEqual([]);
});

test('the download has every row of the shown list, in its order, and can be imported again', async () => {
  const { html } = await get(`/es${path}?q=oro&sort=-spread`);
  const link = /href="(\/api\/instruments\.csv\?[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const response = await fetch(`${site.url}${link}`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="instruments.csv"',
    'x-robots-tag': 'noindex',
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const { faults, instruments } = checkInstruments(bytes, ['discovery', 'prime', 'master'], '2026-11-23T00:00:00Z');
  expect(faults).toEqual([]);
  expect(instruments.map(({ symbol }) => symbol)).toEqual((await get(`/es${path}?q=oro&sort=-spread`)).symbols);
  const all = new Uint8Array(await (await fetch(`${site.url}/api/instruments.csv?locale=xx&class=none`)).arrayBuffer());
  expect(checkInstruments(all, null, '2026-11-23T00:00:00Z').instruments).toHaveLength(268);
});

test('a query without results stays in the field, and a sentence says what to try', async () => {
  for (const locale of locales) {
    const { html, status, symbols } = await get(`${localePath(path, locale)}?q=%3Cb%3Ezq%22`);
    expect([status, symbols]).toEqual([200, []]);
    expect(html).toContain('value="&lt;b&gt;zq&quot;"');
    expect(html).not.toContain('<b>zq');
    expect(html).toMatch(/role="status"><p>[^<]+&lt;b&gt;zq&quot;[^<]{30,}<\/p>/);
  }
});

test('values that no link uses count as absent', async () => {
  const defaultSymbols = (await get(path)).symbols;
  expect((await get(`${path}?class=bonds&sort=colour&size=7&account=x`)).symbols).toEqual(defaultSymbols);
});

test('only the default list is cached', async () => {
  const countCachedPages = async () => {
    const metrics = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    return Number(/^page_cache_entries (\d+)$/m.exec(await metrics.text())?.[1]);
  };
  await get(path);
  const before = await countCachedPages();
  expect(before).toBeGreaterThan(0);
  for (let index = 0; index < 20; index += 1) await get(`${path}?q=word${index}&page=1`);
  await get(`${path}?utm_source=x`);
  expect(await countCachedPages()).toBe(before);
});
