/** Visual defects that visitors found, each as a measurable test: dark consent, menus, print, columns. */
import type { Browser, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { sharedChromium, lookAt } from '../browser.ts';
import { sharedVisitorBrowser, visitor } from '../visitor-browser.ts';

const siteUrl = inject('siteUrl');
const [browser, visitors] = await Promise.all([sharedChromium(), sharedVisitorBrowser()]);

/** Opens a page as a first-time visitor and waits for the question about cookies. */
async function firstVisit(path: string, context: Parameters<Browser['newContext']>[0] = {}) {
  const guest = await visitor(visitors, { siteUrl, context: { reducedMotion: 'reduce', ...context } });
  await guest.page.goto(path);
  await guest.page.locator('#cc-main .cm').waitFor();
  return guest;
}

const scheme = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).colorScheme);

test('every button of the cookie preferences is dark in the dark theme', async () => {
  const guest = await firstVisit('/about', { colorScheme: 'dark' });
  await guest.page.locator('#cc-main [data-role=show]').click();
  const name = guest.page.locator('#cc-main .pm__section--toggle .pm__section-title').first();
  await name.waitFor();
  for (const selector of ['.pm__section-title', '.pm__close-btn', '.pm__btn', '.cm__btn'])
    expect(await scheme(guest.page, `#cc-main ${selector}`), selector).toBe('light dark');
  const colours = await name.evaluate((title) => {
    const { color, backgroundColor } = getComputedStyle(title);
    return { color, backgroundColor };
  });
  expect(colours).toEqual({ color: 'rgb(238, 236, 227)', backgroundColor: 'rgb(38, 53, 45)' });
});

test('neither the consent bar nor its backdrop is printed', async () => {
  const guest = await firstVisit('/about');
  await guest.page.emulateMedia({ media: 'print' });
  expect(await guest.page.locator('#cc-main').isVisible()).toBe(false);
  expect(await guest.page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('visible');
});

test('only one of two submenus that link to the page is marked, and the open menu shows the account links once', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${siteUrl}/trading-hours`);
  const weights = await page
    .locator('[data-header] summary:not([class*=switcher])')
    .evaluateAll((items) =>
      items.filter((item) => item.closest('nav')).map((item) => getComputedStyle(item).fontWeight),
    );
  expect(weights.filter((weight) => weight === '600')).toHaveLength(1);
  await page.setViewportSize({ width: 390, height: 844 });
  const toggle = page.locator('[popovertarget=site-menu]');
  expect(await toggle.locator('svg').isVisible()).toBe(true);
  await toggle.click();
  await page.locator('#site-menu').waitFor();
  expect(await toggle.locator('svg').isVisible()).toBe(false);
  const signUps = page.locator('[data-header] a[href="/register"].button');
  expect(await signUps.filter({ visible: true }).count()).toBe(1);
  await toggle.click();
  expect(await toggle.locator('svg').isVisible()).toBe(true);
});

test('form cards, panels and pictures are aligned at the left', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const readLeft = async (path: string, selector: string) => {
    await page.goto(`${siteUrl}${path}`);
    return page
      .locator(selector)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().left));
  };
  const picture = await readLeft('/contact', 'main h1 >> xpath=ancestor::section[1]/*[last()]');
  expect(await readLeft('/contact', '[data-form-section] > :last-child')).toBe(picture);
  expect(await readLeft('/login', '[data-form-section] > :last-child')).toBe(picture);
});

test('the telephone and the e-mail of the contact page are links, and the button shows the number', async () => {
  const page = await browser.newPage();
  for (const path of ['/contact', '/es/contact', '/it/contact']) {
    await page.goto(`${siteUrl}${path}`);
    expect(await page.locator('main table a[href^="tel:"]').count(), path).toBeGreaterThan(0);
    expect(await page.locator('main table a[href^="mailto:"]').count(), path).toBeGreaterThan(0);
    expect(await page.locator('main a.button[href^="tel:"]').textContent(), path).toMatch(/\+27\s21\s000\s0000/);
  }
});

test('a partner page leads to its own form, and the call above the form does not repeat it', async () => {
  const page = await browser.newPage();
  for (const path of ['/partners', '/ib', '/affiliate']) {
    await page.goto(`${siteUrl}${path}`);
    expect(await page.locator('main a.button[href="/contact"]').count(), path).toBe(0);
    expect(await page.locator(`main a[href="${path}#form"]`).count(), path).toBe(2);
  }
});

test('a corrected field leaves the summary of mistakes', async () => {
  const page = await browser.newPage();
  await page.goto(`${siteUrl}/contact`);
  const entries = page.locator('[data-summary] li');
  await page.locator('main form[data-form] button.button').click();
  await entries.first().waitFor();
  const wrong = await entries.count();
  await page.locator('#name').fill('Inés Núñez');
  await expect.poll(() => entries.count()).toBe(wrong - 1);
  expect(await page.locator('[data-summary] a[href="#name"]').count()).toBe(0);
  expect(await page.locator('#name').evaluate((field) => field === document.activeElement)).toBe(true);
});

test('a field that is corrected before the script loads leaves the summary afterwards, and the focus stays', async () => {
  const page = await browser.newPage();
  const scriptGate = Promise.withResolvers<void>();
  await page.route(/\.js(?:\?|$)/, async (route) => {
    await scriptGate.promise;
    await route.continue();
  });
  await page.goto(`${siteUrl}/contact`, { waitUntil: 'commit' });
  // The server answers, because no script checks the form.
  await page.locator('main form[data-form] button.button').click();
  const entries = page.locator('[data-summary] li');
  await entries.first().waitFor();
  const wrong = await entries.count();
  await page.locator('#topic').selectOption('trading');
  await page.locator('#name').fill('Inés Núñez');
  scriptGate.resolve();
  await expect.poll(() => entries.count()).toBe(wrong - 2);
  expect(await page.locator('[data-summary] :is(a[href="#name"], a[href="#topic"])').count()).toBe(0);
  expect(await page.locator('#name').evaluate((field) => field === document.activeElement)).toBe(true);
});

test('the forgotten password is below its field, and the password button inside it', async () => {
  const page = await browser.newPage();
  await page.goto(`${siteUrl}/login`);
  const reveal = page.locator('button[data-reveal]');
  await reveal.waitFor();
  const [field, button, link] = await Promise.all(
    [page.locator('#password'), reveal, page.locator('form[data-form] a[href="/forgot-password"]')].map((part) =>
      part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    ),
  );
  expect(field && button && button.left > field.left && button.right <= field.right).toBe(true);
  expect(field && link && link.top >= field.bottom).toBe(true);
});

test('the phone field of step 2 is aligned with the others, and contains the dialling code', async () => {
  const page = await browser.newPage();
  await page.goto(`${siteUrl}/register`);
  await page.locator('#email').fill('anna@example.com');
  await page.locator('#password').fill('Quiet-Ridge77');
  await lookAt(page);
  await page.locator('main form[data-form] button.button').first().click();
  const phone = page.locator('#phone');
  await phone.waitFor();
  const readLeft = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().left);
  expect(await readLeft('#phone')).toBeCloseTo(await readLeft('#country'), 0);
  await page.locator('#country').selectOption('ES');
  const dial = page.locator('[data-dial-output]');
  await expect.poll(() => dial.textContent()).toContain('+34');
  expect(await readLeft('[data-dial-output]')).toBeCloseTo(await readLeft('#country'), 0);
  expect(await readLeft('#phone')).toBeCloseTo(
    await dial.evaluate((element) => element.getBoundingClientRect().right),
    0,
  );
});
