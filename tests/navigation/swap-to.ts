/** Swaps an open page for another one, as a click on a link in it does. */
import type { Page } from 'playwright-core';

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
