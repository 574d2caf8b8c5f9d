/** The drawn platforms in a browser: tabs by keyboard and without a script, the drawing for each width and theme, nothing over an edge. */
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium, openPage, settled } from '../browser.ts';

const siteUrl = inject('siteUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The one drawing that is shown: its platform and crop, once it has loaded. */
async function shownDrawing(page: Page): Promise<string> {
  const image = page.locator('[data-view] img:visible');
  await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('[data-view] img')].some(
      (one) => one.offsetParent && one.complete && one.naturalWidth > 0,
    ),
  );
  const source = await image.evaluate((one: HTMLImageElement) => one.currentSrc);
  return /\/drawings\/[^/]+\/[^/]+\/(\w+\/\w+)\//.exec(source)?.[1] ?? source;
}

const widths = [
  [320, 'narrow'],
  [390, 'narrow'],
  [768, 'medium'],
  [1440, 'wide'],
  [1920, 'wide'],
] as const;

test.each(widths)(
  'at %i px the %s drawing is shown in every language, and nothing is over the edge',
  async (width, crop) => {
    const { page, faults, close } = await openPage(browser, {
      viewport: { width, height: 800 },
      javaScriptEnabled: true,
    });
    for (const locale of locales) {
      await page.goto(`${siteUrl}${localePath('/', locale)}`);
      expect([locale, await shownDrawing(page)]).toEqual([locale, `web/${crop}`]);
      const over = await page.evaluate(() => {
        const section = document.querySelector('section:has([data-view])');
        const edge = document.documentElement.clientWidth;
        const all = [...(section?.querySelectorAll('*') ?? [])];
        return {
          page: document.documentElement.scrollWidth - edge,
          wide: all.filter((one) => one.getBoundingClientRect().right > edge + 1).map(({ className }) => className),
        };
      });
      expect([locale, over]).toEqual([locale, { page: 0, wide: [] }]);
      // Each number of the drawing has its text.
      const numbers = await page.evaluate(async () => {
        const image = [...document.querySelectorAll<HTMLImageElement>('[data-view] img')].find(
          (one) => one.offsetParent,
        );
        const svg = await (await fetch(image?.currentSrc ?? '')).text();
        // Each number is drawn on two circles; nothing else is round.
        const drawn = svg.split('<circle').length / 2 - 0.5;
        const texts = [...document.querySelectorAll<HTMLElement>('[data-view] ol > li')].filter(
          (one) => one.offsetParent,
        );
        return { drawn, texts: texts.length };
      });
      expect(numbers.drawn).toBe(numbers.texts);
      expect(numbers.drawn).toBeGreaterThan(0);
    }
    expect(faults()).toEqual([]);
    await close();
  },
);

test('nothing of it is fetched before it comes into view', async () => {
  const { page, close } = await openPage(browser, { viewport: { width: 1440, height: 800 } });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(siteUrl);
  await settled(page);
  const before = fetched.filter((path) => path.startsWith('/drawings/'));
  await shownDrawing(page);
  const after = fetched.filter((path) => path.startsWith('/drawings/'));
  // Chromium loads what is within 1250 px of the view; the other platforms stay where they are.
  expect(before.length).toBeLessThanOrEqual(1);
  expect(after).toHaveLength(1);
  await close();
});

test.each(['light', 'dark'] as const)(
  'tabs work with the keyboard and without a script, and axe finds no fault, %s',
  async (colorScheme) => {
    const plain = await openPage(browser, { colorScheme, javaScriptEnabled: false });
    await plain.page.goto(`${siteUrl}/es`);
    const tabs = plain.page.getByRole('group', { name: 'Plataforma' });
    await tabs.getByRole('radio', { name: 'WebTrader' }).focus();
    for (const [key, view] of [
      ['ArrowRight', 'app'],
      ['ArrowRight', 'mt5'],
      ['ArrowRight', 'web'],
      ['ArrowLeft', 'mt5'],
    ] as const) {
      await plain.page.keyboard.press(key);
      expect(await plain.page.locator('[data-view]:visible').getAttribute('data-view')).toBe(view);
    }
    await plain.close();

    const { page, close } = await openPage(browser, { colorScheme });
    await page.goto(siteUrl);
    for (const name of ['WebTrader', 'App', 'MetaTrader 5']) {
      await page.getByRole('radio', { name }).check({ force: true });
      await shownDrawing(page);
      expect(await axeFaults(page)).toEqual([]);
    }
    await close();
  },
);

test('a drawing has the colours of the visitor’s theme, its own language, and words as text', async () => {
  const grounds: number[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await openPage(browser, {
      viewport: { width: 1440, height: 1000 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await page.goto(`${siteUrl}/it`);
    await shownDrawing(page);
    const image = page.locator('[data-view] img:visible');
    const picture = sharp(await image.screenshot());
    const { data } = await picture
      .extract({ left: 640, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    grounds.push(data[0] ?? -1);
    const svg = await (await fetch(await image.evaluate((one: HTMLImageElement) => one.currentSrc))).text();
    expect(svg).toContain('lang="it"');
    expect(svg).toContain('>Perdita allo stop</text>');
    await close();
  }
  expect(grounds[0]).toBeGreaterThan(200);
  expect(grounds[1]).toBeLessThan(60);
});
