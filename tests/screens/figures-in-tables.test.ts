/** Colours and signs of tables: the colour of a line shows its direction, and a dash does not look like a tick. */
import { expect, inject, test } from 'vitest';
import { sharedChromium } from '../browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

test.each(['light', 'dark'] as const)(
  'a falling line has the colour of losses, and a rising line the colour of gains: %s',
  async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme });
    await page.goto(`${siteUrl}/`);
    const lines = await page.locator('main :is(td, dd):has(> svg):has(> .visually-hidden)').evaluateAll((cells) =>
      cells.map((cell) => ({
        falls: /[−-]\d/.test(cell.textContent),
        colour: getComputedStyle(cell.querySelector('svg path:last-of-type') as Element).stroke,
      })),
    );
    const readColours = (falls: boolean) => [
      ...new Set(lines.filter((line) => line.falls === falls).map(({ colour }) => colour)),
    ];
    const [sage, clay] =
      colorScheme === 'light' ? ['rgb(31, 92, 67)', 'rgb(168, 67, 42)'] : ['rgb(134, 199, 164)', 'rgb(235, 146, 121)'];
    expect([readColours(false), readColours(true)]).toEqual([[sage], [clay]]);
  },
);

test('a print from a dark browser shows the logo, and a row of a table ends in one unbroken line', async () => {
  const page = await browser.newPage({ colorScheme: 'dark' });
  await page.goto(`${siteUrl}/education/reading-a-candle`);
  await page.emulateMedia({ media: 'print' });
  const logo = page.locator('[data-header] img').first();
  expect(await logo.evaluate((image) => getComputedStyle(image).filter)).toBe('brightness(0)');
  const lines = await page
    .locator('main table')
    .first()
    .evaluate((table) => {
      const { borderBottomColor } = getComputedStyle(table.querySelector('td') as Element);
      return [getComputedStyle(table).borderCollapse, borderBottomColor];
    });
  expect(lines).toEqual(['collapse', 'rgb(205, 209, 207)']);
});

test('an article shows all five columns of a table of figures on a phone, and one line below its head', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 780 } });
  await page.goto(`${siteUrl}/es/education/reading-a-candle`);
  const cut = await page
    .locator('main article .table-scroll')
    .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth));
  expect(cut.length).toBeGreaterThan(1);
  expect(Math.max(...cut)).toBe(0);
  await page.goto(`${siteUrl}/it/education/spreads-and-commission`);
  const lines = await page
    .locator('main article thead tr:has(td)')
    .first()
    .evaluate((row) => new Set([...row.children].map((cell) => getComputedStyle(cell).borderBottomColor)).size);
  expect(lines).toBe(1);
});

test('a dash is not as green as a tick', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${siteUrl}/account-types`);
  const colour = (name: string) =>
    page
      .locator(`main table td svg:has([href$="#${name}"])`)
      .first()
      .evaluate((icon) => getComputedStyle(icon).color);
  expect(await colour('check')).toBe('rgb(31, 92, 67)');
  expect(await colour('minus')).toBe('rgb(84, 96, 90)');
});
