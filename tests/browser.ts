/** A browser for the tests of one file, and what every page of a test is watched for. */
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts';

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags });
}

export interface WatchedPage {
  page: Page;
  /** Errors and warnings of the console, and exceptions. */
  complaints: string[];
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()); });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

/** Marks a document, to find out later whether it is still the same one. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => { document.documentElement.dataset['testMark'] = 'kept'; });
  return () => page.evaluate(() => document.documentElement.dataset['testMark'] === 'kept');
}
