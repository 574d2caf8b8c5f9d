/** Layout defects that visitors found, each as a measurable test: sizes of headlines, columns, submenus, and the place of answers. */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { sharedChromium } from '../browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

const edges = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return { left: Math.round(left), right: Math.round(right) };
    });

test('a headline has the size of its kind of page, however long it is', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const sizes = async (paths: string[]) => {
    const found = new Set<string>();
    for (const path of paths) {
      await page.goto(`${siteUrl}${path}`);
      found.add(await page.locator('main h1').evaluate((heading) => getComputedStyle(heading).fontSize));
    }
    return [...found];
  };
  expect(await sizes(['/', '/es', '/it'])).toEqual(['64px']);
  const others = ['/forex', '/es/stocks', '/about', '/it/about', '/why-us', '/contact', '/login', '/glossary'];
  expect(await sizes([...others, '/news-center', '/education/reading-a-candle', '/privacy-policy', '/search'])).toEqual(
    ['52px'],
  );
});

test('head, picture, text and end of an article are in one column', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${siteUrl}/education/reading-a-candle`);
  const column = await edges(page, 'main article .prose');
  for (const part of ['main article img', 'main article footer', 'main article pre', 'main article .table-scroll'])
    expect(await edges(page, part), part).toEqual(column);
  expect((await edges(page, 'main h1')).left).toBe(column.left);
});

test('the links of every submenu are aligned at the top, inside the window', async () => {
  const page = await browser.newPage({ viewport: { width: 1210, height: 800 } });
  for (const path of ['/about', '/es/about', '/it/about']) {
    await page.goto(`${siteUrl}${path}`);
    const menus = page.locator('[data-header] nav summary');
    for (let index = 0; index < (await menus.count()); index += 1) {
      await menus.nth(index).click();
      const columns = await page
        .locator('[data-header] nav details[open] > div > div')
        .evaluateAll((all) =>
          all.map((column) => [
            Math.round(column.querySelector('a')?.getBoundingClientRect().top ?? 0),
            column.getBoundingClientRect().right,
          ]),
        );
      expect(new Set(columns.map(([top]) => top)).size, `${path}, submenu ${index}`).toBe(1);
      expect(Math.max(...columns.map(([, right]) => right ?? 0))).toBeLessThan(1210);
    }
  }
});

test('an article, a job and an instrument mark their item of the main menu, also after a swap', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const marked = () =>
    page
      .locator('[data-header] nav a[aria-current]')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))]);
  const places = [
    ['/education/reading-a-candle', '/education-center'],
    ['/es/news-center/news', '/es/news-center'],
    ['/job-post/market-analyst-johannesburg', '/careers'],
    ['/it/cfd-asset-list/eurusd', '/it/cfd-asset-list'],
    ['/news-center', '/news-center'],
  ] as const;
  for (const [path, section] of places) {
    await page.goto(`${siteUrl}${path}`);
    expect(await marked(), path).toEqual([section]);
  }
  const news = page.locator('main a[href^="/news/"]').first();
  const title = await page.title();
  await news.click();
  await page.waitForFunction((before) => document.title !== before, title);
  await expect.poll(marked).toEqual(['/news-center']);
  expect(await page.locator('[data-header] nav a[aria-current]').first().getAttribute('aria-current')).toBe('true');
  await page.goto(`${siteUrl}/privacy-policy`);
  expect(await marked()).toEqual([]);
});

test('the results of the glossary filter are in view, on a phone and on a desktop', async () => {
  for (const viewport of [
    { width: 390, height: 500 },
    { width: 1440, height: 800 },
  ]) {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    await page.goto(`${siteUrl}/glossary`);
    await page.locator('main input[type=search]').click();
    const definition = page.locator('#terms details .prose').filter({ visible: true }).first();
    const inView = () => definition.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight);
    // The island hydrates at the first touch.
    await expect
      .poll(async () => {
        await page.locator('main input[type=search]').fill('');
        await page.locator('main input[type=search]').pressSequentially('swap');
        return page.locator('#terms details').filter({ visible: true }).count();
      })
      .toBe(1);
    await expect.poll(inView).toBe(true);
    expect(
      await page.locator('main input[type=search]').evaluate((field) => field.getBoundingClientRect().top),
    ).toBeGreaterThan(0);
    await page.close();
  }
});

test('no Spanish or Italian word breaks without a hyphen at 320 px, and the table of an article head is fully visible', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 568 } });
  for (const path of [
    '/es',
    '/es/account-types',
    '/it/account-types',
    '/es/mt5',
    '/es/cfd-trading',
    '/es/trading-basics',
  ]) {
    await page.goto(`${siteUrl}${path}`);
    const broken = await page.locator('main table').evaluateAll((tables) => {
      const found: string[] = [];
      for (const table of tables) {
        const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const word of (text.textContent ?? '').matchAll(/\p{L}{5,}/gu)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1 && getComputedStyle(text.parentElement as Element).hyphens !== 'auto')
              found.push(word[0]);
          }
      }
      return found;
    });
    expect(broken, path).toEqual([]);
    const cut = await page
      .locator('main section:first-of-type .table-scroll')
      .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth));
    expect(Math.max(0, ...cut), path).toBe(0);
  }
});
