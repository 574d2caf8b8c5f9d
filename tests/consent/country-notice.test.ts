/** The notice of the visitor's country (R24) as it comes into the page: styled from its first frame, and with its button in view. */
import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newSiteData } from '../sites/site-data.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';
import { consentCookieValue, launchVisitorBrowser, visitor } from '../visitor-browser.ts';

let browser: Browser;
let site: BuiltSite;
let dataDir: string;

beforeAll(async () => {
  dataDir = await newSiteData('country-notice');
  site = await startBuiltSite({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', GEO_COUNTRY_HEADER: 'x-country' });
  browser = await launchVisitorBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  rmSync(dataDir, { recursive: true });
});

test.each(['/es', '/it'])(
  'the notice waits for its style, shifts no layout, and its whole button is visible on a small phone: %s',
  async (path) => {
    const guest = await visitor(browser, {
      siteUrl: site.url,
      country: 'DE',
      cookies: { cc_cookie: consentCookieValue() },
      context: { viewport: { width: 320, height: 568 }, reducedMotion: 'reduce' },
    });
    const { page } = guest;
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const modal = document.querySelector('[role=alertdialog]');
        if (!modal) return;
        document.documentElement.dataset['firstPosition'] = getComputedStyle(modal).position;
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    // The style comes last, as it may on a slow line.
    const dialogCode = page.waitForResponse(/modal-stack-.*\.js$/).then((response) => response.finished());
    await page.route(/assets\/style.*\.css$/, async (route) => {
      await dialogCode;
      await route.continue();
    });
    await page.goto(path);
    const button = page.locator('[role=alertdialog] button[type=submit]');
    await button.waitFor();
    expect(await page.locator('html').getAttribute('data-first-position')).toBe('fixed');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const inPanel = await button.evaluate((element) => {
      const panel = (element.closest('[role=document]') as Element).getBoundingClientRect();
      return panel.bottom - element.getBoundingClientRect().bottom;
    });
    expect(inPanel).toBeGreaterThan(8);
    // The notice names the company, and its link to leave is as large and as near as the button.
    const dialog = page.locator('[role=alertdialog]');
    expect(await dialog.textContent()).toContain('Veldstone Markets (Pty) Ltd');
    const leave = dialog.locator('a[href^="https://"]');
    const [box, way] = [await button.boundingBox(), await leave.boundingBox()];
    expect([way?.y, way?.height]).toEqual([box?.y, box?.height]);
    await guest.close();
  },
);
