/** The pictures of the platforms in a browser: one for each width, theme and language, tabs by keyboard and without a script, no overflow. */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { axeFaults } from '../axe.ts';
import { sharedChromium, openPage } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

const pictureName = /\/media\/[^/]+\/platform-([\w-]+)\.svg$/;

/** The one picture that is shown, once it has loaded: `web-en-wide-light`. */
async function shownPicture(page: Page): Promise<string> {
  const image = page.locator('[data-view] img:visible');
  await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('[data-view] img')].some(
      (one) => one.offsetParent && one.complete && one.naturalWidth > 0,
    ),
  );
  const source = await image.evaluate((one: HTMLImageElement) => one.currentSrc);
  return pictureName.exec(source)?.[1] ?? source;
}

const widths = [
  [320, 'narrow'],
  [390, 'narrow'],
  [768, 'medium'],
  [1440, 'wide'],
  [1920, 'wide'],
] as const;

testSample(
  sample(widths, ([width]) => [320, 768].includes(width)),
  'the page at %i px shows the %s picture in every language, without overflow',
  async ([width, size]) => {
    const { page, faults } = await openPage(browser, {
      viewport: { width, height: 800 },
      javaScriptEnabled: true,
    });
    for (const locale of locales) {
      await page.goto(`${siteUrl}${localePath('/', locale)}`);
      expect(await shownPicture(page)).toBe(`web-${locale}-${size}-light`);
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
      // Each number on the picture has its text.
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
  },
);

test('only the shown picture is fetched', async () => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 800 } });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(siteUrl, { waitUntil: 'load' });
  await shownPicture(page);
  // The other platforms, sizes and themes stay where they are.
  expect(fetched.filter((path) => pictureName.test(path)).map((path) => pictureName.exec(path)?.[1])).toEqual([
    'web-en-wide-light',
  ]);
});

testSample(
  sample(
    [
      ['light', 'dark', 'dark'],
      ['dark', null, 'dark'],
      ['light', null, 'light'],
      ['dark', 'light', 'light'],
    ] as const,
    (_, index) => index === 0,
  ),
  'the picture on a %s system with the choice %s is %s, without a layout shift',
  async ([system, choice, theme]) => {
    const { page } = await openPage(browser, { colorScheme: system, viewport: { width: 1440, height: 800 } });
    if (choice) await page.addInitScript((value) => localStorage.setItem('theme', value), choice);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    for (const [path, view] of [
      ['/', 'web'],
      ['/webtrader', 'web'],
      ['/app', 'app'],
      ['/mt5', 'mt5'],
    ] as const) {
      await page.goto(siteUrl + path);
      const image = page.locator('[data-view] img:visible');
      // The space for a picture has its height before it loads.
      const missing = await image.evaluate((one: HTMLImageElement) => {
        const ratio = Number(one.getAttribute('height')) / Number(one.getAttribute('width'));
        return Math.abs(one.clientHeight - one.clientWidth * ratio);
      });
      expect(missing).toBeLessThan(1);
      expect(await shownPicture(page)).toBe(`${view}-en-wide-${theme}`);
    }
    expect(fetched.filter((path) => pictureName.test(path) && !path.endsWith(`-${theme}.svg`))).toEqual([]);
    await page.emulateMedia({ media: 'print', colorScheme: system });
    expect(await shownPicture(page)).toBe('mt5-en-wide-light');
  },
);

testSample(
  sample(['light', 'dark'] as const, (theme) => theme === 'dark'),
  'tabs work with the keyboard and without a script, without axe violations, %s',
  async (colorScheme) => {
    const pageWithoutScript = await openPage(browser, { colorScheme, javaScriptEnabled: false });
    await pageWithoutScript.page.goto(`${siteUrl}/es`);
    expect(await shownPicture(pageWithoutScript.page)).toMatch(new RegExp(`^web-es-\\w+-${colorScheme}$`));
    const tabs = pageWithoutScript.page.getByRole('group', { name: 'Plataforma' });
    await tabs.getByRole('radio', { name: 'WebTrader' }).focus();
    for (const [key, view] of [
      ['ArrowRight', 'app'],
      ['ArrowRight', 'mt5'],
      ['ArrowRight', 'web'],
      ['ArrowLeft', 'mt5'],
    ] as const) {
      await pageWithoutScript.page.keyboard.press(key);
      expect(await pageWithoutScript.page.locator('[data-view]:visible').getAttribute('data-view')).toBe(view);
    }
    await pageWithoutScript.close();

    const { page } = await openPage(browser, { colorScheme });
    await page.goto(siteUrl);
    for (const name of ['WebTrader', 'App', 'MetaTrader 5']) {
      await page.getByRole('radio', { name }).check({ force: true });
      await shownPicture(page);
      expect(await axeFaults(page)).toEqual([]);
    }
  },
);
