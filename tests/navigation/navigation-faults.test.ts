/** Navigation when things go wrong: hurried visitors, answers that fail or never arrive, browsers without the features that swaps need. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { sharedChromium, markDocument, openPage, settled } from '../browser.ts';
import { addLinks, isPayload, openPath } from '../navigation-links.ts';
import { sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

test('five quick clicks end at the fifth page, and no other one is ever shown', async () => {
  const { page } = await openPage(browser);
  await openPath(page, '/error');
  const same = await markDocument(page);
  const targets = ['/forex', '/crypto', '/stocks', '/indices', '/commodities'];
  await addLinks(page, targets);
  // The earlier a page was requested, the later it answers: all wait for the last one, and then for the next.
  const held: Route[] = [];
  await page.route(
    (url) => isPayload(url.href) && targets.some((target) => url.pathname.startsWith(target)),
    async (route) => {
      held.push(route);
      if (!route.request().url().includes('/commodities')) return;
      for (const next of held.splice(0).toReversed()) await next.continue().catch(() => undefined);
    },
  );
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    document.addEventListener('site:swapped', () => shown.push(location.pathname));
    for (const link of document.querySelectorAll<HTMLElement>('#test-links a')) link.click();
  });
  await page.waitForURL('**/commodities');
  await settled(page);
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['/commodities']);
  expect(await page.title()).toContain(
    await page.evaluate(
      async () => /<title>([^<]+)/.exec(await (await fetch('/commodities')).text())?.[1] ?? 'no title',
    ),
  );
  expect(await same()).toBe(true);
});

testSample(
  sample(['answers 500', 'is cut off', 'is not JSON', 'is of another release'], (_, index) => index > 1),
  'a payload that %s becomes a full load of the target',
  async (fault) => {
    const { page } = await openPage(browser);
    await openPath(page, '/about');
    const same = await markDocument(page);
    await page.route(
      (url) => isPayload(url.href),
      (route) => {
        if (fault === 'is cut off') return route.abort();
        if (fault === 'answers 500') return route.fulfill({ status: 500, json: {} });
        if (fault === 'is not JSON') return route.fulfill({ body: '<html>' });
        return route.fulfill({
          json: { title: 'x', head: '', lang: 'en', main: '<h1>Old</h1>', languages: {}, buildId: 'another' },
        });
      },
    );
    await addLinks(page, ['/forex']);
    await page.click('#test-links a');
    await page.waitForURL('**/forex');
    await page.waitForLoadState();
    expect(await same()).toBe(false);
    expect(await page.locator('h1').innerText()).not.toBe('Old');
    await page.goBack();
    await page.waitForURL('**/about');
  },
);

/** Clicks a link and intercepts its payload request, with the page's clock paused so that only the test advances it. */
async function clickAndHold(page: Page): Promise<{ payload: Route; loader: () => Promise<number> }> {
  await page.clock.install();
  await openPath(page, '/about');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route((url) => isPayload(url.href) && url.pathname.startsWith('/forex'), resolve);
  await addLinks(page, ['/forex']);
  await page.click('#test-links a');
  return { payload: await promise, loader: () => page.locator('.page-loader[role=status]').count() };
}

