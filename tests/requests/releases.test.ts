/** A new release while pages are open, and chunks that fail to load (R60, R61, R62, R65). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { afterAll, expect, inject, test } from 'vitest';
import { sharedChromium, lookAt, markDocument, openPage, saveData } from '../browser.ts';
import { isPayload } from '../navigation-links.ts';
import { makeNextRelease, nextId } from '../sites/next-release.ts';
import { freePort } from '../services/free-port.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';
import { sample, testSample } from '../sampled.ts';

const article = '/news/gold-when-nothing-happens';
const browser = await sharedChromium();
const folder = await mkdtemp(join(tmpdir(), 'brokerfront-release-'));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('R60: an open page still gets its chunks after a new build, and its next navigation loads the new release', async () => {
  const port = String(await freePort());
  const environment = { PORT: port, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  let site: BuiltSite = await startBuiltSite(environment);
  try {
    const { page } = await openPage(browser, { permissions: ['clipboard-write'] });
    // With data saving nothing is preloaded, so the page requests the chunk only after the release.
    await saveData(page);
    // The page asks for a newer release every second, not every minute.
    await page.route('**/_builds/meta/*.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...((await response.json()) as object), pollSeconds: 1 } });
    });
    const manifest = page.waitForResponse('**/_builds/meta/*.json');
    await page.goto(`${site.url}${article}`);
    await (await manifest).finished();
    const first = await page.getAttribute('html', 'data-build');
    const same = await markDocument(page);
    const noticed = page.waitForResponse(
      async (response) =>
        response.url().includes('/_builds/latest.json?') && ((await response.json()) as { id: string }).id === nextId,
    );
    await site.stop();
    const root = await makeNextRelease(folder);
    site = await startBuiltSite({ ...environment, BROKERFRONT_ROOT: root }, join(root, 'dist/server/main.js'));
    expect(((await (await fetch(`${site.url}/_builds/latest.json`)).json()) as { id: string }).id).toBe(nextId);
    // The folders of the second build do not contain the chunk of the first one.
    const chunk = page.waitForResponse(/share-article\.island-/);
    await page.click('is-land button:nth-of-type(2)');
    expect([(await chunk).status(), (await chunk).headers()['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect((await chunk).url()).not.toContain('NextNext');
    await page.waitForSelector('is-land .said:not(:empty)');
    expect(await page.locator('is-land').getAttribute('data-state')).toBe('live');
    await (await noticed).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    // A payload of the new release would be refused anyway; the page knows of the release and requests none.
    const payloads: string[] = [];
    page.on('request', (request) => {
      if (isPayload(request.url())) payloads.push(request.url());
    });
    await page.locator('main a[href^="/news"]').first().click();
    await page.waitForFunction((id) => document.documentElement.dataset['build'] !== id, first);
    expect(await page.getAttribute('html', 'data-build')).toBe(nextId);
    expect([await same(), payloads]).toEqual([false, []]);
    // The navigation after that is a swap again.
    const sameAgain = await markDocument(page);
    const before = page.url();
    await page.locator('main a[href^="/news"]').first().click();
    await page.waitForFunction((url) => location.href !== url, before);
    expect(await sameAgain()).toBe(true);
    await page.context().close();
  } finally {
    await site.stop();
  }
});

test('a chunk that is gone reloads the page once, then the page stays usable without a message', async () => {
  const siteUrl = inject('siteUrl');
  const { page } = await openPage(browser);
  await page.route(/share-article\.island-/, (route) => route.abort());
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.goto(`${siteUrl}${article}`);
  const button = page.locator('is-land button').first();
  await button.click();
  await expect.poll(() => loads).toBe(2);
  await button.click();
  await page.waitForSelector('is-land[data-state=failed]', { state: 'attached' });
  expect(loads).toBe(2);
  expect(await button.isVisible()).toBe(true);
  expect(await page.locator('[role=alert], .Toastify').count()).toBe(0);
  // Each path may reload once: another path reloads again.
  await page.goto(`${siteUrl}/news/rand-and-the-carry`);
  await page.locator('is-land button').first().click();
  await expect.poll(() => loads).toBe(4);
});

const chunks = [
  ['forms', '/contact'],
  ['carousel', '/about'],
  ['background', '/about'],
  ['react-runtime', '/glossary'],
] as const;
const twoChunks = sample(chunks, ([chunk]) => chunk === 'forms' || chunk === 'react-runtime');

testSample(
  twoChunks,
  'R61: a chunk %s that does not load reloads %s once, and then the console reports it',
  async ([chunk, path]) => {
    const { page, complaints } = await openPage(browser);
    await page.route(new RegExp(`/assets/${chunk}[-.]`), (route) => route.abort());
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    // A carousel loads its chunk only once it is visible, an island only once it is touched.
    const need = async () => {
      if (chunk === 'carousel')
        await page
          .locator('[data-carousel]')
          .scrollIntoViewIfNeeded()
          .catch(() => undefined);
      if (chunk === 'react-runtime')
        await page
          .locator('is-land input')
          .dispatchEvent('pointerdown')
          .catch(() => undefined);
    };
    await page.goto(`${inject('siteUrl')}${path}`);
    await expect
      .poll(async () => {
        await need();
        return loads;
      })
      .toBe(2);
    await expect
      .poll(async () => {
        await need();
        return complaints.join('\n');
      })
      .toMatch(new RegExp(`dynamically imported module: \\S*/${chunk}-`));
    expect(loads).toBe(2);
  },
);

test('a reload keeps typed text, and the browser sends a form whose script does not load', async () => {
  const { page } = await openPage(browser);
  const heldRoutes: Route[] = [];
  await page.route(/\/assets\/forms-/, (route) => void heldRoutes.push(route));
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto(`${inject('siteUrl')}/contact`, { waitUntil: 'domcontentloaded' });
  await page.locator('#name').fill('Ana Núñez');
  const same = await markDocument(page);
  const consoleMessage = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes('forms-'),
  );
  await expect.poll(() => heldRoutes.length).toBeGreaterThan(0);
  for (const route of heldRoutes.splice(0)) await route.abort();
  await consoleMessage;
  expect([await same(), await page.locator('#name').inputValue(), loads]).toEqual([true, 'Ana Núñez', 1]);
  await lookAt(page);
  await page.locator('main form[data-form] button:not([type=button])').last().click();
  // The server's answer to the form, with its errors and what was typed. The page must not reload it either.
  await page.waitForSelector('main[data-answer] [data-summary] a');
  await expect.poll(() => heldRoutes.length).toBeGreaterThan(0);
  const saidAgain = page.waitForEvent(
    'console',
    (message) => message.type() === 'error' && message.text().includes('forms-'),
  );
  for (const route of heldRoutes.splice(0)) await route.abort();
  await saidAgain;
  expect([await page.locator('#name').inputValue(), loads]).toEqual(['Ana Núñez', 2]);
});

test('R60, R62, R65: latest.json and the manifest have the data that the browser needs, and their failures only reach the console', async () => {
  const siteUrl = inject('siteUrl');
  const latest = await fetch(`${siteUrl}/_builds/latest.json?${Date.now()}`);
  expect(latest.headers.get('cache-control')).toBe('no-store');
  const { id, timestamp } = (await latest.json()) as { id: string; timestamp: number };
  expect(timestamp).toBeGreaterThan(Date.now() - 3_600_000);
  const { rules } = (await (await fetch(`${siteUrl}/_builds/meta/${id}.json`)).json()) as {
    rules: Record<string, unknown>;
  };
  expect(rules).toMatchObject({
    '/metatrader5': { redirect: 'https://www.metatrader5.com/' },
    '/accounts': { redirect: '/account-types' },
    '/search': { preload: false },
  });
  expect((await fetch(`${siteUrl}/_builds/meta/000000000000.json`)).status).toBe(404);

  const { page, complaints } = await openPage(browser);
  await page.route('**/_builds/**', (route) => route.abort());
  await page.goto(`${siteUrl}/forex`);
  await expect.poll(() => complaints.join('\n')).toContain('The route rules of this build are not known.');
  expect(await page.locator('[role=alert], .Toastify, .page-loader').count()).toBe(0);
});

test('R05: a link whose rule leads to another site makes the browser leave, and is never preloaded', async () => {
  const siteUrl = inject('siteUrl');
  const { page } = await openPage(browser);
  const manifest = page.waitForResponse('**/_builds/meta/*.json');
  await page.goto(`${siteUrl}/error`);
  await (await manifest).finished();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.evaluate(() =>
    document
      .querySelector('main')
      ?.append(Object.assign(document.createElement('a'), { id: 'out', href: '/metatrader5', textContent: 'out' })),
  );
  await page.hover('#out');
  // The test has no network: it is enough that the browser starts to navigate.
  const leaving = page.waitForRequest(
    (request) => request.url() === 'https://www.metatrader5.com/' && request.isNavigationRequest(),
  );
  await page.click('#out');
  await leaving;
  expect(requested).not.toContain('/metatrader5/_payload.json');
});
