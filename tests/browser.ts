/** Chromium for tests, and a page that remembers every fault that a visitor could meet. */
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts';

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(() => undefined), args: chromiumFlags.filter((flag) => flag !== '--headless') });
}

export interface WatchedPage {
  page: Page;
  /** Console errors, uncaught exceptions and failed requests since the last call. */
  faults: () => string[];
  close: () => Promise<void>;
}

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') found.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') found.push(`request: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`answer ${response.status()}: ${response.url()}`);
  });
  return { page, faults: () => found.splice(0), close: () => context.close() };
}
