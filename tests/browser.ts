/** Chromium for tests, and a page that records every fault that a visitor could meet. */
import { type Browser, type BrowserContextOptions, type Page, type Request, chromium } from 'playwright-core';
import { chromiumFlags, findTestBrowser } from '../tools/testing/chromium.ts';
import { isExhaustive } from './sampled.ts';

/** A tool that opens the browser is no test. */
const vitest = process.env['VITEST'] ? await import('vitest') : null;

function afterTest(end: () => Promise<void>): void {
  try {
    vitest?.onTestFinished(end);
  } catch {
    // In `beforeAll` there is no test that could end.
  }
}

/**
 * A test need not close its contexts: they end with it. Closing the browser or one of its contexts first removes the routes: else a request that a test was answering at that moment fails
 * outside of the test.
 *
 * Pages move and preload others only in `npm run test:exhaustive` and where a test asks for it: drawing what moves took a sixth of the time.
 *
 * @param more flags besides those that every test uses.
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findTestBrowser() ?? '/usr/bin/chromium',
    // Playwright adds `--headless` itself.
    args: [...chromiumFlags.filter((flag) => flag !== '--headless'), ...more],
  });
  const newContext = browser.newContext.bind(browser);
  const closeBrowser = browser.close.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ reducedMotion: isExhaustive ? 'no-preference' : 'reduce', ...options });
    if (!isExhaustive) await context.addInitScript(setDataSaver, true);
    const closeContext = context.close.bind(context);
    let isClosed = false;
    context.close = async () => {
      if (isClosed) return;
      isClosed = true;
      const routed = [context, ...context.pages()];
      await Promise.all(routed.map((target) => target.unrouteAll({ behavior: 'ignoreErrors' })));
      await closeContext();
    };
    afterTest(() => context.close());
    return context;
  };
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await closeBrowser();
  };
  return browser;
}

let shared: Promise<Browser> | undefined;

/** The browser of all files of a worker, which ends with the worker. */
export const sharedChromium = (): Promise<Browser> => (shared ??= launchChromium());

interface Traffic {
  /** The requests that have not ended, each with its number. */
  open: Map<Request, number>;
  /** Number of requests since the page was opened. */
  begun: number;
}
const traffic = new WeakMap<Page, Traffic>();

/** Counts a new page's requests, for `settled`. */
export function watchTraffic(page: Page): void {
  const pageTraffic: Traffic = { open: new Map(), begun: 0 };
  const documents = new Map<string, number>();
  traffic.set(page, pageTraffic);
  page.on('request', (request) => {
    pageTraffic.begun += 1;
    pageTraffic.open.set(request, pageTraffic.begun);
    if (request.isNavigationRequest()) documents.set(request.url(), pageTraffic.begun);
  });
  // On a busy machine the browser does not report the end of every request of a document that it has left.
  page.on('domcontentloaded', () => {
    const first = documents.get(page.url().replace(/#.*/, '')) ?? 0;
    for (const [request, number] of pageTraffic.open) if (number < first) pageTraffic.open.delete(request);
  });
  page.on('requestfinished', (request) => pageTraffic.open.delete(request));
  page.on('requestfailed', (request) => pageTraffic.open.delete(request));
}

/** Waits until a page is idle: no request is pending, and the browser was idle three times in a row. Does not wait for timers. */
export async function settled(page: Page): Promise<void> {
  const pageTraffic = traffic.get(page);
  if (!pageTraffic) throw new Error('the traffic of this page was not watched from the beginning');
  await page.waitForLoadState();
  for (let quiet = 0; quiet < 3;) {
    const { begun } = pageTraffic;
    const wasIdle = await page
      // After a form whose answer has no page (204), Chromium may call no idle callback before the next input: hence the timeout.
      .evaluate(() => new Promise<boolean>((resolve) => requestIdleCallback(() => resolve(true), { timeout: 2000 })))
      // The page is navigating to another one.
      .catch((error: unknown) => {
        if (!/Execution context was destroyed|navigat/.test(String(error))) throw error;
        return false;
      });
    quiet = wasIdle && pageTraffic.open.size === 0 && pageTraffic.begun === begun ? quiet + 1 : 0;
  }
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
 * Calls back for each exception of the page's scripts. Ignores Chromium's own rejection of a transition between two documents: on a busy machine a
 * document may be drawn before its transition arrives, and no script can catch that promise (docs/traps.md, P23).
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
  watchTraffic(page);
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

/** Marks a document. @returns a function that tells whether the page still shows the same document. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset['testMark'] = 'kept';
  });
  return () => page.evaluate(() => document.documentElement.dataset['testMark'] === 'kept');
}

/** Moves the opening time of the page back, because the server refuses a form that is sent too soon. */
export async function lookAt(page: Page, milliseconds = 750): Promise<void> {
  await page.evaluate((more) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + more;
  }, milliseconds);
}

function setDataSaver(isOn: boolean): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: isOn }, configurable: true });
}

/** Turns on the browser's data saver, in which later pages preload nothing: also in `npm run test:exhaustive`. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(setDataSaver, true);
}

/** Turns the browser's data saver off: later pages preload what their links lead to. */
export async function allowPreloading(page: Page): Promise<void> {
  await page.addInitScript(setDataSaver, false);
}
