/** Chromium for tests, and a page that remembers every fault that a visitor could meet. */
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { chromiumFlags, ensureTestBrowser } from '../scripts/testing/chromium.ts';

/** @param more flags besides those of every test. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureTestBrowser(),
    // Playwright gives that one itself.
    args: [...chromiumFlags.filter((flag) => flag !== '--headless'), ...more],
  });
}

export interface WatchedPage {
  page: Page;
  /** Errors and warnings of the console, and exceptions, since the page was opened. */
  complaints: string[];
  /** Complaints and failed requests since the last call. */
  faults: () => string[];
  close: () => Promise<void>;
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const found: string[] = [];
  const complain = (text: string) => {
    complaints.push(text);
    found.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complain(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      found.push(`request: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`answer ${response.status()}: ${response.url()}`);
  });
  return { page, complaints, faults: () => found.splice(0), close: () => context.close() };
}

/** Marks a document, to find out later whether it is still the same one. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset['testMark'] = 'kept';
  });
  return () => page.evaluate(() => document.documentElement.dataset['testMark'] === 'kept');
}

/** Waits until the page has been looked at for so many milliseconds, as the server asks of a form. Without JavaScript a page has no frames to wait by. */
export async function lookAt(page: Page, milliseconds = 750): Promise<void> {
  while ((await page.evaluate(() => performance.now())) < milliseconds)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** A visitor who saves data: nothing is preloaded or warmed on the pages that follow. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
}
