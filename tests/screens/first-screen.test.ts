/**
 * One round trip (docs/decisions/0019-style-travels-with-the-page.md): the first 14 000 bytes of a page show the whole first screen of a
 * phone, as the page looks with every style of the site.
 */
import { brotliCompressSync, constants, createBrotliDecompress } from 'node:zlib';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import budgets from '../../tools/bench/budgets.json' with { type: 'json' };
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { sharedChromium } from '../browser.ts';
import { isExhaustive } from '../sampled.ts';

const siteUrl = inject('siteUrl');
/** Bytes that a server sends before it waits for the first acknowledgement: ten segments of 1 460, less the headers. */
const oneRoundTrip = 14_000;

const browser = await sharedChromium();

/** The part of the HTML that a browser can read from the first bytes. */
async function beginning(html: string): Promise<string> {
  const bytes = brotliCompressSync(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  });
  if (bytes.length <= oneRoundTrip) return html;
  const reader = createBrotliDecompress();
  let text = '';
  reader.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await new Promise<void>((resolve) => reader.write(bytes.subarray(0, oneRoundTrip), () => resolve()));
  reader.destroy();
  return text;
}

/** Chromium rounds a pixel of a round corner up or down, as its tiles happen to lie. */
const rounding = 2;

/** Tells whether two pictures have the same pixels. */
async function areAlike(...pictures: Buffer[]): Promise<boolean> {
  const [one, other] = await Promise.all(pictures.map((picture) => sharp(picture).raw().toBuffer()));
  if (!one || one.length !== other?.length) return false;
  return one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= rounding);
}

/** Reads place, size and style of every element. */
function looks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const { color, backgroundColor, font, display, borderWidth, opacity } = getComputedStyle(element);
      return [
        element.localName,
        element.className,
        x,
        y,
        width,
        height,
        color,
        backgroundColor,
        font,
        display,
        borderWidth,
        opacity,
      ].join(' ');
    }),
  );
}

const kinds = Object.entries(budgets.html).map(([kind, { paths }], index) => ({
  kind,
  path: paths[0] ?? '',
  scheme: index % 2 === 0 ? ('light' as const) : ('dark' as const),
  languages: isExhaustive ? locales : locales.filter((_, place) => place === index % locales.length),
}));

test.each(kinds)('the first screen shows its required parts: $kind', async ({ path, scheme, languages }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  const page = await context.newPage();
  // Scripts add what is not of the document, such as the question of consent.
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const locale of languages) {
    const address = `${siteUrl}${localePath(path, locale)}`;
    const html = await (await fetch(address, { headers: { cookie: 'locale=en' } })).text();
    const start = await beginning(html);
    const shown = async (text: string) => {
      await page.route(address, (route) => route.fulfill({ body: text, contentType: 'text/html; charset=utf-8' }));
      await page.goto(address, { waitUntil: 'load' });
      await page.evaluate(() => document.fonts.ready);
      // On a busy machine the last picture or letter may be painted a frame later.
      for (let last = await page.screenshot(); ;) {
        const screenshot = await page.screenshot();
        if (screenshot.equals(last)) return screenshot;
        last = screenshot;
      }
    };
    const first = start === html ? null : await shown(start);
    const fullPage = await shown(html);
    expect({ address, isWhole: first === null || (await areAlike(first, fullPage)) }).toEqual({
      address,
      isWhole: true,
    });
    const styledLooks = await looks(page);
    await page.addStyleTag({ url: await page.evaluate(() => document.documentElement.dataset['sheet'] ?? '') });
    expect((await looks(page)).filter((look, index) => look !== styledLooks[index])).toEqual([]);
  }
});
