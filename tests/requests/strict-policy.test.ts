/** Injected styles and scripts have no effect, on loaded and on swapped pages. */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { sharedChromium, markDocument } from '../browser.ts';

const siteUrl = inject('siteUrl');

const browser = await sharedChromium();

/** Injects a style and a script, as markup of an attacker would. @returns the refusals of the browser, and whether either had an effect. */
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
    // The browser sends the events in later tasks.
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
    // Trusted Types already refuses the text of the script, which no policy has created.
    refused: ['require-trusted-types-for', 'style-src-attr', 'style-src-elem'],
    hasEffect: false,
  });
});
