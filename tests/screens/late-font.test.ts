/** Slow connections: a page is painted before its font has loaded, and its text does not move when the font arrives. */
import { expect, inject, test } from 'vitest';
import { sharedChromium, openPage } from '../browser.ts';
import { isExhaustive } from '../sampled.ts';

const siteUrl = inject('siteUrl');
/** What counts as good is 0.1 (https://web.dev/articles/cls): a changed line break moves half a screen by a twentieth. */
const maxShift = 0.05;

const browser = await sharedChromium();

/** Runs in the page. @returns whether this machine has a font like Arial, which stands in until the site's own has come. */
async function hasFallback(): Promise<boolean> {
  const faces = [...document.fonts].filter(({ family }) => family.includes('Fallback'));
  const loaded = await Promise.allSettled(faces.map((face) => face.load()));
  return faces.length > 0 && loaded.every(({ status }) => status === 'fulfilled');
}

/** Runs in the page. @returns the sum of its layout shifts until the frame that shows the font. */
async function shifts(): Promise<number> {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  return new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    // Buffered entries are handed over in the order of their observers: the paint's, which is always there, comes last.
    new PerformanceObserver(() => resolve(sum)).observe({ type: 'paint', buffered: true });
  });
}

const paths = [
  '/en',
  '/forex',
  '/es/account-types',
  '/news/gold-when-nothing-happens',
  '/it/education-center',
  '/contact',
  '/es/mt5',
];

test.for([
  ['a phone', { width: 390, height: 844 }, 0],
  ['a desktop', { width: 1440, height: 900 }, 1],
] as const)('the layout does not shift when the font loads, on %s', async ([, viewport, turn], { skip }) => {
  const moved: string[] = [];
  for (const path of isExhaustive ? paths : paths.filter((_, index) => index % 2 === turn)) {
    const { page, close } = await openPage(browser, { viewport, locale: 'en', reducedMotion: 'reduce' });
    const fontGate = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await fontGate.promise;
      await route.continue();
    });
    await page.goto(`${siteUrl}${path}`, { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    expect(await page.evaluate(() => document.fonts.status), path).toBe('loading');
    if (!(await page.evaluate(hasFallback))) skip('Install fonts-liberation: no font here is like Arial.');
    fontGate.resolve();
    const shift = await page.evaluate(shifts);
    if (shift > maxShift) moved.push(`${path}: ${shift.toFixed(3)}`);
    await close();
  }
  expect(moved).toEqual([]);
});
