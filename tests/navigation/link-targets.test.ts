/** Links that lead where they say. A search hit of a question leads to the question, and its answer is open: on load, after a swap, and when only the fragment changes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { swapTo } from '../../tools/bench/swap-times.ts';
import { launchChromium, openPage, settled } from '../browser.ts';

const siteUrl = inject('siteUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

test.each([
  ['', 'withdrawal'],
  ['/es', 'retirada'],
  ['/it', 'prelievo'],
])('%s/faqs: every hit of a question leads to one that the page has', async (prefix, word) => {
  const faqs = await (await fetch(`${siteUrl}${prefix}/faqs`)).text();
  const ids = [...faqs.matchAll(/<details id="([^"]+)"/g)].map(([, id]) => id);
  const found = await (await fetch(`${siteUrl}${prefix}/search?q=${word}`)).text();
  const hits = [...found.matchAll(new RegExp(`<h3><a href="${prefix}/faqs#([^"]*)"`, 'g'))].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(10);
  expect(hits.length).toBeGreaterThan(0);
  expect(hits.filter((id) => !ids.includes(id))).toEqual([]);
});

test('the question of the fragment is open and in view on load, after a swap, and with another fragment', async () => {
  const { page, faults, close } = await openPage(browser);
  const isOpen = (id: string) =>
    page
      .locator(`#${id}`)
      .evaluate((element) => (element as HTMLDetailsElement).open && element.getBoundingClientRect().top < innerHeight);
  const first = 'withdrawal-time';
  await page.goto(`${siteUrl}/faqs#${first}`);
  await expect.poll(() => isOpen(first)).toBe(true);
  const other = (await page.locator('main details').last().getAttribute('id')) ?? '';
  await page.evaluate((id) => {
    location.hash = id;
  }, other);
  await expect.poll(() => isOpen(other)).toBe(true);
  await page.goto(`${siteUrl}/about`);
  await settled(page);
  await swapTo(page, `/faqs#${first}`);
  await expect.poll(() => isOpen(first)).toBe(true);
  // A fragment that cannot be decoded, or names nothing.
  for (const hash of ['%', '%E0%A4', 'nothing'])
    await page.evaluate((text) => {
      location.hash = text;
    }, hash);
  expect(faults()).toEqual([]);
  await close();
});

test('nothing is preloaded before the route rules are known', async () => {
  const { page, close } = await openPage(browser);
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
  await close();
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
  const { page, close } = await openPage(browser);
  await page.goto(`${siteUrl}/forex?utm_campaign=x`);
  await settled(page);
  await page.locator('[data-header] details:has([data-language]) summary').click();
  await page.locator('[data-language=it]').click();
  await page.waitForURL('**/it/forex?utm_campaign=x');
  await close();
});

test.each([
  ['en', '', 'Your account'],
  ['es', '/es', 'Tu cuenta'],
  ['it', '/it', 'Il Suo conto'],
])('header and menu of a visitor who is signed in lead to the account (%s)', async (_locale, prefix, name) => {
  const { page, faults, close } = await openPage(browser);
  await page.context().addCookies([{ name: 'signed-in', value: 'yes', url: siteUrl }]);
  await page.goto(`${siteUrl}${prefix}/forex`);
  const account = page.getByRole('banner').getByRole('link', { name });
  await account.waitFor();
  expect(await account.getAttribute('href')).toBe(`${prefix}/login`);
  expect(await page.locator('[data-header] a[href$="/register"]:visible').count()).toBe(0);
  expect(await page.locator('body > footer a[href^="tel:+"]').count()).toBeGreaterThan(0);
  expect(faults()).toEqual([]);
  await close();
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