describe('R25: the loader', () => {
  test('is visible from a quarter of a second until 3 seconds without an answer; then the target is loaded', async () => {
    const { page } = await openPage(browser);
    const { loader } = await clickAndHold(page);
    const same = await markDocument(page);
    await page.clock.runFor(200);
    expect(await loader()).toBe(0);
    await page.clock.runFor(100);
    expect(await page.locator('.page-loader').innerText()).toBe('Loading the page');
    await page.clock.runFor(2600);
    expect(await loader()).toBe(1);
    await page.clock.runFor(200);
    expect([await loader(), await same()]).toEqual([0, true]);
    await page.clock.runFor(2000);
    await page.waitForURL('**/forex');
    await page.waitForLoadState();
    expect(await same()).toBe(false);
  });

  test('disappears with the answer, and never appears for an answer within a quarter of a second', async () => {
    for (const [waited, shown] of [
      [200, 0],
      [400, 1],
    ] as const) {
      const { page } = await openPage(browser);
      const { payload, loader } = await clickAndHold(page);
      await page.clock.runFor(waited);
      expect([waited, await loader()]).toEqual([waited, shown]);
      await payload.continue();
      await page.waitForURL('**/forex');
      await page.clock.runFor(1000);
      expect([waited, await loader()]).toEqual([waited, 0]);
      await page.context().close();
    }
  });

  /** Opens a page, pauses its clock, acts on it, and intercepts the request that this causes. */
  async function doAndHold(
    path: string,
    asksFor: (url: URL, method: string) => boolean,
    act: (page: Page) => Promise<void>,
  ): Promise<{ page: Page; held: Route; loader: () => Promise<number> }> {
    const { page } = await openPage(browser);
    await page.clock.install();
    await openPath(page, path);
    await settled(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const { promise, resolve } = Promise.withResolvers<Route>();
    await page.route(
      () => true,
      (route) =>
        asksFor(new URL(route.request().url()), route.request().method()) ? resolve(route) : route.fallback(),
    );
    await act(page);
    return { page, held: await promise, loader: () => page.locator('.page-loader[role=status]').count() };
  }

  test.each([
    [
      'suggestions of a search',
      '/search',
      (url: URL) => url.pathname === '/api/search',
      async (page: Page) => {
        await page.locator('main form[role=search] input').click();
        await page.waitForSelector('main [role=combobox]');
        await page.keyboard.type('gold');
        await page.clock.runFor(200);
      },
    ],
    [
      'a picture that is enlarged',
      '/trading-basics',
      (url: URL) => url.pathname.includes('/modal-stack-'),
      (page: Page) => page.locator('a[data-enlarge]').first().click({ noWaitAfter: true }),
    ],
  ] as const)(
    'is visible during the wait for %s, from a quarter of a second until 3 seconds',
    async (_name, path, asksFor, act) => {
      const { page, loader } = await doAndHold(path, asksFor, act);
      expect(await loader()).toBe(0);
      await page.clock.runFor(300);
      expect(await loader()).toBe(1);
      await page.clock.runFor(2600);
      expect(await loader()).toBe(1);
      await page.clock.runFor(300);
      expect(await loader()).toBe(0);
      await page.context().close();
    },
  );

  const forms = [
    ['a form', '/forgot-password', 'main form[data-form] input[type=email]', 'ana@example.com'],
    ['a search', '/search', 'main form[role=search] input', 'go'],
  ] as const;

  testSample(
    sample(forms, ([name]) => name === 'a form'),
    'is visible while the document that answers %s is pending, and disappears by itself',
    async ([, path, field, text]) => {
      const { page } = await openPage(browser);
      await openPath(page, path);
      await settled(page);
      // On a busy machine the page's scripts come later than that, and a search that is sent before them is the browser's own.
      await page.locator(field).click();
      await page.waitForFunction(() => !document.querySelector('main is-land:not([data-state=live])'));
      // A page that is being left no longer evaluates scripts for Playwright, but it can still call an exposed function.
      const [shown, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.exposeFunction('loaderIs', (isShown: boolean) => (isShown ? shown : gone).resolve());
      await page.evaluate(() => {
        const { loaderIs } = window as unknown as { loaderIs: (isShown: boolean) => void };
        let last = false;
        new MutationObserver(() => {
          const isShown = document.querySelector('.page-loader') !== null;
          if (isShown !== last) loaderIs((last = isShown));
        }).observe(document.body, { childList: true });
      });
      await page.fill(field, text);
      await page.route(
        (url) => url.pathname === path,
        () => undefined,
      );
      void page.press(field, 'Enter', { noWaitAfter: true }).catch(() => undefined);
      await expect(shown.promise).resolves.toBeUndefined();
      await expect(gone.promise).resolves.toBeUndefined();
    },
  );

  test('disappears with a failure, however long the document then takes', async () => {
    const { page } = await openPage(browser);
    const { payload, loader } = await clickAndHold(page);
    await page.clock.runFor(400);
    expect(await loader()).toBe(1);
    // A page that is being left no longer evaluates scripts for Playwright, but it can still call an exposed function.
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    await page.exposeFunction('loaderGone', resolve);
    await page.evaluate(() => {
      const { loaderGone } = window as unknown as { loaderGone: () => void };
      new MutationObserver(() => {
        if (!document.querySelector('.page-loader')) loaderGone();
      }).observe(document.body, { childList: true });
    });
    await page.route(
      (url) => url.pathname === '/forex',
      () => undefined,
    );
    await payload.fulfill({ status: 500, body: '' });
    await gone;
  });
});

test('a link to an anchor of the page leads there each time, without a request', async () => {
  const { page } = await openPage(browser);
  await openPath(page, '/glossary');
  await settled(page);
  await addLinks(page, ['#contact-page']);
  const same = await markDocument(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    // The pointer may rest on a link to another page, whose payload is then fetched ahead.
    if (new URL(request.url()).pathname.startsWith('/glossary')) requested.push(request.url());
  });
  for (let round = 0; round < 2; round += 1) {
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await page.click('#test-links a');
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { top = -1 } = document.querySelector('#contact-page')?.getBoundingClientRect() ?? {};
          return top >= 0 && top < innerHeight;
        }),
      )
      .toBe(true);
  }
  expect([requested, await same()]).toEqual([[], true]);
});

test.each(['JavaScript is off', 'the Navigation API is missing'])('links work as plain links when %s', async (lack) => {
  const { page } = await openPage(browser, { javaScriptEnabled: lack !== 'JavaScript is off' });
  if (lack !== 'JavaScript is off')
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'navigation');
    });
  const requested: string[] = [];
  page.on('request', (request) => {
    if (isPayload(request.url())) requested.push(request.url());
  });
  await openPath(page);
  await page.locator('main a[href="/register"]').first().click();
  await page.waitForURL('**/register');
  await page.goBack();
  await page.waitForURL(`${siteUrl}/`);
  expect(requested).toEqual([]);
});

test('a browser that changes the address first: swaps, quick clicks and failures end at the same place', async () => {
  const { page } = await openPage(browser);
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'NavigationPrecommitController');
  });
  await openPath(page, '/error');
  const same = await markDocument(page);
  await addLinks(page, ['/forex', '/crypto', '/stocks']);
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    document.addEventListener('site:swapped', () => shown.push(location.pathname));
    for (const link of document.querySelectorAll<HTMLElement>('#test-links a')) link.click();
  });
  await page.waitForFunction(() => (window as unknown as { shown: string[] }).shown.length > 0);
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['/stocks']);
  await page.goBack();
  await page.waitForFunction(() => (window as unknown as { shown: string[] }).shown.length === 2);
  expect(await same()).toBe(true);
  await page.route(
    (url) => isPayload(url.href),
    (route) => route.fulfill({ status: 500, json: {} }),
  );
  await addLinks(page, ['/mt5']);
  await page.click('#test-links a');
  await page.waitForURL('**/mt5');
  await page.waitForFunction(
    () => document.readyState === 'complete' && document.documentElement.dataset['testMark'] === undefined,
  );
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toContain('/mt5');
});
