/** The costs of a swap: bytes, layout shifts, and memory after a long visit. `npm run bench` measures its time. */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { swapTo } from './swap-to.ts';
import { launchChromium, openPage, saveData, settled } from '../browser.ts';
import { isExhaustive } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const article = '/news/gold-when-nothing-happens';
let browser: Browser;
beforeAll(async () => {
  // Machine code is left out: V8 compiles it at any time, and that of 200 swaps is 9 % of the heap.
  browser = await launchChromium(['--js-flags=--no-opt --no-maglev --no-sparkplug']);
});
afterAll(async () => {
  await browser.close();
});

interface Memory {
  heap: number;
  listeners: number;
}

/** Some objects, such as the listeners of an element, are freed only by the collection after the element's. */
async function memoryAfterCollection(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return {
    heap: (await session.send('Runtime.getHeapUsage')).usedSize,
    listeners: (await session.send('Memory.getDOMCounters')).jsEventListeners,
  };
}

/** Collects garbage until no listener more is freed. */
async function leastMemory(session: CDPSession): Promise<Memory> {
  for (let before = await memoryAfterCollection(session); ;) {
    const memory = await memoryAfterCollection(session);
    if (memory.listeners >= before.listeners) return before;
    before = memory;
  }
}

/** Keeps weak references to the heading that the next swap replaces. `main` stays the same element for the whole visit. */
const rememberHeading = (page: Page) =>
  page.evaluate(() => {
    const heading = document.querySelector('h1');
    if (heading) ((window as unknown as FormerHeadings).former ??= []).push(new WeakRef(heading));
  });

interface FormerHeadings {
  former?: WeakRef<Element>[];
}

const swaps = isExhaustive ? 200 : 60;

/**
 * Runs in the page before its scripts. Counts React roots: React reports every commit to its developer tools, in production too, and a root
 * without an element has ended.
 */
function countRoots(): void {
  const living = new WeakMap<object, boolean>();
  const counted = { roots: 0 };
  Object.assign(window, {
    counted,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onCommitFiberRoot(_renderer: number, root: { current: { memoizedState: { element: unknown } } }) {
        const lives = root.current.memoizedState.element !== null;
        counted.roots += Number(lives) - Number(living.get(root) ?? false);
        living.set(root, lives);
      },
    },
  });
}

describe('a swap', () => {
  test('from home to an article loads at most 12 KB for the first screen, focuses the heading, and shifts no layout', async () => {
    const { page } = await openPage(browser);
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Count only the swap, not what the page loads when idle.
    await saveData(page);
    await page.goto(`${siteUrl}/`);
    await page.waitForSelector('link[rel=stylesheet][href*="/style-"]', { state: 'attached' });
    await settled(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    // Only requests that begin from here on: the page before may still be loading on a busy machine.
    const loaded = new Map<string, { url: string; bytes: number }>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      loaded.set(requestId, { url: request.url, bytes: 0 });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = loaded.get(requestId);
      if (request) request.bytes = encodedDataLength;
    });
    await page.route(
      (url) => url.pathname.endsWith('/_payload.json') && !url.pathname.startsWith(article),
      (route) => route.abort(),
    );
    await page.evaluate(() => {
      (window as unknown as { shift: number }).shift = 0;
    });
    await swapTo(page, article);
    await settled(page);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
    // Pictures further below load when a reader comes near them, and on a busy machine they may have come already.
    const below = await page
      .locator('img')
      .evaluateAll((all) =>
        all
          .filter((image) => image.getBoundingClientRect().top > window.innerHeight)
          .map((image) => (image as HTMLImageElement).currentSrc),
      );
    const bytes = [...loaded.values()]
      .filter(({ url }) => !below.includes(url))
      .reduce((sum, request) => sum + request.bytes, 0);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes, JSON.stringify([...loaded.values()])).toBeLessThanOrEqual(12 * 1024);
  });

  test(
    'leaves no listener twice, no React root and no former page, and after many the heap is within 2 % of that after the 20th',
    { timeout: 180_000 },
    async () => {
      const { page, complaints } = await openPage(browser, { reducedMotion: 'reduce' });
      await page.addInitScript(countRoots);
      // Pages that are loaded in advance when the browser is idle would be a sixth of the heap, and come at any time.
      await saveData(page);
      await page.goto(`${siteUrl}/glossary`);
      await settled(page);
      const session = await page.context().newCDPSession(page);
      // Among these are two pages with islands and one with a carousel.
      const round = [article, '/glossary', '/about', '/'];
      let early: Memory = { heap: 0, listeners: 0 };
      for (let count = 1; count <= swaps; count += 1) {
        await rememberHeading(page);
        await swapTo(page, round[count % round.length] ?? '/');
        if ([article, '/'].includes(round[count % round.length] ?? '')) {
          // A pointer event hydrates the island, so that there is a React root that the next swap must end; and its code, which the
          // page otherwise loads when it is idle, is in the first measurement as in the last.
          await page.evaluate(() =>
            document
              .querySelector('is-land :is(button, input)')
              ?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
          );
          // Not `waitForSelector`: its handle would keep the element alive.
          await page.waitForFunction(() => document.querySelector('is-land[data-state=live]') !== null);
        }
        if (count === 20) early = await leastMemory(session);
      }
      // On a busy machine an old page is freed some time later.
      await expect
        .poll(async () => {
          const late = await memoryAfterCollection(session);
          const former = await page.evaluate(
            () => (window as unknown as FormerHeadings).former?.filter((heading) => heading.deref()).length ?? 0,
          );
          const isAsBefore = late.heap < early.heap * 1.02 && late.listeners <= early.listeners + 5 && former <= 1;
          return isAsBefore ? 'as before' : { early, late, former };
        })
        .toBe('as before');
      const roots = await page.evaluate(() => [
        (window as unknown as { counted: { roots: number } }).counted.roots,
        document.querySelectorAll('is-land[data-state=live]').length,
      ]);
      expect(roots).toEqual([1, 1]);
      // After all these swaps the glossary's filter still works, without errors.
      await swapTo(page, '/glossary');
      await page.locator('#terms').waitFor();
      await page.locator('is-land input').fill('pip');
      await page.waitForFunction(() => document.querySelectorAll('#terms [data-term]:not([hidden])').length < 10);
      expect(complaints).toEqual([]);
    },
  );
});
