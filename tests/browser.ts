/** Chromium for tests, and a page that records every fault that a visitor could meet. */
import { type Browser, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { chromiumFlags, ensureTestBrowser } from '../tools/testing/chromium.ts';

/** @param more flags besides those that every test uses. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureTestBrowser(),
    // Playwright adds `--headless` itself.
    args: [...chromiumFlags.filter((flag) => flag !== '--headless'), ...more],
  });
}

export interface WatchedPage {
  page: Page;
  /** Console errors and warnings, and exceptions, since the page was opened. */
  complaints: string[];
  /** Returns and clears the complaints and failed requests since the last call. */
  faults: () => string[];
  close: () => Promise<void>;
}

/**
 * Calls back for each exception of the page's scripts. Chromium's own rejection of a transition between two documents is none: it comes when a
 * document was drawn before its transition arrived, on a busy machine, and no script holds the promise (docs/traps.md, P23).
 */
export function onScriptError(page: Page, complain: (error: Error) => void): void {
  page.on('pageerror', (error) => {
    if (!/^Transition was aborted because of invalid state\. Page already revealed$/.test(error.message))
      complain(error);
  });
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
  onScriptError(page, ({ message }) => complain(`exception: ${message}`));
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      found.push(`request: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`answer ${response.status()}: ${response.url()}`);
  });
  return { page, complaints, faults: () => found.splice(0), close: () => context.close() };
}

/** Marks a document. @returns a function that says whether the page still shows the same document. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset['testMark'] = 'kept';
  });
  return () => page.evaluate(() => document.documentElement.dataset['testMark'] === 'kept');
}

/**
 * Waits until the page has been open for so many milliseconds, which the server demands of a form. It polls, because a page without
 * JavaScript has no frames to wait for.
 */
export async function lookAt(page: Page, milliseconds = 750): Promise<void> {
  while ((await page.evaluate(() => performance.now())) < milliseconds)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Turns on the browser's data-saving mode: following pages neither preload nor warm anything. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
}
