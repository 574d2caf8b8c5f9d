/** Every page works with JavaScript off: menu, language, links, accordions. */
import { expect, inject, test } from 'vitest';
import { sharedChromium, openPage } from '../browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

test('the menu on a phone opens, a submenu opens, and a link works', async () => {
  const { page, faults } = await openPage(browser, {
    javaScriptEnabled: false,
    viewport: { width: 360, height: 780 },
  });
  await page.goto(`${siteUrl}/es`);
  const menu = page.locator('#site-menu');
  expect(await menu.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menú' }).click();
  expect(await menu.isVisible()).toBe(true);
  await menu.locator('summary').first().click();
  await menu
    .getByRole('link', { name: 'Forex' })
    .or(menu.getByRole('link', { name: 'Divisas' }))
    .first()
    .click();
  await page.waitForURL(`${siteUrl}/es/forex`);
  expect(await page.locator('h1').count()).toBe(1);
  expect(faults()).toEqual([]);
});

test('submenus on a desktop exclude each other, and the keyboard opens them', async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  await page.goto(`${siteUrl}/forex`);
  const summaries = page.locator('nav[aria-label="Main menu"] summary');
  expect(await summaries.count()).toBe(6);
  await summaries.nth(0).focus();
  await page.keyboard.press('Enter');
  await summaries.nth(1).click();
  expect(await page.locator('header details[open]').count()).toBe(1);
});

test('the language switch keeps the choice and the page', async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } });
  await page.goto(`${siteUrl}/news/gold-when-nothing-happens`);
  await page.locator('header summary', { hasText: 'EN' }).click();
  await page.getByRole('link', { name: 'Italiano' }).click();
  await page.waitForURL(`${siteUrl}/it/news/perche-l-oro-si-muove-senza-notizie`);
  expect(await page.locator('html').getAttribute('lang')).toBe('it');
  const cookie = (await page.context().cookies()).find((entry) => entry.name === 'locale');
  expect(cookie?.value).toBe('it');
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365);
  // The cookie now decides at `/`; the switch back to English must still work.
  await page.goto(siteUrl);
  expect(page.url()).toBe(`${siteUrl}/it`);
  await page.locator('header summary', { hasText: 'IT' }).click();
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(`${siteUrl}/en`);
  await page.goto(siteUrl);
  expect(page.url()).toBe(`${siteUrl}/`);
});

test('questions open, anchors lead to their terms, and all content is visible without a script', async () => {
  const { page } = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 768, height: 1024 } });
  await page.goto(`${siteUrl}/faqs`);
  const question = page.locator('main details').first();
  await question.locator('summary').click();
  expect(await question.locator('.prose').isVisible()).toBe(true);
  await page.goto(`${siteUrl}/glossary`);
  expect(await page.locator('input[type=search]:visible').count()).toBe(0);
  await page.getByRole('link', { name: 'M', exact: true }).click();
  expect(new URL(page.url()).hash).toBe('#letter-M');
  const hidden = await page
    .locator('main *')
    .evaluateAll((elements) => elements.filter((element) => getComputedStyle(element).opacity === '0').length);
  expect(hidden).toBe(0);
});
