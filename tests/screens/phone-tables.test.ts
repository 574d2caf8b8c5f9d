/** Tables of more than three columns on a phone: every cell is visible, and screen readers still read a table. */
import { expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { sharedChromium } from '../browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

test.each(locales)(
  'every figure of every row is visible at 320 px, under the label of its column (%s)',
  async (locale) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 700 } });
    for (const path of [
      '/forex',
      '/indices',
      '/stocks',
      '/contact',
      '/trading-hours',
      '/trading-tools',
      '/webtrader',
    ]) {
      await page.goto(siteUrl + localePath(path, locale));
      const cells = await page.locator('main td:is([data-figure], [data-text])').evaluateAll((found) =>
        found.map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const { left, right } = range.getBoundingClientRect();
          const around = cell.closest('table')?.parentElement?.getBoundingClientRect();
          return {
            text: cell.textContent,
            inSight: around !== undefined && left >= around.left - 1 && right <= around.right + 1,
          };
        }),
      );
      expect(
        cells.filter(({ inSight }) => !inSight),
        `${path} (${locale})`,
      ).toEqual([]);
    }
  },
);

test('the list stays a table for assistive technology: rows and cells have names, and columns have headers', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`${siteUrl}/trading-tools`);
  const table = page.getByRole('table', { name: 'One lot at the reference prices, Prime account' });
  const columns = await table.getByRole('columnheader').allTextContents();
  expect(columns.length).toBeGreaterThan(3);
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'EURUSD' }) });
  expect(await row.getByRole('cell').count()).toBe(columns.length - 1);
  // The label that is shown beside a figure is not read a second time.
  expect(await row.getByRole('cell').nth(1).ariaSnapshot()).toMatch(/^- cell "[\d.]+"$/);
});

test.each(locales)(
  'a cookie is a card with its four facts next to their labels, and still a table row (%s)',
  async (locale) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 700 } });
    await page.goto(siteUrl + localePath('/cookie-disclosure', locale));
    const table = page.locator('[data-cookie-table]');
    const around = table.locator('xpath=..');
    expect(await around.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const columns = await table.getByRole('columnheader').allTextContents();
    expect(columns.length).toBe(5);
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'cc_cookie' }) });
    const shown = await row
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content.split('"')[1]));
    expect(shown).toEqual(columns.slice(1));
  },
);
