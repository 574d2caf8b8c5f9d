/** Toasts and modals (R26, R27): how many, the keyboard, and axe with them, the carousel and the loader on screen. */
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { launchChromium, openPage } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const axeSource = readFileSync(join(projectRoot, 'node_modules/axe-core/axe.min.js'), 'utf8');
let browser: Browser;
let chunks: { toasts: string; modals: string };

beforeAll(async () => {
  browser = await launchChromium();
  const names = await readdir(join(projectRoot, 'dist/browser/assets'));
  const address = (start: string) => `/assets/${names.find((name) => name.startsWith(start) && name.endsWith('.js'))}`;
  chunks = { toasts: address('toast-region-'), modals: address('modal-stack-') };
});
afterAll(async () => {
  await browser.close();
});

/**
 * Shows toasts through the chunk that `showToast` loads, because no page has a button for five of them. As a string, because vitest
 * rewrites `import()`.
 */
async function toast(page: Page, ...words: string[]): Promise<void> {
  await page.evaluate(
    `import('${chunks.toasts}').then(({ addToast }) => ${JSON.stringify(words)}.forEach((text) => addToast({ kind: 'success', text })))`,
  );
}

/** Opens a modal through the chunk that `openModal` loads. */
async function modal(page: Page, title: string, dismissible = true): Promise<void> {
  await page.evaluate(`import('${chunks.modals}').then(({ showModal }) => {
    const content = document.createElement('p');
    content.append(Object.assign(document.createElement('a'), { href: '#inside', textContent: 'Inside ${title}' }), ' ', Object.assign(document.createElement('button'), { type: 'button', textContent: 'Another of ${title}' }));
    showModal({ title: '${title}', content, dismissible: ${dismissible} });
  })`);
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  });
}

const texts = (page: Page) => page.locator('.Toastify__toast').allInnerTexts();

describe('R26: toasts', () => {
  // A toast's timer is an animation, which the test's clock does not control: the test reads its duration and waits for its end.
  test.each(['no-preference', 'reduce'] as const)(
    'stay at the top right for 4 seconds, with any preference for motion: %s',
    async (reducedMotion) => {
      const { page, complaints } = await openPage(browser, { reducedMotion });
      await page.goto(`${siteUrl}/about`);
      await toast(page, 'Here');
      const shown = page.locator('.Toastify__toast[role=status]');
      await shown.waitFor();
      const box = await shown.boundingBox();
      const header = await page.locator('[data-header]').boundingBox();
      // At the top right, but over none of the header's buttons.
      expect(box && header && box.y >= header.y + header.height && box.y < header.height + 40).toBe(true);
      expect(box && box.x + box.width > 1200).toBe(true);
      const timer = await page.waitForFunction(
        () => document.querySelector('.Toastify__progress-bar')?.getAnimations()[0],
      );
      expect(await timer.evaluate((animation) => animation?.effect?.getComputedTiming().duration)).toBe(4000);
      await timer.evaluate((animation) => animation?.finish());
      await shown.waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    },
  );

  test('show the newest on top, at most five; the others wait', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${siteUrl}/about`);
    await toast(page, 'T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7');
    await expect.poll(() => texts(page)).toEqual(['T5', 'T4', 'T3', 'T2', 'T1']);
    await page.locator('.toast-close').first().click();
    await expect.poll(() => texts(page)).toContain('T6');
    expect((await texts(page)).length).toBeLessThanOrEqual(5);
  });

  test.each([
    [0.5, true],
    [0.7, false],
  ])('stay %s when dragged by %f of their width', async (share, stays) => {
    const { page } = await openPage(browser);
    await page.goto(`${siteUrl}/about`);
    await toast(page, 'Drag me');
    const shown = page.locator('.Toastify__toast');
    await page.waitForFunction(() =>
      document
        .querySelector('.Toastify__toast')
        ?.getAnimations()
        .every((animation) => animation.playState === 'finished'),
    );
    const box = await shown.boundingBox();
    if (!box) throw new Error('no toast');
    const [x, y] = [box.x + 20, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + box.width * share, y, { steps: 8 });
    await page.mouse.up();
    if (stays)
      await page.waitForFunction(
        () => (document.querySelector<HTMLElement>('.Toastify__toast')?.style.transform ?? 'none') === '',
      );
    else await shown.waitFor({ state: 'detached' });
    expect(await shown.count()).toBe(stays ? 1 : 0);
  });

  test('stay under the pointer and the keyboard focus, and close by keyboard', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${siteUrl}/about`);
    await toast(page, 'Stay');
    const state = () =>
      page.evaluate(
        () => getComputedStyle(document.querySelector('.Toastify__progress-bar') as Element).animationPlayState,
      );
    await expect.poll(state).toBe('running');
    await page.hover('.Toastify__toast');
    await expect.poll(state).toBe('paused');
    await page.mouse.move(5, 600);
    await expect.poll(state).toBe('running');
    await page.keyboard.press('Alt+t');
    await expect.poll(state).toBe('paused');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close');
    await page.keyboard.press('Enter');
    await page.locator('.Toastify__toast').waitFor({ state: 'detached' });
    // The timer also pauses when the window loses the focus.
    await toast(page, 'Away');
    await expect.poll(state).toBe('running');
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect.poll(state).toBe('paused');
  });
});

