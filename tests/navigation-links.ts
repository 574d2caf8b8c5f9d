/** Helpers of the navigation tests: links, and the requests that they cause. */
import type { Page } from 'playwright-core';
import { inject } from 'vitest';

export function isPayload(url: string): boolean {
  return url.includes('/_payload.json');
}

/** Opens a page of the shared site and waits for its load event. */
export async function openPath(page: Page, path = '/'): Promise<void> {
  await page.goto(`${inject('siteUrl')}${path}`);
  await page.waitForLoadState('load');
}

/** Adds links to the page as content would contain them. */
export async function addLinks(page: Page, hrefs: string[]): Promise<void> {
  await page.evaluate((addresses) => {
    const list = document.createElement('p');
    list.id = 'test-links';
    list.style.cssText = 'position:fixed;inset:80px auto auto 0;z-index:99;display:grid';
    list.append(
      ...addresses.map((address) =>
        Object.assign(document.createElement('a'), { href: address, textContent: address }),
      ),
    );
    document.querySelector('main')?.append(list);
  }, hrefs);
}
