/** The asset list in a browser: nothing is hidden on a phone, nothing scrolls sideways, and keyboard and form work. */
import { expect, inject, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { locales } from '../../content/locales.ts';
import { axeFaults } from '../axe.ts';
import { sharedChromium, openPage } from '../browser.ts';
import { pairwise, sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

const path = '/cfd-asset-list';

const looks = [320, 360, 768, 1440].flatMap((width, index) =>
  locales.map((locale, place) => ({ locale, width, isFirst: index % locales.length === place })),
);

testSample(
  sample(looks, ({ isFirst }) => isFirst),
  'in $locale at $width px every figure is in view without scrolling sideways',
  async ({ locale, width }) => {
    const { page } = await openPage(browser, { viewport: { width, height: 800 }, javaScriptEnabled: false });
    for (const query of ['?size=100', '?class=commodity', '?class=forex-exotic&size=50', '?class=crypto']) {
      await page.goto(`${siteUrl}${localePath(path, locale)}${query}`);
      const found = await page.evaluate(() => {
        const cells = [...document.querySelectorAll<HTMLElement>('main table tr:not([data-more]) > *')];
        return {
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          hidden: cells.filter((cell) => cell.getClientRects().length === 0).length,
          outside: cells.filter((cell) => {
            const { left, right } = cell.getBoundingClientRect();
            return left < 0 || right > innerWidth;
          }).length,
          // Text that is wider than its cell would cover the next cell.
          over: cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
          columns: new Set(
            [...document.querySelectorAll('main tbody tr:not([data-more])')].map((row) => row.children.length),
          ).size,
          rows: document.querySelectorAll('main tbody tr:not([data-more])').length,
        };
      });
      expect({ query, ...found }).toMatchObject({ query, wide: 0, hidden: 0, outside: 0, over: [], columns: 1 });
      expect(found.rows).toBeGreaterThan(15);
    }
  },
);

test('an endless query without results does not overflow the screen of a phone', async () => {
  const { page } = await openPage(browser, { viewport: { width: 320, height: 740 } });
  await page.goto(`${siteUrl}${localePath(path, 'es')}?q=${'x'.repeat(60)}`);
  const rightEdge = await page
    .locator('main [role="status"] p')
    .first()
    .evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect().right;
    });
  expect(rightEdge).toBeLessThanOrEqual(320);
});

test('a row has two lines on a phone, and the search is in the first view', async () => {
  const { page } = await openPage(browser, { viewport: { width: 360, height: 740 } });
  await page.goto(`${siteUrl}${localePath(path, 'es')}`);
  const lines = await page
    .locator('main tbody tr')
    .first()
    .evaluate(
      (row) => new Set([...row.children].map((cell) => Math.round(cell.getBoundingClientRect().bottom / 8))).size,
    );
  expect(lines).toBe(2);
  const { bottom } = await page
    .locator('#asset')
    .evaluate((field) => field.getBoundingClientRect().toJSON() as { bottom: number });
  expect(bottom).toBeLessThan(740);
});

test('a visitor without a script searches, chooses a class and sorts, by keyboard', async () => {
  const { page } = await openPage(browser, { viewport: { width: 1280, height: 900 }, javaScriptEnabled: false });
  await page.goto(`${siteUrl}/it${path}`);
  await page.locator('#asset').focus();
  await page.keyboard.type('oro');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=oro/);
  expect(await page.locator('main tbody th b').first().textContent()).toBe('XAUUSD');
  expect(await page.locator('#asset').inputValue()).toBe('oro');
  await page.goto(`${siteUrl}/it${path}`);
  const heading = page.locator('main thead th').nth(1);
  await heading.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/sort=spread/);
  expect(await heading.getAttribute('aria-sort')).toBe('ascending');
  expect(await page.locator('main tbody th b').first().textContent()).toBe('XAUUSD');
  await heading.getByRole('link').click();
  await page.waitForURL(/sort=-spread/);
  expect(await heading.getAttribute('aria-sort')).toBe('descending');
});

const axeLooks = pairwise({
  width: [320, 1280],
  colorScheme: ['light', 'dark'] as const,
  query: ['', '?class=forex&sort=-spread', '?q=nothing-like-it'],
});
testSample(
  sample([...axeLooks.chosen, ...axeLooks.others], (_, index) => index < 2),
  'axe finds no fault at $width px, $colorScheme, $query',
  async ({ width, colorScheme, query }) => {
    const { page } = await openPage(browser, { viewport: { width, height: 900 }, colorScheme });
    await page.goto(`${siteUrl}${path}${query}`);
    expect(await axeFaults(page)).toEqual([]);
  },
);

test('a row opens without a script, by keyboard, to what it costs on each account, its hours and its page', async () => {
  const { page } = await openPage(browser, { viewport: { width: 320, height: 740 }, javaScriptEnabled: false });
  await page.goto(`${siteUrl}/es${path}?q=oro`);
  const more = page.locator('main [data-more]').first();
  expect(await more.isVisible()).toBe(false);
  await page.locator('main tbody summary').first().focus();
  await page.keyboard.press('Enter');
  expect(await more.isVisible()).toBe(true);
  const text = (await more.innerText()).replaceAll('\u00a0', ' ');
  for (const words of ['Discovery: spread 0,24 USD', 'Master: ', 'comisión de 3,50 USD', 'esta semana en UTC'])
    expect(text).toContain(words);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await more.locator('a').click();
  await page.waitForURL(`${siteUrl}/es${path}/xauusd`);
});

test('the list answers while the visitor types, and the address can be sent to a friend', async () => {
  const { page } = await openPage(browser, { viewport: { width: 1000, height: 900 } });
  await page.goto(`${siteUrl}/it${path}?class=commodity`);
  const rows = page.locator('#assets-found tbody tr:not([data-more])');
  await page.locator('main input[name="q"]').click();
  await page.locator('main input[name="q"]').pressSequentially('oro');
  await page.waitForURL(`${siteUrl}/it${path}?class=commodity&q=oro`);
  expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('XAUUSD')]);
  expect(await page.locator('main .field [role="status"]').innerText()).toMatch(/^1\D+268/);
  // The field kept the focus while the visitor typed.
  expect(await page.locator('main input[name="q"]').evaluate((field) => field === document.activeElement)).toBe(true);
});
