/** Measures the time from the click on a preloaded link to the new heading (docs/decisions/0013-navigator.md), by the page's own clock. */
import { type Page, chromium } from 'playwright-core';
import { chromiumFlags } from '../testing/chromium.ts';
import { median } from './statistics.ts';

const from = '/';
const to = '/news/gold-when-nothing-happens';
const rounds = 9;

export interface SwapTimes {
  from: string;
  to: string;
  /** Milliseconds. */
  median: number;
  times: number[];
}

/** Adds a link to the page, clicks it and waits for the new heading. @returns milliseconds. @throws when the heading is the old one. */
export function swapTo(page: Page, path: string): Promise<number> {
  return page.evaluate(async (target) => {
    const link = document.createElement('a');
    link.href = target;
    document.querySelector('main')?.append(link);
    const oldHeading = document.querySelector('h1');
    const begun = performance.now();
    const swapped = new Promise<void>((resolve) =>
      document.addEventListener('site:swapped', () => resolve(), { once: true }),
    );
    link.click();
    await swapped;
    const milliseconds = performance.now() - begun;
    if (document.querySelector('h1') === oldHeading) throw new Error('the heading is the old one');
    return milliseconds;
  }, path);
}

/** Each round in a fresh page with an empty cache; the link is hovered first, as a visitor's pointer does. */
export async function measureSwaps(executablePath: string, origin: string): Promise<SwapTimes> {
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en' });
      // Pages are preloaded once the rules of the build are known.
      const rules = page.waitForResponse((response) => response.url().includes('/_builds/meta/'));
      await page.goto(`${origin}${from}`);
      await (await rules).finished();
      const answered = page.waitForResponse((response) => response.url().includes(`${to}/_payload.json`));
      await page.evaluate(async (path) => {
        const link = document.createElement('a');
        link.href = path;
        document.querySelector('main')?.append(link);
        // The page has read the rules by then.
        await new Promise((resolve) => requestIdleCallback(resolve));
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      }, to);
      await (await answered).finished();
      times.push(await swapTo(page, to));
      await page.close();
    }
    return { from, to, median: median(times), times };
  } finally {
    await browser.close();
  }
}
