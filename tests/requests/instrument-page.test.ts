/** `/cfd-asset-list/{symbol}` for a visitor without a script, and after changes of the content. */
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Locale, locales } from '../../content/locales.ts';
import type { DocumentType } from '../../content/model.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { startEditedSite } from '../sites/edited-site.ts';

const site = await startEditedSite();
afterAll(() => site.stop());

const path = '/cfd-asset-list/xauusd';

async function get(address: string) {
  const response = await fetch(`${site.url}${address}`, { redirect: 'manual', headers: { 'user-agent': 'bot' } });
  const html = await response.text();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const text = main
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');
  return { status: response.status, location: response.headers.get('location'), html, main, text };
}

test.each([
  [
    'en',
    'Gold (XAUUSD)',
    'USD 4,000.00',
    'USD −38.00 a lot and night',
    'What moves gold',
    'generated for this demonstration',
  ],
  [
    'es',
    'Oro (XAUUSD)',
    '4.000,00 USD',
    '−38,00 USD por lote y noche',
    'Qué mueve el oro',
    'generados para esta demostración',
  ],
  [
    'it',
    'Oro (XAUUSD)',
    '4.000,00 USD',
    '−38,00 USD per lotto e notte',
    'Che cosa muove l’oro',
    'generati per questa dimostrazione',
  ],
] as const)('%s: price, contract, costs, days, hours and text are in the HTML', async (locale, ...said) => {
  const { status, main, text, html } = await get(localePath(path, locale));
  expect(status).toBe(200);
  for (const words of said) expect(text).toContain(words);
  for (const words of ['Discovery', 'Prime', 'Master', '1:200', '3.50', '3,50'].slice(0, 4))
    expect(text).toContain(words);
  expect(main.match(/<h1/g)).toHaveLength(1);
  // Sixty days: a candle each in the drawing, a row each in the table.
  const [wicks = ''] = /(?<=<svg viewBox="0 0 600 240"[^>]*><path d=")[^"]+/.exec(main) ?? [];
  expect(wicks.match(/M/g)).toHaveLength(60);
  expect(main.match(/<th scope="row">2026-/g)).toHaveLength(60);
  expect(main).toMatch(/role="img" aria-label="[^"]{60,}"/);
  // The hours are in UTC, and the text does not depend on the current time.
  expect(text).toMatch(/23:05/);
  expect(main).toContain('data-name="market-week"');
  expect(main.match(/href="[^"]*\/(?:news|education)\/[^"]+"/g)?.length).toBeGreaterThanOrEqual(4);
  expect(html).toContain(`<link rel="canonical" href="http://site.test${localePath(path, locale)}"/>`);
  expect(html.match(/hreflang="/gi)?.length).toBeGreaterThanOrEqual(4);
  expect(html).not.toContain('content="noindex');
  expect(brotliCompressSync(html).length).toBeLessThan(12 * 1024);
});

test('structured data has the breadcrumbs and the product', async () => {
  const { html } = await get(path);
  const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const graph = JSON.stringify(found.map(([, data = '']) => JSON.parse(data) as unknown));
  expect(graph).toContain('"FinancialProduct"');
  expect(graph).toContain('"BreadcrumbList"');
  expect(graph).toContain(`http://site.test${path}`);
  for (const locale of locales) {
    const sitemap = await (await fetch(`${site.url}/sitemap-${locale}.xml`)).text();
    expect(sitemap).toContain(`<loc>http://site.test${localePath(path, locale)}</loc>`);
  }
});

test('a symbol in other case redirects to its page, and an unknown symbol is not found', async () => {
  expect(await get('/es/cfd-asset-list/XauUSD')).toMatchObject({
    status: 301,
    location: expect.stringMatching(/\/es\/cfd-asset-list\/xauusd$/),
  });
  for (const wrong of ['gold', 'x', 'EURUSD%20', '__proto__'])
    expect((await get(`/cfd-asset-list/${wrong}`)).status).toBe(404);
});

test.each([
  ['en', 'GOLD', 'Gold (XAUUSD)', 'USD 4,000.00'],
  ['es', 'dólar estadounidense rand', null, ''],
  ['es', 'eur/usd', 'Euro / Dólar EE. UU. (EURUSD)', '1,20000 USD'],
  ['it', 'estee', 'Estée Lauder (EL)', 'Borsa di New York'],
  ['it', 'XAUUSD Oro', 'Oro (XAUUSD)', '4.000,00 USD'],
] as const)(
  'the search lists the instrument first if the query means one (%s: “%s”)',
  async (locale, words, title, figure) => {
    const query = `q=${encodeURIComponent(words)}`;
    const { main, text } = await get(`${localePath('/search', locale)}?${query}`);
    const suggestions = (await (await fetch(`${site.url}/api/search?${query}&locale=${locale}`)).json()) as {
      title: string;
    }[];
    if (title === null) return expect(main).not.toContain('kind-instrument');
    expect(main.indexOf('id="kind-instrument"')).toBe(main.indexOf('id="kind-'));
    for (const said of [title, figure, 'UTC', 'Prime']) expect(text).toContain(said);
    expect(main).toMatch(/href="[^"]*\/cfd-asset-list\/[a-z]+"/);
    const [symbol = ''] = /\w+(?=\)$)/.exec(title) ?? [];
    expect(suggestions[0]?.title).toMatch(new RegExp(`^${symbol} `));
  },
);

test('an instrument is found next to another word, and a misspelt name with the corrected word', async () => {
  const search = (words: string) => get(`/search?q=${encodeURIComponent(words)}`);
  for (const words of ['gold spread', 'goldd spraed'])
    expect((await search(words)).main, words).toContain('id="kind-instrument"');
  expect((await search('goldd spraed')).text).toContain('These results are for “gold” and “spread”');
  // Every page of the results has the same query and the same count.
  const counts = [1, 2, 3].map(async (page) => {
    const { text } = await get(`/search?q=${encodeURIComponent('goldd spraed')}&page=${page}`);
    return /\d+ results for “[^”]+”/.exec(text)?.[0];
  });
  expect(new Set(await Promise.all(counts))).toEqual(new Set([expect.stringContaining('for “gold spread”')]));
  expect((await search('gold')).text).not.toContain('These results are for');
  // A word of another language names an instrument too; and what is taken for a misspelt word finds what that word finds.
  const total = async (address: string) =>
    /\d+(?= (?:results?|resultados?|risultat[oi]) )/.exec((await get(address)).text)?.[0];
  const results = (locale: Locale, words: string) =>
    total(`${localePath('/search', locale)}?q=${encodeURIComponent(words)}`);
  for (const locale of locales) {
    expect((await get(`${localePath('/search', locale)}?q=gold+spread`)).main).toContain('kind-instrument');
    expect([locale, await results(locale, 'spraed')]).toEqual([locale, await results(locale, 'spread')]);
  }
  expect(await results('es', 'margen de depositto')).toBe(await results('es', 'margen de depósito'));
});

test.each(['forex', 'indices', 'commodities', 'stocks', 'crypto'])(
  'the page /%s has the week of its markets',
  async (page) => {
    for (const locale of locales) {
      const { main } = await get(localePath(`/${page}`, locale));
      const [props = ''] = /(?<=data-name="market-week"[^>]*data-props=")[^"]+/.exec(main) ?? [];
      const { board } = JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as {
        board: { markets: { id: string }[] };
      };
      expect(board.markets.map(({ id }) => id)).toEqual(weeks[page]);
      expect(main.match(/<svg[^>]* viewBox="0 0 10080 20"/g)).toHaveLength(board.markets.length);
    }
  },
);

const weeks: Record<string, string[]> = {
  forex: ['forex'],
  indices: ['us-indices', 'eurex-indices'],
  commodities: ['metals', 'energy'],
  stocks: ['nasdaq', 'xetra'],
  crypto: ['crypto'],
};

/** Changes fields of a document in English, and of what all languages share. */
function set(type: DocumentType, id: string, fields: object): Promise<void> {
  return site.edit(() => void Object.assign(site.wire(type, id, 'en'), fields));
}

test('a change of figures, days, calendar or text is on the page at once', async () => {
  onTestFinished(() => site.reset());
  const before = await get(path);
  await set('instrument', 'xauusd', { swapLong: -41.5 });
  expect((await get(path)).text).toContain('USD −41.50 a lot and night');
  expect((await get('/cfd-asset-list?q=xauusd')).text).toContain('−41.50');
  await set('price-history', 'xauusd', { bars: '2026-10-29,4001,4999,4000,4002\n2026-10-30,4001,4999,4000,4321.09' });
  for (const locale of locales) expect((await get(localePath(path, locale))).main).toMatch(/<td>4[.,]321[.,]09<\/td>/);
  await set('trading-calendar', 'metals', { name: 'Precious metals' });
  expect((await get(path)).text).toContain('Precious metals');
  await set('instrument-guide', 'xauusd', { title: 'What lifts gold' });
  expect((await get(path)).text).toContain('What lifts gold');
  expect(before.text).not.toContain('What lifts gold');
});

test('an instrument without days or calendar has a page without them', async () => {
  onTestFinished(() => site.reset());
  await set('instrument', 'xagusd', { calendar: 'none' });
  await site.edit((content) => {
    content.documents = content.documents.filter(
      ({ type, wire }) => type !== 'price-history' || (wire as { id: string }).id !== 'xagusd',
    );
  });
  const { status, main } = await get('/cfd-asset-list/xagusd');
  expect(status).toBe(200);
  expect(main).not.toContain('viewBox="0 0 600 240"');
  expect(main).not.toContain('market-week');
});
