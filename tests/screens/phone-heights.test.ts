/** How much a phone of 360 px scrolls, and that text of 200 % widens no page, at 320 px neither. */
import { expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { sharedChromium } from '../browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

/** Pixels of the whole page; most of all pages are instruments. In Spanish, whose words are longest. */
const most = {
  '/': 7000,
  '/es': 7000,
  '/it': 7100,
  '/es/cfd-asset-list/eurusd': 6000,
  '/es/glossary': 8500,
  '/es/register': 3500,
};

/** Pages with long words, large figures or narrow columns, in which 200 % of 320 px leave room for eight letters. */
const tight =
  '/es /es/about /es/account-types /es/affiliate /es/copy-trading /es/crypto /es/trading-basics /es/trading-hours /es/trading-tools /es/education-center /es/news-center /es/cfd-asset-list /es/cfd-asset-list/aapl /es/careers /es/contact /es/register /es/search?q=pip /it/faqs /it/glossary/mam /it/account-types /cfd-trading /legal/risk-disclosure /news-category/market-notes /news/gold-when-nothing-happens';

test('pages and footer are short at 360 px, the risk warning is in no group that opens, and text of 200 % widens no page', async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 780 }, bypassCSP: true });
  for (const [path, height] of Object.entries(most)) {
    await page.goto(siteUrl + path);
    const is = await page.evaluate(() => ({
      page: document.documentElement.scrollHeight,
      footer: document.querySelector('body > footer')?.getBoundingClientRect().height ?? 0,
      warning: document.querySelector('footer section')?.closest('details') === null,
      groups: document.querySelectorAll('footer details:not([open])').length,
    }));
    expect(is.page, path).toBeLessThanOrEqual(height);
    expect(is.footer, path).toBeLessThanOrEqual(900);
    expect([is.warning, is.groups > 4], path).toEqual([true, true]);
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
  }
  await page.setViewportSize({ width: 320, height: 780 });
  const wide: string[] = [];
  for (const path of tight.split(' ')) {
    await page.goto(siteUrl + path);
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 320) wide.push(`${path}: ${width}`);
  }
  expect(wide).toEqual([]);
});

test.each(locales)('each term of the glossary has a page, and its old address is on the index (%s)', async (locale) => {
  const index = await (await fetch(siteUrl + localePath('/glossary', locale))).text();
  expect(index).toMatch(/<details[^>]*>(?:(?!<\/details>).)* id="margin"/);
  const response = await fetch(siteUrl + localePath('/glossary/margin', locale));
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain(`href="${localePath('/glossary/leverage', locale)}"`);
  expect(html).toContain('DefinedTerm');
  expect((await fetch(siteUrl + localePath('/glossary/no-such-term', locale))).status).toBe(404);
});
