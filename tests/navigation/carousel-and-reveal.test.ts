/** Movement on a page (R28, R29): the carousel and the reveal by scrolling, which stand still for visitors who prefer less motion. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { sharedChromium, openPage } from '../browser.ts';
import { until } from '../until.ts';

const siteUrl = inject('siteUrl');
const moving = { reducedMotion: 'no-preference' } as const;
const browser = await sharedChromium();

describe('R28: carousel', () => {
  const current = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-carousel] [aria-roledescription=slide]')].findIndex(
        (slide) => !slide.inert,
      ),
    );
  async function open(options = {}) {
    const { page } = await openPage(browser, { ...moving, ...options });
    await page.addInitScript(() =>
      new MutationObserver(() => {
        if (document.querySelector('[data-carousel=live]')) Object.assign(window, { liveAt: performance.now() });
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-carousel'] }),
    );
    await page.goto(`${siteUrl}/about`);
    await page.locator('[data-carousel]').scrollIntoViewIfNeeded();
    await page.waitForSelector('[data-carousel=live]');
    return page;
  }

  test('moves after 5 seconds; a button stops it for good; arrow keys and buttons move it', async () => {
    const page = await open();
    // Measured with the clock of the page, because a test on a busy machine is late.
    const seconds = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const first = document.querySelector<HTMLElement>('[data-carousel] [aria-roledescription=slide]');
          new MutationObserver(() => {
            if (first?.inert) resolve((performance.now() - (window as unknown as { liveAt: number }).liveAt) / 1000);
          }).observe(document, { subtree: true, attributes: true, attributeFilter: ['inert'] });
        }),
    );
    expect(seconds).toBeGreaterThan(4.5);
    expect(await current(page)).toBe(1);
    const pause = page.locator('[data-carousel-pause]');
    await pause.focus();
    await page.keyboard.press('Enter');
    expect(await pause.getAttribute('aria-pressed')).toBe('true');
    await page.locator('[data-carousel-viewport]').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => current(page)).toBe(2);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => current(page)).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => current(page)).toBe(2);
    await page.locator('[data-carousel-next]').click();
    await expect.poll(() => current(page)).toBe(0);
  });

  test.each([true, false])(
    'a swipe moves it and does not restart a stopped carousel: stopped is %s',
    async (stopped) => {
      const { page } = await openPage(browser, { ...moving, hasTouch: true, viewport: { width: 400, height: 800 } });
      await page.clock.install();
      await page.goto(`${siteUrl}/about`);
      const carousel = page.locator('[data-carousel]');
      const bringIntoView = () =>
        carousel.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await bringIntoView();
      await page.waitForSelector('[data-carousel=live]');
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100));
      if (stopped) await page.locator('[data-carousel-pause]').tap();
      const slideBefore = await current(page);
      const touch = await page.context().newCDPSession(page);
      // Late pictures shift the carousel, and the consent bar may cover the button and take the tap: so the swipe is repeated until it works.
      await until(async () => {
        await bringIntoView();
        const box = await page.locator('[data-carousel-viewport]').boundingBox();
        const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: 320, y }] });
        for (let x = 300; x >= 80; x -= 20) {
          await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
          await page.clock.runFor(16);
        }
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await page.clock.runFor(100);
        return (await current(page)) !== slideBefore;
      }, 'the swipe');
      const swiped = await current(page);
      // Five seconds (R28) after the end of the touch.
      await page.clock.runFor(4800);
      expect(await current(page)).toBe(swiped);
      await page.clock.runFor(800);
      expect((await current(page)) === swiped).toBe(stopped);
    },
  );

  test('stands still with reduced motion, and can be scrolled without JavaScript', async () => {
    const page = await open({ reducedMotion: 'reduce' });
    expect(await page.locator('[data-carousel-pause]').isVisible()).toBe(false);
    const viewport = page.locator('[data-carousel-viewport]');
    expect(await viewport.getAttribute('aria-live')).toBe('polite');
    // After a resize the carousel measures again: the slide still starts at the edge of its frame.
    const slideWidth = () =>
      viewport.evaluate((frame) => frame.querySelector('[aria-roledescription=slide]')?.clientWidth);
    const before = await slideWidth();
    await page.setViewportSize({ width: 500, height: 700 });
    await until(async () => (await slideWidth()) !== before, 'the new width');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(
      await viewport.evaluate(
        (frame) =>
          (frame.querySelector('[aria-roledescription=slide]')?.getBoundingClientRect().x ?? 0) -
          frame.getBoundingClientRect().x,
      ),
    ).toBeCloseTo(0, 0);
    await page.context().close();
    const { page: plain } = await openPage(browser, { javaScriptEnabled: false });
    await plain.goto(`${siteUrl}/about`);
    expect(await plain.locator('[data-carousel] blockquote').count()).toBe(3);
    expect(await plain.locator('[data-carousel-controls]').isVisible()).toBe(false);
    await plain.context().close();
  });
});

describe('R29: scroll reveal', () => {
  test('moves 120 px in 400 ms with ease; no text is invisible, and nothing moves with reduced motion', async () => {
    const { page } = await openPage(browser, moving);
    await page.goto(`${siteUrl}/about`);
    const last = page.locator('[data-reveal]').last();
    await page.waitForSelector('[data-reveal=waiting]', { state: 'attached' });
    expect(
      await last.evaluate((part) =>
        [...part.children].every(
          (child) => getComputedStyle(child).opacity === '1' && getComputedStyle(child).visibility === 'visible',
        ),
      ),
    ).toBe(true);
    const top = await last.evaluate((part) => part.getBoundingClientRect().top + scrollY);
    await page.evaluate((place) => scrollTo({ top: place - innerHeight + 100, behavior: 'instant' }), top);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await last.getAttribute('data-reveal')).toBe('waiting');
    await page.evaluate((place) => scrollTo({ top: place - innerHeight + 140, behavior: 'instant' }), top);
    await expect.poll(() => last.getAttribute('data-reveal')).toBe('done');
    const transition = await last.evaluate((part) => {
      const { transitionDuration, transitionTimingFunction } = getComputedStyle(part.children[0] as Element);
      return [transitionDuration, transitionTimingFunction];
    });
    expect(transition).toEqual(['0.4s', 'ease']);
    await page.context().close();
    const { page: calm } = await openPage(browser, { reducedMotion: 'reduce' });
    await calm.goto(`${siteUrl}/about`);
    await calm.waitForLoadState('load');
    expect(await calm.locator('[data-reveal=waiting]').count()).toBe(0);
    await calm.context().close();
  });
});

test('R29: no element has an undeclared transition under prefers-reduced-motion: another width starts none', async () => {
  const { page } = await openPage(browser, { reducedMotion: 'reduce' });
  await page.goto(`${siteUrl}/account-types`);
  await page.evaluate(() => {
    document.addEventListener('transitionrun', () => {
      document.documentElement.dataset['transitions'] =
        `${Number(document.documentElement.dataset['transitions'] ?? 0) + 1}`;
    });
  });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.waitForFunction(() => innerWidth === 360);
  // Two frames: the event is sent in the frame after the style has changed.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.locator('html').getAttribute('data-transitions')).toBeNull();
  // Elements that declare a transition still have it, and it ends at once.
  const declared = await page.evaluate(
    () =>
      [...document.querySelectorAll('body *')].filter((one) => getComputedStyle(one).transitionProperty !== 'none')
        .length,
  );
  const all = await page.locator('body *').count();
  expect(declared).toBeGreaterThan(0);
  expect(declared).toBeLessThan(all / 3);
});
