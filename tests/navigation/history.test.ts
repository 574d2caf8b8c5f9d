/** Going back shows the page as it was left, whether it is swapped in or has its own document. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sharedChromium, markDocument, openPage } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';
import { addLinks, openPath } from '../navigation-links.ts';

const browser = await sharedChromium();

const heading = (page: Page) => page.locator('main h1').first().innerText();
const rulesKnown = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/_builds/meta/')),
  );

async function follow(page: Page, href: string): Promise<void> {
  const before = await heading(page);
  await addLinks(page, [href]);
  await page.click('#test-links a');
  await page.waitForURL(`**${href}`);
  await page.waitForFunction((old) => document.querySelector('main h1')?.textContent !== old, before);
}

/** Reads the state while the page may still be loading. */
const shown = (page: Page) => () => heading(page).catch(() => '');
const canonical = (page: Page) => () =>
  page
    .locator('link[rel=canonical]')
    .getAttribute('href')
    .catch(() => '');

/** Goes back without Playwright's `goBack`, which waits for a document. */
async function goBack(page: Page, path: string): Promise<void> {
  // Delayed, because this call gets no answer when the document is left.
  await page.evaluate(() => void setTimeout(() => history.back()));
  await page.waitForURL(`**${path}`);
}

testSample(
  sample(['/search?q=margin', '/register', '/login', '/es/index.html'], (_, index) => index % 2 === 0),
  'back shows the page of the address: %s',
  async (path) => {
    const { page } = await openPage(browser);
    await openPath(page, path);
    await rulesKnown(page);
    const headingBefore = await heading(page);
    await follow(page, path.startsWith('/es') ? '/es/forex' : '/forex');
    await goBack(page, path);
    await expect.poll(shown(page)).toBe(headingBefore);
  },
);

test('the home page that the Spanish redirect leads to is swapped like any other', async () => {
  const { page } = await openPage(browser);
  await openPath(page, '/es/index.html');
  const same = await markDocument(page);
  await follow(page, '/es/forex');
  expect(await same()).toBe(true);
  await goBack(page, '/es/index.html');
  await expect.poll(canonical(page)).toMatch(/\/es$/);
  expect(await same()).toBe(true);
});

test('back also finds a page that turned out not to be swappable', async () => {
  const { page } = await openPage(browser);
  const rules = Promise.withResolvers<void>();
  await page.route('**/_builds/meta/*', async (route) => {
    await rules.promise;
    await route.continue();
  });
  await openPath(page, '/search?q=margin');
  const headingBefore = await heading(page);
  await follow(page, '/forex');
  const metaAnswer = page.waitForResponse('**/_builds/meta/*');
  rules.resolve();
  await (await metaAnswer).finished();
  await rulesKnown(page);
  await goBack(page, '/search?q=margin');
  await expect.poll(shown(page)).toBe(headingBefore);
});

test('a visitor who goes back while a document loads sees the page that the address names', async () => {
  const { page } = await openPage(browser);
  await openPath(page, '/forex');
  const headingBefore = await heading(page);
  await follow(page, '/crypto');
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/entry-*', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.evaluate(() => history.back());
  await page.waitForURL('**/forex', { waitUntil: 'commit' });
  script.resolve();
  await expect.poll(shown(page)).toBe(headingBefore);
});

test('going back to a page that does not exist does not trap the visitor', async () => {
  const { page } = await openPage(browser);
  await openPath(page, '/about');
  await openPath(page, '/no-such-page');
  const missing = await heading(page);
  await follow(page, '/forex');
  const entries = () => page.evaluate(() => navigation.entries().map(({ url }) => new URL(url ?? '').pathname));
  const before = await entries();
  await goBack(page, '/no-such-page');
  await expect.poll(shown(page)).toBe(missing);
  expect(await entries()).toEqual(before);
  await goBack(page, '/about');
});

describe('what was typed into a form', () => {
  test.each(['loaded', 'swapped in'])('is restored after a link and back: page %s', async (how) => {
    const { page } = await openPage(browser);
    await openPath(page, how === 'loaded' ? '/contact' : '/about');
    if (how === 'swapped in') await follow(page, '/contact');
    await page.locator('#message').fill('A long question');
    await follow(page, '/forex');
    await goBack(page, '/contact');
    await expect
      .poll(() =>
        page
          .locator('#message')
          .inputValue()
          .catch(() => ''),
      )
      .toBe('A long question');
  });

  test('is restored after back and forward, but not on another visit of the page', async () => {
    const { page } = await openPage(browser);
    await openPath(page, '/about');
    const same = await markDocument(page);
    await follow(page, '/contact');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/forms-[^/]+\.js$/.test(name)),
    );
    const fields = () =>
      page
        .evaluate(() =>
          ['name', 'topic', 'message'].map((id) => (document.getElementById(id) as HTMLInputElement | null)?.value),
        )
        .catch(() => []);
    const [nothing, answers] = [
      ['', '', ''],
      ['Anna', 'account', 'A long question\nin two lines'],
    ];
    expect(await fields()).toEqual(nothing);
    await page.locator('#name').fill('Anna');
    await page.locator('#topic').selectOption('account');
    await page.locator('#message').fill('A long question\nin two lines');
    await goBack(page, '/about');
    await expect.poll(canonical(page)).toMatch(/\/about$/);
    await page.evaluate(() => history.forward());
    await expect.poll(fields).toEqual(answers);
    await goBack(page, '/about');
    await expect.poll(canonical(page)).toMatch(/\/about$/);
    await follow(page, '/contact');
    expect(await fields()).toEqual(nothing);
    expect(await same()).toBe(true);
  });

  test('does not exist: then going back swaps the page and loads no document', async () => {
    const { page } = await openPage(browser);
    await openPath(page, '/contact');
    const same = await markDocument(page);
    await follow(page, '/forex');
    expect(await same()).toBe(true);
  });
});
