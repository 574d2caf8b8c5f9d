/** The cost ticket and the calculators without a browser: cached without a query, and current with a query, in each language. */
import { expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { messages } from '../../site/i18n/translate.ts';
import type { CostFactsAnswer } from '../../site/islands/cost-tool.island.tsx';

const siteUrl = inject('siteUrl');
const get = (path: string) => fetch(`${siteUrl}${path}`, { redirect: 'manual' });

/** Reads the text of the tool in a page, without the parts for the browser and with ordinary spaces. */
function toolText(html: string): string {
  const [, island = ''] = /<is-land data-name="cost-tool".*?data-props="[^"]*">(.*?)<\/is-land>/s.exec(html) ?? [];
  return island
    .replace(/<(?:option|datalist).*?<\/(?:option|datalist)>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/[\s\u00a0\u202f]+/g, ' ');
}

async function answerTo(locale: string, question: Record<string, string>) {
  const path = `${localePath('/trading-tools', locale as 'en')}?${new URLSearchParams(question)}`;
  const response = await get(path);
  const html = await response.text();
  return { response, html, text: toolText(html) };
}

const gold = { lots: '0,5', nights: '3', from: 'wednesday', account: 'discovery', currency: 'USD' };
const ticketCases = [
  ['en', 'gold', ['USD 200,000.00', 'USD −12.00', 'USD −57.00', 'USD −19.00', 'USD −107.00', '0.054%']],
  ['es', 'oro', ['200.000,00 USD', '−12,00 USD', '−57,00 USD', '−19,00 USD', '−107,00 USD', '0,054 %']],
  ['it', 'Oro', ['200.000,00 USD', '−12,00 USD', '−57,00 USD', '−19,00 USD', '−107,00 USD', '0,054%']],
] as const;

