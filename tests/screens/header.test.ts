/** The header from phone to desktop (R21): up to 768 px a toggle, above that the whole menu, in every language and without JavaScript. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { translator } from '../../site/i18n/translate.ts';
import { sharedChromium, openPage } from '../browser.ts';
import { isExhaustive, sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

const summaries = (page: Page) => page.locator('#site-menu summary');
const toggle = (page: Page) => page.locator('button[popovertarget=site-menu]');

/** Runs in the page. @returns the parts of the header that are in a wrong place. */
function misplaced(): string[] {
  const found: string[] = [];
  const bar = document.querySelector('[data-header] > *') as HTMLElement;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(bar);
  const [start, end] = [Number.parseFloat(paddingInlineStart), innerWidth - Number.parseFloat(paddingInlineEnd)];
  for (const part of bar.children) {
    const { left, right, width } = part.getBoundingClientRect();
    // The first item's padding may exceed the edge, because its text aligns with it.
    if (width > 0 && (left < start - 8.5 || right > end + 0.5))
      found.push(`${part.className} from ${left} to ${right} of ${start} to ${end}`);
  }
  const tops = new Set(
    [...document.querySelectorAll('#site-menu summary')].map((summary) =>
      Math.round(summary.getBoundingClientRect().top),
    ),
  );
  if (tops.size !== 1) found.push(`the menu takes ${tops.size} lines`);
  for (const link of document.querySelectorAll('[data-header] details[open] :is(a, p)')) {
    const { left, right, bottom, height } = link.getBoundingClientRect();
    if (height === 0 || left < 0 || right > innerWidth || bottom > innerHeight)
      found.push(`${link.textContent} from ${left} to ${right}, down to ${bottom}`);
  }
  const { bottom } = (bar.parentElement as HTMLElement).getBoundingClientRect();
  const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
  if (bottom > below) found.push(`the header is ${bottom} px high, and what is scrolled to stands at ${below}`);
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  return found;
}

const wide = [769, 800, 900, 1024, 1199, 1200, 1344, 1440];
/** Every width in one language, and the tightest in all. */
const widthsIn = (locale: Locale) =>
  isExhaustive ? wide : wide.filter((_, index) => index === 0 || index % locales.length === locales.indexOf(locale));

testSample(
  sample(locales, (locale) => locale === 'es'),
  'R21: the whole menu and every submenu fit from 769 px on, below their items: %s',
  async (locale) => {
    const { page } = await openPage(browser, {
      javaScriptEnabled: false,
      viewport: { width: 1440, height: 700 },
    });
    const found: string[] = [];
    const texts: string[] = [];
    for (const width of widthsIn(locale)) {
      const look = async (what: string) =>
        found.push(...(await page.evaluate(misplaced)).map((fault) => `${width} px, ${what}: ${fault}`));
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`${siteUrl}${localePath('/about', locale)}`);
      expect(await toggle(page).isVisible()).toBe(false);
      const menu = await summaries(page).all();
      expect(menu.length).toBe(6);
      await look('closed');
      for (const summary of menu) {
        await summary.focus();
        await page.keyboard.press('Enter');
        expect(await page.locator('#site-menu details[open]').count()).toBe(1);
        const name = await summary.innerText();
        await look(name);
        const panel = await page.locator('#site-menu details[open] > div').evaluate((one) => {
          const { left, right } = one.getBoundingClientRect();
          const item = one.parentElement?.getBoundingClientRect().left ?? 0;
          return {
            isBelow: Math.abs(left - item) < 1 || (left < item && Math.abs(right - innerWidth) < 1),
            text: one.textContent,
          };
        });
        expect([name, panel.isBelow]).toEqual([name, true]);
        texts.push(panel.text);
      }
      await page.locator('[data-header] summary:has(.visually-hidden)').click();
      expect(await page.locator('[data-header] a[data-language]:visible').count()).toBe(locales.length);
      await look('languages');
    }
    expect(found).toEqual([]);
    // The first describes the markets, with their number of today.
    expect(texts[0]).toMatch(/^268 CFD/);
  },
);

/** 720 px is a window of 1440 px at 200 % zoom. */
test.each([
  [768, 'es'],
  [720, 'it'],
  [360, 'en'],
] as [number, Locale][])(
  'the toggle opens the menu at %i px (%s), and the account links are in one line',
  async (width, locale) => {
    const { page } = await openPage(browser, { javaScriptEnabled: false, viewport: { width, height: 800 } });
    await page.goto(`${siteUrl}${localePath('/about', locale)}`);
    const signUp = page.locator('[data-header] a[href$="/register"]:visible');
    expect(
      await signUp.evaluate((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return range.getClientRects().length;
      }),
    ).toBe(1);
    expect(await summaries(page).first().isVisible()).toBe(false);
    await toggle(page).click();
    expect(await summaries(page).first().isVisible()).toBe(true);
  },
);

test('a tablet turned while its menu is open shows the whole menu, and a closed menu when it is turned back', async () => {
  const { page, faults } = await openPage(browser, { viewport: { width: 768, height: 1024 } });
  await page.goto(`${siteUrl}/about`);
  await toggle(page).click();
  await summaries(page).first().click();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.waitForFunction(() => !document.querySelector('#site-menu:popover-open'));
  expect(await page.evaluate(misplaced)).toEqual([]);
  await page.setViewportSize({ width: 768, height: 1024 });
  expect(await summaries(page).first().isVisible()).toBe(false);
  expect(faults()).toEqual([]);
});

test('the header of two rows scrolls away on a phone in landscape', async () => {
  const { page } = await openPage(browser, { viewport: { width: 844, height: 390 } });
  await page.goto(`${siteUrl}/about`);
  expect(await summaries(page).first().isVisible()).toBe(true);
  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
  expect((await page.locator('[data-header]').boundingBox())?.y).toBeLessThan(-100);
});

describe('the menu at 768 px', () => {
  test.each([
    [
      'a link of a submenu',
      async (page: Page) => {
        await page.locator('#site-menu summary').first().click();
        const link = page.locator('#site-menu details[open] a').first();
        const target = await link.getAttribute('href');
        await link.click();
        return target;
      },
    ],
    [
      'the sign-up button',
      async (page: Page) => {
        await page.locator('#site-menu a.button[href="/register"]').click();
        return '/register';
      },
    ],
  ])('R21: opens and closes by its button; %s closes it and continues', async (_name, choose) => {
    const { page, close } = await openPage(browser, { viewport: { width: 768, height: 900 } });
    await page.goto(`${siteUrl}/about`);
    const menu = page.locator('#site-menu');
    expect(await menu.isVisible()).toBe(false);
    const button = page.locator('button[popovertarget=site-menu]');
    await page.getByRole('button', { name: translator('en')('layout.openMenu'), exact: true }).click();
    expect(await menu.isVisible()).toBe(true);
    await button.click();
    expect(await menu.isVisible()).toBe(false);
    await button.click();
    expect(await menu.isVisible()).toBe(true);
    const target = await choose(page);
    await page.waitForURL(`**${target}`);
    expect(await menu.isVisible()).toBe(false);
    await close();
  });
});
