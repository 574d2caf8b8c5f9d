/** The notice of the visitor's country (R24): styled from its first frame, with its button in view, and in spite of faults of the service and the browser. */
import { expect, inject, test } from 'vitest';
import { settled } from '../browser.ts';
import { bar, consentCookieValue, sharedVisitorBrowser, visitor } from '../visitor-browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedVisitorBrowser();

const consented = { cc_cookie: consentCookieValue() };
const come = (options: Partial<Parameters<typeof visitor>[1]> = {}) =>
  visitor(browser, { siteUrl, cookies: consented, ...options });

test.each(['/es', '/it'])(
  'the notice waits for its style, shifts no layout, and its whole button is visible on a small phone: %s',
  async (path) => {
    const guest = await come({
      country: 'DE',
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
  },
);

test('R42: a country service that fails causes only a line in the console', async () => {
  const guest = await come({ country: 'DE' });
  await guest.context.route('**/api/geo', (route) => route.abort());
  await guest.page.goto('/forex');
  await settled(guest.page);
  expect(await guest.page.locator('[role=alertdialog]').count()).toBe(0);
  expect(guest.complaints.length).toBeGreaterThan(0);
  expect(await guest.page.evaluate(() => sessionStorage.getItem('redirectForLanguage'))).toBeNull();
});

const brokenAnswers = [
  ['an empty object', { json: {} }, false],
  ['broken JSON, and the header', { body: '<html>', headers: { 'country-policy': 'eu-notice' } }, true],
] as const;
test.each(brokenAnswers)('/api/geo answers %s: the console says so', async (_name, answer, shown) => {
  const guest = await come();
  await guest.context.route('**/api/geo', (route) => route.fulfill(answer));
  await guest.page.goto('/forex');
  await settled(guest.page);
  await expect.poll(() => guest.complaints.length).toBeGreaterThan(0);
  expect(await guest.page.locator('[role=alertdialog]').count()).toBe(shown ? 1 : 0);
});

test('a proxy that strips the header of the policy does not switch the notice off', async () => {
  const guest = await come({ country: 'DE' });
  await guest.context.route('**/api/geo', async (route) => {
    const response = await route.fetch();
    const { 'country-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await guest.page.goto('/it/forex');
  await guest.page.locator('[role=alertdialog]').waitFor();
  expect(guest.complaints).toEqual([]);
});

test('a robot gets the notice as well, and no bar', async () => {
  const guest = await come({ country: 'DE', cookies: {}, context: { userAgent: 'Googlebot/2.1' } });
  await guest.page.goto('/forex');
  await guest.page.locator('[role=alertdialog] button[type=submit]').click();
  await settled(guest.page);
  expect(await guest.page.locator(bar).count()).toBe(0);
});

/** What a browser may do to a script that wants to store something. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { get: refuse });
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
}

test('with a storage that is refused the notice stands and closes, a theme is shown, and the page works', async () => {
  const guest = await come({ country: 'DE', context: { locale: 'it-IT' } });
  const { page } = guest;
  await page.addInitScript(refuseStorage);
  for (const path of ['/it/forex', '/it/crypto']) {
    await page.goto(path);
    const dialog = page.locator('[role=alertdialog]');
    if (path === '/it/forex') await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-theme-choice] input[value=dark]').check();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  }
  await page.goto('/it/trading-hours');
  await page.locator('[name=zone]').fill('Tokyo');
  await page
    .getByText(/Asia\/Tokyo/)
    .first()
    .waitFor();
  // The library of the bar reads cookies by itself: nothing is loaded without an answer.
  expect(guest.complaints.filter((text) => !text.startsWith('consent could not be asked for'))).toEqual([]);
});
