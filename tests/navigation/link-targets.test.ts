/** Links that lead where they say: to a page, or to a question, clause or section of it. */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { swapTo } from './swap-to.ts';
import { allowPreloading, sharedChromium, openPage, settled } from '../browser.ts';
import { isArrived } from './arrival.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

test.each([
  ['', 'withdrawal'],
  ['', 'terms 7.4'],
  ['', 'objection within ten working days'],
  ['/es', 'retirada'],
  ['/it', 'prelievo'],
])('%s/search?q=%s: results lead to questions, clauses and sections that their pages have', async (prefix, query) => {
  const found = await (await fetch(`${siteUrl}${prefix}/search?${new URLSearchParams({ q: query })}`)).text();
  const links = [...found.matchAll(/<h3><a href="([^"#]*)#([^"]*)"/g)].map(([, path = '', id = '']) => ({ path, id }));
  expect(links.length).toBeGreaterThan(0);
  for (const { path, id } of links)
    expect(await (await fetch(`${siteUrl}${path}`)).text(), `${path}#${id}`).toContain(` id="${id}"`);
  if (query.includes('7.4')) expect(links).toContainEqual({ path: '/legal/terms-of-service', id: '7.4' });
});

test('the target of a fragment is open and below the header on load, after a swap, on the way back, and without a script', async () => {
  const { page, faults, close } = await openPage(browser);
  const [question, clause] = ['/faqs#withdrawal-time', '/legal/terms-of-service#7.4'];
  const arrives = async (shown: Page, path: string) => {
    await expect.poll(() => shown.evaluate(isArrived, path)).toBe('arrived');
  };
  await page.goto(`${siteUrl}${question}`);
  await settled(page);
  await arrives(page, question);
  await swapTo(page, clause);
  await arrives(page, clause);
  await page.goBack();
  await arrives(page, question);
  const other = `/faqs#${await page.locator('main details').last().locator('span[id]').getAttribute('id')}`;
  await page.evaluate((path) => {
    location.hash = path.split('#')[1] ?? '';
  }, other);
  await arrives(page, other);
  // A fragment that cannot be decoded, or names nothing.
  for (const hash of ['%', '%E0%A4', 'nothing'])
    await page.evaluate((text) => {
      location.hash = text;
    }, hash);
  expect(faults()).toEqual([]);
  await close();
  const plain = await openPage(browser, { viewport: { width: 360, height: 800 }, javaScriptEnabled: false });
  for (const path of [question, clause]) {
    await plain.page.goto(`${siteUrl}${path}`);
    await arrives(plain.page, path);
  }
});

test('nothing is preloaded before the route rules are known', async () => {
  const { page } = await openPage(browser);
  await allowPreloading(page);
  const preloaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('_payload.json')) preloaded.push(new URL(request.url()).pathname);
  });
  const held = Promise.withResolvers<void>();
  await page.route('**/_builds/meta/*.json', async (route) => {
    await held.promise;
    await route.continue();
  });
  const known = page.waitForRequest('**/_builds/meta/*.json');
  await page.goto(siteUrl);
  await known;
  for (const link of (await page.locator('main a[href^="/"]').all()).slice(0, 3))
    await link.dispatchEvent('pointerover', { bubbles: true });
  await page.locator('header a[href$="/register"]').first().dispatchEvent('pointerover', { bubbles: true });
  expect(preloaded).toEqual([]);
  const later = page.waitForRequest('**/_payload.json*');
  held.resolve();
  await later;
  expect(preloaded).not.toContain('/register/_payload.json');
});

test('a choice of a language keeps the query, also the part that only the browser knows', async () => {
  for (const [path, query] of [
    ['/cfd-asset-list', '?page=2'],
    ['/search', '?q=gold'],
    ['/trading-hours', '?zone=Tokyo'],
  ] as const) {
    const html = await (await fetch(`${siteUrl}${path}${query}`)).text();
    const href = /href="(\/api\/locale\?to=es[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await fetch(`${siteUrl}${href}`, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`/es${path}${query}`);
  }
  const { page } = await openPage(browser);
  await page.goto(`${siteUrl}/forex?utm_campaign=x`);
  await settled(page);
  await page.locator('[data-header] details:has([data-language]) summary').click();
  await page.locator('[data-language=it]').click();
  await page.waitForURL('**/it/forex?utm_campaign=x');
});

test.each([
  ['en', '', 'Your account'],
  ['es', '/es', 'Tu cuenta'],
  ['it', '/it', 'Il Suo conto'],
])('header and menu of a visitor who is signed in lead to the account (%s)', async (_locale, prefix, name) => {
  const { page, faults } = await openPage(browser);
  await page.context().addCookies([{ name: 'signed-in', value: 'yes', url: siteUrl }]);
  await page.goto(`${siteUrl}${prefix}/forex`);
  const account = page.getByRole('banner').getByRole('link', { name });
  await account.waitFor();
  expect(await account.getAttribute('href')).toBe(`${prefix}/login`);
  expect(await page.locator('[data-header] a[href$="/register"]:visible').count()).toBe(0);
  expect(await page.locator('body > footer a[href^="tel:+"]').count()).toBeGreaterThan(0);
  expect(faults()).toEqual([]);
});

test('an article is shared by links that need no script', async () => {
  const address = `${siteUrl}/news/gold-when-nothing-happens`;
  const html = await (await fetch(address)).text();
  for (const start of [
    'https://wa.me/?',
    'https://t.me/share/url?',
    'https://x.com/intent/post?',
    'https://www.linkedin.com/',
    'mailto:?',
  ]) {
    const href =
      html
        .split('href="')
        .find((part) => part.startsWith(start))
        ?.split('"')[0] ?? '';
    expect(decodeURIComponent(href)).toContain(address);
  }
});
