/** The islands runtime in a real browser: nothing is loaded before it is needed, and no event is lost meanwhile. */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { allowPreloading, sharedChromium, openPage, saveData, settled } from '../browser.ts';

const siteUrl = inject('siteUrl');
const article = '/news/gold-when-nothing-happens';
const browser = await sharedChromium();

/** Paths of the scripts that the page has requested. */
function recordScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

test('a page without islands never loads React', async () => {
  const { page, faults } = await openPage(browser);
  const scripts = recordScripts(page);
  await page.goto(`${siteUrl}/about`);
  await settled(page);
  expect(scripts.filter((name) => !/\/(?:entry|page-scripts|rolldown-runtime)-/.test(name))).toEqual([]);
  expect(faults()).toEqual([]);
});

test('a touch island hydrates on the first click, and that click counts', async () => {
  const { page, faults } = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${siteUrl}${article}`);
  const copy = page.getByRole('button', { name: 'Copy link' });
  expect(await page.locator('is-land').getAttribute('data-state')).toBeNull();
  await copy.click();
  await page.getByRole('status').getByText('Link copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${siteUrl}${article}`);
  expect(await page.locator('is-land').getAttribute('data-state')).toBe('live');
  expect(faults()).toEqual([]);
});

test('focus stays on the control that hydrates its island', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${siteUrl}${article}`);
  await page.getByRole('button', { name: 'Copy link' }).focus();
  await page.locator('is-land[data-state=live]').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copy link');
});

test('an island that cannot be loaded leaves working HTML, without a message to the visitor', async () => {
  const { page } = await openPage(browser);
  await page.route(/share-article|react-runtime/, (route) => route.abort());
  await page.goto(`${siteUrl}${article}`);
  // The first failure may mean that the page is from before a release, so it is reloaded, once (R61).
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await reloaded;
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.locator('is-land[data-state=failed]').waitFor({ state: 'attached' });
  expect(await page.getByRole('link', { name: 'Send by e-mail' }).getAttribute('href')).toContain('mailto:');
});

test('React is prefetched at idle on a page with an island, unless the visitor saves data', async () => {
  const { page, close } = await openPage(browser);
  await allowPreloading(page);
  const prefetched = page.waitForRequest(/react-runtime/);
  await page.goto(`${siteUrl}${article}`);
  await prefetched;
  await close();
  const saving = await openPage(browser);
  const scripts = recordScripts(saving.page);
  await saveData(saving.page);
  await saving.page.goto(`${siteUrl}${article}`);
  await settled(saving.page);
  await saving.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(scripts.some((name) => name.includes('react-runtime'))).toBe(false);
});

test('an island near the viewport hydrates by itself, and text typed before that is used', async () => {
  const { page, faults } = await openPage(browser);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/react-runtime/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${siteUrl}/glossary`);
  await page.getByRole('searchbox').fill('pip');
  release();
  await page.getByText(/^\d+ terms?$/).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('pip');
  const terms = await page.locator('#terms details:visible summary').allTextContents();
  expect(terms.length).toBeGreaterThan(0);
  expect(terms.every((term) => /pip/i.test(term))).toBe(true);
  expect(faults()).toEqual([]);
});

test('values that are typed and chosen before the first script loads have an effect once it has loaded', async () => {
  const { page, faults } = await openPage(browser);
  const release = Promise.withResolvers<void>();
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(`${siteUrl}/cfd-asset-list/eurusd`, { waitUntil: 'commit' });
  const tool = page.locator('is-land[data-name=cost-tool]');
  await tool.locator('[name=account]').selectOption('discovery');
  await tool.locator('[name=lots]').fill('7');
  // The visitor has moved on, so no field of the ticket has the focus when the script loads.
  await page.locator('footer a').first().focus();
  expect(await tool.textContent()).toMatch(/0\.1\s×\s100,000/);
  release.resolve();
  await tool.getByText('7 × 100,000 × 1.2000').waitFor();
  // The spread of the account that was chosen.
  await tool.getByText('7 × 100,000 × 1.2 × 0.0001').waitFor();
  expect(await tool.locator('[name=lots]').inputValue()).toBe('7');
  expect(
    await page
      .locator('footer a')
      .first()
      .evaluate((link) => link === document.activeElement),
  ).toBe(true);
  expect(faults()).toEqual([]);
});

test('a select that the browser restores on the way back has its effect', async () => {
  const { page, faults } = await openPage(browser);
  await page.goto(`${siteUrl}/cfd-asset-list/eurusd`);
  const tool = page.locator('is-land[data-name=cost-tool]');
  await tool.locator('[name=account]').selectOption('discovery');
  await tool.getByText('0.1 × 100,000 × 1.2 × 0.0001').waitFor();
  await page.goto(`${siteUrl}/robots.txt`);
  await page.goBack();
  expect(await tool.locator('[name=account]').inputValue()).toBe('discovery');
  await tool.getByText('0.1 × 100,000 × 1.2 × 0.0001').waitFor();
  expect(faults()).toEqual([]);
});

test('a mistake that is typed before the first script loads is shown once it has loaded', async () => {
  const { page } = await openPage(browser, { locale: 'es' });
  const release = Promise.withResolvers<void>();
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto(`${siteUrl}/es/cfd-asset-list/eurusd`, { waitUntil: 'commit' });
  const lots = page.locator('is-land[data-name=cost-tool] [name=lots]');
  await lots.fill('siete');
  await page.locator('footer a').first().focus();
  release.resolve();
  await page.locator('[name=lots][aria-invalid=true]').waitFor();
  expect(await lots.inputValue()).toBe('siete');
});

test('menus close on Escape, on a click outside, and on a link', async () => {
  const { page } = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${siteUrl}/about`);
  const first = page.locator('nav[aria-label="Main menu"] summary').first();
  const open = page.locator('header details[open]');
  await first.click();
  expect(await open.count()).toBe(1);
  await page.keyboard.press('Escape');
  expect(await open.count()).toBe(0);
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
  await first.click();
  await page.mouse.click(1270, 700);
  expect(await open.count()).toBe(0);
});