test.each(ticketCases)(
  'R71: the ticket has the costs of half a lot of gold for three nights from Wednesday, and whether the market is open (%s)',
  async (locale, symbol, figures) => {
    const { response, html, text } = await answerTo(locale, { ...gold, symbol });
    for (const figure of figures) expect(text).toContain(figure);
    const { open, shut } = messages[locale].costs;
    const state = (sentence: string) => sentence.split('{until}')[0]?.split('{name}')[1]?.trim() ?? '';
    expect([state(open), state(shut)].some((words) => text.includes(words))).toBe(true);
    // The answer is for one visitor at one moment, so it is not cached and not for search engines.
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(html).toMatch(/<meta name="robots" content="noindex/);
    expect(html).toContain(`<link rel="canonical" href="${siteUrl}${localePath('/trading-tools', locale)}"`);
    expect(html).toContain('value="0,5"');
  },
);

test.each(locales)(
  'the page without a query is cached and does not depend on the current time (%s)',
  async (locale) => {
    const response = await get(localePath('/trading-tools', locale));
    const html = await response.text();
    expect(response.headers.get('cache-control')).toContain('s-maxage');
    expect(html).not.toContain('noindex');
    expect(toolText(html)).toContain(messages[locale].costs.words.total);
    expect(html).toContain('&quot;market&quot;:null');
  },
);

test.each(locales)(
  'the ticket is prefilled on the home page and on an instrument, and every market page has a line that leads to it (%s)',
  async (locale) => {
    for (const [path, symbol] of Object.entries({ '/': 'EURUSD', '/cfd-asset-list/de40': 'DE40' })) {
      const html = await (await get(localePath(path, locale))).text();
      expect(html, path).toMatch(new RegExp(`name="symbol"[^>]*value="${symbol}"|value="${symbol}"[^>]*name="symbol"`));
      expect(toolText(html), path).toContain(messages[locale].costs.words.total);
    }
    const markets = { '/forex': 'EURUSD', '/crypto': 'BTCUSD', '/stocks': 'AAPL', '/indices': 'US500' };
    for (const [path, symbol] of Object.entries({ ...markets, '/commodities': 'XAUUSD' })) {
      const html = await (await get(localePath(path, locale))).text();
      const address = `${localePath('/trading-tools', locale)}?symbol=${symbol}`;
      expect(html, path).toContain(`href="${address}#tool"`);
      expect(toolText(await (await get(address)).text()), path).toContain(messages[locale].costs.words.total);
    }
  },
);

const calculators: [string, Record<string, string>, string[]][] = [
  ['pip', { symbol: 'USDJPY', lots: '1', currency: 'USD' }, ['1 × 100.000 × 0,01 = 1.000 JPY', '6,67 USD']],
  [
    'margin',
    { symbol: 'DE40', lots: '2', account: 'prime', currency: 'USD' },
    ['2 × 1 × 24.600,00 = 49.200,00 EUR', '295,20 USD'],
  ],
  [
    'profit',
    { symbol: 'EURUSD', side: 'short', lots: '0,5', open: '1,2', close: '1.19', currency: 'USD' },
    ['(1,2 − 1,19) × 0,5 × 100.000', '+500,00 USD', '100 pips'],
  ],
  [
    'size',
    { symbol: 'EURUSD', risk: '50', stop: '25', account: 'prime', currency: 'USD' },
    ['(25 + 0,6) × 100.000 × 0,0001', '256,00 USD', '0,19 lotes'],
  ],
  [
    'swap',
    { symbol: 'AAPL', lots: '10', nights: '3', from: 'friday', account: 'discovery', currency: 'USD' },
    ['10 × 1 × 270,00 × −6,9 % ÷ 360', '−1,55 USD', 'cuenta tres veces'],
  ],
  ['convert', { amount: '1.000,50', source: 'GBP', to: 'JPY' }, ['1.000,50 GBP', '204.102 JPY']],
];

test.each(calculators)('the calculator %s shows its formula with its numbers', async (tool, question, figures) => {
  const { text } = await answerTo('es', { tool, ...question });
  for (const figure of figures) expect(text).toContain(figure);
  expect(text).not.toMatch(/NaN|undefined|\de[+-]?\d|−0,0+ /);
});

test.each(locales)('each error has a sentence next to its field, and the value stays as typed (%s)', async (locale) => {
  const { words } = messages[locale].costs;
  const typed = 'abc"<b>';
  const lots = await answerTo(locale, { ...gold, symbol: 'gold', lots: typed, nights: '1000', account: 'silver' });
  const escaped = typed.replace('"', '&quot;').replace('<', '&lt;').replace('>', '&gt;');
  expect(lots.html).toContain(`value="${escaped}"`);
  expect(lots.html).not.toContain('<b>"');
  expect(lots.html.match(/aria-invalid="true"/g)).toHaveLength(3);
  expect(lots.html).toContain(words.notWhole.replace('{most}', '366'));
  expect(lots.html).toContain(words.notListed);
  const symbol = await answerTo(locale, { ...gold, symbol: 'qqqqq' });
  expect(symbol.html).toContain(words.unknownSymbol.replace('{typed}', 'qqqqq'));
  expect(symbol.html.match(/aria-invalid="true"/g)).toHaveLength(1);
  for (const wrong of ['abc', '-3']) {
    const both = await answerTo(locale, { ...gold, symbol: 'qqqqq', lots: wrong });
    expect(both.html.match(/aria-invalid="true"/g)).toHaveLength(2);
  }
  const steps = await answerTo(locale, { symbol: 'AAPL', lots: '1.5' });
  expect(steps.html).toContain(
    words.notAStep
      .replace('{name}', 'Apple')
      .replace('{lots}', words.oneLot.replace('{lots}', '1').replace(' ', '\u00a0')),
  );
  const weekend = await answerTo(locale, { ...gold, symbol: 'EURUSD', from: 'sunday' });
  expect(weekend.html).toContain('aria-invalid="true"');
  expect((await answerTo(locale, { symbol: 'BTCUSD', from: 'sunday' })).html).not.toContain('aria-invalid="true"');
});

test('a form that was filled in for another instrument gets the first values of the new one, and keeps what was typed', async () => {
  const moved = await answerTo('en', {
    tool: 'profit',
    for: 'EURUSD',
    symbol: 'AAPL',
    lots: '0.1',
    open: '1.20000',
    close: '1.5',
  });
  expect(moved.html).toMatch(/name="lots"[^>]*value="10"/);
  expect(moved.html).toMatch(/name="open"[^>]*value="270.00"/);
  expect(moved.html).toMatch(/name="close"[^>]*value="1.5"/);
});

test('the data for the island is current, in the language, and of one instrument only', async () => {
  const response = await get('/api/costs?symbol=oro&locale=es');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const { facts } = (await response.json()) as CostFactsAnswer;
  expect([facts.subject?.symbol, facts.subject?.name]).toEqual(['XAUUSD', 'Oro']);
  expect(facts.market?.text).toMatch(/^Oro: (?:abierto|cerrado) ahora/);
  expect(facts.pairs.map(({ symbol }) => symbol)).toEqual(['EURUSD']);
  const unknown = (await (await get('/api/costs?symbol=&locale=xx')).json()) as CostFactsAnswer;
  expect(unknown.facts.subject).toBeNull();
});

/** The addresses of links that begin with a path, without a fragment. */
function linksTo(html: string, path: string): URL[] {
  return [...html.matchAll(/<a href="([^"]+)"/g)]
    .map((match) => new URL((match[1] ?? '').replaceAll('&amp;', '&'), siteUrl))
    .filter(({ pathname, search }) => pathname === path && search !== '');
}

test.each(locales)('a ticket goes on to the accounts, its instrument and the registration (%s)', async (locale) => {
  const lots = locale === 'en' ? '0.3' : '0,3';
  const question = {
    symbol: 'XAUUSD',
    side: 'short',
    lots,
    nights: '2',
    from: 'friday',
    account: 'master',
    currency: 'EUR',
  };
  const { html } = await answerTo(locale, question);
  const at = (path: string) => localePath(path, locale);
  const [register] = linksTo(html, at('/register'));
  expect(Object.fromEntries(register?.searchParams ?? [])).toEqual({ account: 'master', currency: 'EUR' });
  const [compare] = linksTo(html, at('/account-types'));
  const comparison = await (await get(`${compare?.pathname}${compare?.search}`)).text();
  expect(comparison).toMatch(new RegExp(`name="lots1"[^>]*value="${lots}"|value="${lots}"[^>]*name="lots1"`));
  const chosen = linksTo(comparison, at('/register')).map(({ searchParams }) => [...searchParams.values()]);
  expect(chosen.slice(0, 3)).toEqual(['discovery', 'prime', 'master'].map((account) => [account, 'EUR']));
  expect(chosen.at(-1)?.at(-1)).toBe('EUR');
  const [back] = linksTo(comparison, at('/trading-tools'));
  expect(Object.fromEntries(back?.searchParams ?? [])).toMatchObject({
    symbol: 'XAUUSD',
    lots,
    nights: '2',
    currency: 'EUR',
  });
  const [instrument] = linksTo(html, at('/cfd-asset-list/xauusd'));
  const answer = await get(`${instrument?.pathname}${instrument?.search}`);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const page = await answer.text();
  expect(page).toContain('<option value="master" selected');
  expect(page).toMatch(/<meta name="robots" content="noindex/);
  const opening = linksTo(page, at('/register')).map(({ searchParams }) => [...searchParams.values()]);
  expect(opening).toEqual([
    ['master', 'EUR'],
    ['master', 'EUR'],
  ]);
  // The page without a question is the same for everybody.
  const plain = await get(at('/cfd-asset-list/xauusd'));
  expect(plain.headers.get('cache-control')).toContain('s-maxage');
});

test('hours of another week do not say what is open now', async () => {
  const states = async (path: string) => [...(await (await get(path)).text()).matchAll(/data-open="/g)].length;
  expect(await states('/trading-hours?now=1')).toBeGreaterThan(5);
  expect(await states('/trading-hours?week=2027-12-24')).toBe(0);
});

test.each(locales)(
  'the latest news begin with the newest, also when it is the news of the week (%s)',
  async (locale) => {
    const html = await (await get(localePath('/news-center', locale))).text();
    const list = html.slice(html.indexOf('id="latest"'), html.indexOf('id="categories"'));
    const dates = [...list.matchAll(/<time dateTime="([\d-]+)"/gi)].map((match) => match[1] ?? '');
    const all = [...html.matchAll(/<time dateTime="([\d-]+)"/gi)].map((match) => match[1] ?? '');
    expect(dates.length).toBeGreaterThan(3);
    expect(dates[0]).toBe(all.toSorted().at(-1));
    expect(dates).toEqual(dates.toSorted().toReversed());
  },
);
