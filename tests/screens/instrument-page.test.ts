/** An instrument's page in a browser: on a small phone, for everybody, and on the visitor's own clock. */
import { expect, inject, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { locales } from '../../content/locales.ts';
import { axeFaults } from '../axe.ts';
import { sharedChromium, openPage } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

const path = '/cfd-asset-list/usdzar';

testSample(
  sample(locales, (locale) => locale === 'es'),
  'in %s at 320 px no figure is cut off or lies over another, also in the open table',
  async (locale) => {
    const { page } = await openPage(browser, {
      viewport: { width: 320, height: 740 },
      javaScriptEnabled: false,
    });
    await page.goto(`${siteUrl}${localePath(path, locale)}`);
    await page.locator('main details summary').focus();
    await page.keyboard.press('Enter');
    const found = await page.evaluate(() => {
      const cells = [...document.querySelectorAll<HTMLElement>('main :is(td, tbody th, dt, dd)')];
      return {
        rows: document.querySelectorAll('main details tbody tr').length,
        wide: document.documentElement.scrollWidth - innerWidth,
        hidden: cells.filter((cell) => cell.getClientRects().length === 0).map((cell) => cell.textContent),
        over: cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
      };
    });
    expect(found).toEqual({ rows: 60, wide: 0, hidden: [], over: [] });
  },
);

const addresses = [path, '/it/cfd-asset-list/nvda', '/es/search?q=oro', '/es/stocks'];
const axeLooks = addresses.flatMap((address, index) =>
  (['light', 'dark'] as const).map((colorScheme, place) => ({ address, colorScheme, isFirst: index % 2 === place })),
);

testSample(
  sample(axeLooks, ({ isFirst }, index) => isFirst && index < 4),
  'axe finds no fault, $address, $colorScheme',
  async ({ address, colorScheme }) => {
    const { page } = await openPage(browser, { viewport: { width: 1280, height: 900 }, colorScheme });
    await page.goto(`${siteUrl}${address}`);
    expect(await axeFaults(page)).toEqual([]);
  },
);

test('the hours change to the visitor’s zone when they are in view, and show the open markets', async () => {
  const { page, faults } = await openPage(browser, { timezoneId: 'Africa/Johannesburg' });
  await page.clock.install({ time: new Date(Date.now()) });
  await page.goto(`${siteUrl}/cfd-asset-list/btcusd`);
  const hours = page.locator('#hours');
  expect(await hours.innerText()).toContain('All times are UTC.');
  await hours.scrollIntoViewIfNeeded();
  await hours.getByText('Africa/Johannesburg').waitFor();
  expect(await hours.innerText()).toMatch(/Open · closes |Closed · opens /);
  expect(faults()).toEqual([]);
});
