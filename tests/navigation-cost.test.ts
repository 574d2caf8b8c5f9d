/** What a swap costs: bytes, time, stability, and what is left behind after a long visit. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchChromium, openPage } from './browser.ts';

const siteUrl = inject('siteUrl');
const article = '/news/gold-when-nothing-happens';
let browser: Browser;
beforeAll(async () => { browser = await launchChromium(); });
afterAll(async () => { await browser.close(); });

/** Clicks a link of the page and waits for the new heading. @returns milliseconds, measured in the page. */
function swapTo(page: Page, path: string): Promise<number> {
  return page.evaluate(async (target) => {
    const link = document.createElement('a');
    link.href = target;
    document.querySelector('main')?.append(link);
    const old = document.querySelector('h1');
    const begun = performance.now();
    const swapped = new Promise<void>((resolve) => document.addEventListener('site:swapped', () => resolve(), { once: true }));
    link.click();
    await swapped;
    const taken = performance.now() - begun;
    if (document.querySelector('h1') === old) throw new Error('the heading is the old one');
    return taken;
  }, path);
}

async function heapAfterCollection(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

describe('a swap', () => {
  test('home to article: at most 12 KB over the network, focus on the heading, no layout shift', async ({ annotate }) => {
    const { page } = await openPage(browser);
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${siteUrl}/`);
    // Only the swap is counted, not what idle time brings.
    await page.waitForLoadState('networkidle');
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
    await page.route((url) => url.pathname.endsWith('/_payload.json') && !url.pathname.startsWith(article), (route) => route.abort());
    await page.evaluate(() => { (window as unknown as { shift: number }).shift = 0; });
    await swapTo(page, article);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
    await annotate(`home to article: ${bytes} bytes`);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(12 * 1024);
    await page.context().close();
  });

  test('from click to new heading: below 100 ms, hovered before', async ({ annotate }) => {
    const times: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      const { page } = await openPage(browser);
      await page.goto(`${siteUrl}/`);
      await page.waitForLoadState('networkidle');
      const answered = page.waitForResponse((response) => response.url().includes(`${article}/_payload.json`));
      await page.evaluate((path) => {
        const link = document.createElement('a');
        link.href = path;
        document.querySelector('main')?.append(link);
        link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      }, article);
      await (await answered).finished();
      times.push(await swapTo(page, article));
      await page.context().close();
    }
    const ordered = times.toSorted((a, b) => a - b);
    const median = ordered[4] ?? Infinity;
    await annotate(`click to heading: median ${median.toFixed(0)} ms of ${times.map((time) => time.toFixed(0)).join(', ')}`);
    // Whatever else runs on the machine only adds to a time: judged is the third of nine, which a swap that is slow itself cannot pass.
    expect(ordered[2]).toBeLessThan(100);
  });

  test('200 of them: no listener twice, no root left, heap within 10 % of the 20th', { timeout: 180_000 }, async ({ annotate }) => {
    const { page, complaints } = await openPage(browser, { reducedMotion: 'reduce' });
    await page.goto(`${siteUrl}/glossary`);
    await page.waitForLoadState('networkidle');
    const session = await page.context().newCDPSession(page);
    // Two pages with islands, one with a carousel.
    const round = [article, '/glossary', '/about', '/'];
    let early = 0;
    let listeners = 0;
    for (let count = 1; count <= 200; count += 1) {
      await swapTo(page, round[count % round.length] ?? '/');
      if (round[count % round.length] === article) {
        // A touch hydrates the island, so that there is a root to end.
        await page.evaluate(() => document.querySelector('is-land button')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
        // Not by a selector: its handle would keep the element alive.
        await page.waitForFunction(() => document.querySelector('is-land[data-state=live]') !== null);
      }
      if (count === 20) {
        early = await heapAfterCollection(session);
        listeners = (await session.send('Memory.getDOMCounters')).jsEventListeners;
      }
    }
    const late = await heapAfterCollection(session);
    const counters = await session.send('Memory.getDOMCounters');
    await annotate(`heap ${early} at the 20th, ${late} at the 200th (${((late / early - 1) * 100).toFixed(1)} %); listeners ${listeners}, ${counters.jsEventListeners}`);
    expect(late).toBeLessThan(early * 1.1);
    expect(counters.jsEventListeners).toBeLessThanOrEqual(listeners + 5);
    // One click is one answer: the filter of the glossary, and the menu, react once.
    await swapTo(page, '/glossary');
    await page.locator('#terms').waitFor();
    await page.locator('is-land input').fill('pip');
    await page.waitForFunction(() => document.querySelectorAll('#terms [data-term]:not([hidden])').length < 10);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