describe('R27: modals', () => {
  test('stack from 1000 by 2; the top one gets Escape and Tab; the focus returns; toasts stay usable', async () => {
    const { page, complaints } = await openPage(browser);
    await page.goto(`${siteUrl}/trading-basics`);
    const opener = page.locator('a[data-enlarge]').first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=dialog]');
    await modal(page, 'Second');
    const layers = () =>
      page.locator('[aria-modal=true]').evaluateAll((all) => all.map((one) => (one as HTMLElement).style.zIndex));
    expect(await layers()).toEqual(['1000', '1002']);
    // Tab cycles within the top modal.
    const visited = new Set<string>();
    for (let count = 0; count < 6; count += 1) {
      await page.keyboard.press('Tab');
      visited.add(
        await page.evaluate(
          () => document.activeElement?.closest('[aria-modal=true]')?.querySelector('h2')?.textContent ?? 'outside',
        ),
      );
    }
    expect([...visited]).toEqual(['Second']);
    await toast(page, 'Above');
    await page.locator('.toast-close').click();
    await page.locator('.Toastify__toast').waitFor({ state: 'detached' });
    expect(await layers()).toEqual(['1000', '1002']);
    await page.locator('[aria-modal=true] button').last().focus();
    await page.keyboard.press('Escape');
    await expect.poll(layers).toEqual(['1000']);
    await page.keyboard.press('Escape');
    await expect.poll(layers).toEqual([]);
    expect(await opener.evaluate((link) => link === document.activeElement)).toBe(true);
    // A modal that must be answered closes neither on Escape nor on a click outside it.
    await modal(page, 'Notice', false);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await page.locator('[role=alertdialog]').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  test('open once on a double click on an image', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${siteUrl}/trading-basics`);
    await page.locator('a[data-enlarge]').first().dblclick();
    await page.waitForSelector('[role=dialog]');
    await page.keyboard.press('Escape');
    await page.locator('[role=dialog]').first().waitFor({ state: 'detached' });
    expect(await page.locator('[aria-modal=true]').count()).toBe(0);
  });

  test('are replaced by a link to the image without JavaScript', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(`${siteUrl}/trading-basics`);
    await page.locator('a[data-enlarge]').first().click();
    await page.waitForURL('**/media/**');
    expect(await page.evaluate(() => document.contentType)).toMatch(/^image\//);
  });
});

testSample(
  sample(['light', 'dark'] as const, (theme) => theme === 'dark'),
  'axe finds no violation with a toast, two modals, the carousel and the loader on screen, %s',
  async (colorScheme) => {
    const { page } = await openPage(browser, { colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${siteUrl}/about`);
    await page.locator('[data-carousel]').scrollIntoViewIfNeeded();
    await page.waitForSelector('[data-carousel=live]');
    expect(await violations(page)).toEqual([]);
    // Neither the payload nor the document that is loaded after it arrives.
    await page.route('**/education-authors/**', () => undefined);
    await page.evaluate(() => document.querySelector<HTMLElement>('main a[href^="/education-authors/"]')?.click());
    await page.waitForSelector('.page-loader');
    await toast(page, 'One message');
    await modal(page, 'First');
    await modal(page, 'Second');
    expect(await page.locator('.page-loader').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
  },
);

test('axe finds no violation in the search and its results', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${siteUrl}/it/search?q=margine`);
  expect(await violations(page)).toEqual([]);
});
