/**
 * Pages that the browser translates: each text is replaced by one in two `font` elements, as Chrome's translator does, before an island wakes or
 * after. Typed text and focus stay, figures are right, and nothing breaks.
 */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { staticPaths } from '../../content/static-paths.ts';
import { sharedChromium, openPage, settled } from '../browser.ts';
import { byHash, sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

/** Replaces the texts of the page, and of what scripts add. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const skipped = 'script, style, noscript, textarea, svg, font, [translate=no], [contenteditable]';
    const replace = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest(skipped)) continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = `«${text.data.trim()}»`;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    replace(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.isConnected) replace(node.parentNode as Node);
    }).observe(document.body, { childList: true, subtree: true });
  });
}

const hours = '[data-name=market-hours]';

/** Types into the fields of the page. @returns what it typed. */
async function typeEverywhere(page: Page): Promise<string[]> {
  const fields = page.locator(
    'main :is(input[type=text], input[type=search], input[type=email], input[type=tel], input:not([type]), textarea):visible:enabled',
  );
  const typed: string[] = [];
  for (const field of (await fields.all()).slice(0, 6)) {
    const text = (await field.getAttribute('inputmode')) === 'decimal' ? '7' : `eu${typed.length}`;
    await field.fill(text);
    typed.push(text);
  }
  return typed;
}

const values = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('main :is(input:not([type=hidden]), textarea)')].map(
      ({ value }) => value,
    ),
  );

const paths = [
  ...Object.values(staticPaths),
  '/search?q=gold',
  '/cfd-asset-list/eurusd',
  '/news/gold-when-nothing-happens',
  '/es/trading-hours',
  '/it/trading-tools',
];
const tried = new Set(['/trading-tools', '/contact', '/cfd-asset-list', '/news/gold-when-nothing-happens']);

testSample(
  sample(
    paths.map((path) => ({ path, when: byHash(['before', 'after'] as const, path) })),
    ({ path }) => tried.has(path),
  ),
  '$path, translated $when its scripts run, is used: nothing typed is lost',
  async ({ path, when }) => {
    const { page, faults } = await openPage(browser);
    const held = Promise.withResolvers<void>();
    if (when === 'before')
      await page.route(/page-scripts-.*\.js$/, async (route) => {
        await held.promise;
        await route.continue();
      });
    await page.goto(`${siteUrl}${path}`, { waitUntil: 'domcontentloaded' });
    if (when === 'after') await settled(page);
    await translate(page);
    const typed = await typeEverywhere(page);
    const focused = await page.evaluate(() => document.activeElement?.id);
    held.resolve();
    await settled(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await settled(page);
    for (const text of typed) expect(await values(page)).toContain(text);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(focused);
    expect(faults().filter((fault) => !/island .* failed|answer 404/.test(fault))).toEqual([]);
  },
);

test.each(['before', 'after'])(
  'a translated ticket (%s) shows the amounts of what was typed, here or from the server',
  async (when) => {
    const { page } = await openPage(browser);
    await page.goto(`${siteUrl}/cfd-asset-list/eurusd`);
    const tool = page.locator('is-land[data-name=cost-tool]');
    if (when === 'before') await translate(page);
    await tool.locator('[name=lots]').focus();
    await page.locator('is-land[data-name=cost-tool][data-state]').waitFor({ state: 'attached' });
    if (when === 'after') await translate(page);
    await tool.locator('[name=lots]').fill('7');
    if ((await tool.getAttribute('data-state')) === 'failed') {
      await tool.locator('form button').click();
      await page.waitForURL('**lots=7**');
    }
    await expect.poll(() => page.locator('main').textContent()).toMatch(/7\s×\s100,000\s×\s1\.20/);
  },
);

test('the state of a market on a translated board follows the time', async () => {
  const { page } = await openPage(browser, { timezoneId: 'UTC' });
  await page.clock.install({ time: new Date('2026-11-27T12:00:00Z') });
  await page.goto(`${siteUrl}/trading-hours`);
  await page.locator(`${hours} [name=zone]`).focus();
  await page.locator(`${hours}[data-state=live]`).waitFor({ state: 'attached' });
  const state = () => page.locator('#lse p').nth(1).textContent();
  await page.clock.runFor(31_000);
  await expect.poll(state).toMatch(/16:30/);
  await translate(page);
  await page.clock.runFor(30 * 60_000);
  await expect.poll(state).toMatch(/4\s?h\b(?! 2)|3\s?h 59/);
});
