/** No style and no script that somebody slips into a page applies, in whichever way the page came. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchChromium, markDocument } from '../browser.ts';

const siteUrl = inject('siteUrl');

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Slips a style and a script into the page, as an attacker's markup would. @returns what the browser refused, and whether either had an effect. */
async function slipIn(page: Page): Promise<{ refused: string[]; hasEffect: boolean }> {
  return page.evaluate(async () => {
    const refused: string[] = [];
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
    const style = document.createElement('style');
    style.append('body { outline: 7px solid red }');
    const script = document.createElement('script');
    script.append('document.documentElement.dataset.slippedIn = ""');
    const link = document.createElement('p');
    link.setAttribute('style', 'outline: 7px solid red');
    for (const part of [style, script, link]) {
      try {
        document.body.append(part);
      } catch {
        refused.push('thrown');
      }
    }
    // The events come with the next tasks.
    while (refused.length < 3) await new Promise((resolve) => setTimeout(resolve));
    return {
      refused: refused.toSorted(),
      hasEffect:
        [document.body, link].some((element) => getComputedStyle(element).outlineWidth === '7px') ||
        'slippedIn' in document.documentElement.dataset,
    };
  });
}

test.each([
  ['a page on its first answer', '/forex?never-asked=1', ''],
  ['a cached page', '/forex', ''],
  ['a page that no cache keeps', '/search?q=gold', ''],
  ['a page for one visitor', '/login', ''],
  ['the error screen', '/nothing-here', ''],
  ['a page that was swapped in', '/forex', '/crypto'],
])('%s: %s %s', async (_, path, next) => {
  const page = await browser.newPage();
  await page.goto(`${siteUrl}${path}`);
  // The page's own style applies.
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Instrument Sans');
  if (next) {
    const isSame = await markDocument(page);
    await page
      .locator(`a[href="${next}"]`)
      .first()
      .evaluate((link: HTMLAnchorElement) => link.click());
    await page.waitForURL(`**${next}`);
    await page.waitForFunction(() => document.activeElement?.localName === 'h1');
    expect(await isSame()).toBe(true);
  }
  expect(await slipIn(page)).toEqual({
    // A script's text is refused as text already: it comes from no policy of Trusted Types.
    refused: ['require-trusted-types-for', 'style-src-attr', 'style-src-elem'],
    hasEffect: false,
  });
  await page.close();
});
