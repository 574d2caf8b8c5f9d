/** Messages in place (R28): shown next to the control that caused them, for 5 seconds of a clock that the test controls. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { axeFaults } from '../axe.ts';
import { sharedChromium, openPage } from '../browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

/** The Spanish slug of an article, from the page's alternates. */
async function spanishSlug(page: Page): Promise<string> {
  await page.goto(`${siteUrl}/news/gold-when-nothing-happens`);
  return (await page.locator('link[hreflang=es]').getAttribute('href'))?.split('/').at(-1) ?? '';
}

/** The layout shift so far, and the page's horizontal overflow in px. */
const unrest = (page: Page) =>
  page.evaluate(() => [
    (window as unknown as { shift: number }).shift,
    document.documentElement.scrollWidth - innerWidth,
  ]);

async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Opens a page whose clock advances only when the test says so. */
async function gotoWithClock(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(`${siteUrl}${path}`);
  await page.clock.pauseAt(Date.now() + 60_000);
}

/**
 * Waits until the message is written again, which happens once the clipboard has answered. The text is the same, and the clock must not
 * advance before that.
 */
async function saidAgain(message: Locator, action: () => Promise<void>): Promise<void> {
  await message.evaluate((place) => {
    Object.assign(place, {
      message: new Promise((resolve) => new MutationObserver(resolve).observe(place, { childList: true })),
    });
  });
  await action();
  await message.evaluate((place) => (place as unknown as { message: Promise<unknown> }).message.then(() => undefined));
}

describe('R28: messages in place', () => {
  test.each([1280, 360])(
    'confirm a copied link next to the button for 5 seconds, without a toast or a layout shift, at %i px',
    async (width) => {
      const { page, complaints } = await openPage(browser, {
        permissions: ['clipboard-write', 'clipboard-read'],
        viewport: { width, height: 800 },
      });
      await countShifts(page);
      await gotoWithClock(page, `/es/news/${await spanishSlug(page)}`);
      const copy = page.getByRole('button', { name: 'Copiar enlace' });
      const message = page.locator('.share').getByRole('status');
      expect(await message.textContent()).toBe('');
      // While the page's fonts come, it may move a little; the message must not move it.
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const [before] = await unrest(page);
      await copy.click();
      await expect.poll(() => message.textContent()).toBe('Enlace copiado');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
      const [place, button] = [await message.boundingBox(), await copy.boundingBox()];
      expect(
        place &&
          button &&
          Math.abs(place.y - button.y - button.height) < 120 &&
          place.x >= 0 &&
          place.x + place.width <= width,
      ).toBe(true);
      await page.clock.runFor(4990);
      expect(await message.textContent()).toBe('Enlace copiado');
      await page.clock.runFor(20);
      expect(await message.textContent()).toBe('');
      expect(await page.locator('.Toastify__toast-container').count()).toBe(0);
      expect(await unrest(page)).toEqual([before, 0]);
      expect(complaints).toEqual([]);
    },
  );

  test('stay under the pointer and in a window without focus, and start their time again when they are shown again', async () => {
    const { page } = await openPage(browser, { permissions: ['clipboard-write'] });
    await gotoWithClock(page, '/news/gold-when-nothing-happens');
    const message = page.locator('.share').getByRole('status');
    const copy = page.getByRole('button', { name: 'Copy link' });
    await copy.click();
    await expect.poll(() => message.textContent()).toBe('Link copied');
    await page.clock.runFor(4000);
    await saidAgain(message, () => copy.click());
    await page.clock.runFor(4000);
    await message.hover();
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await page.clock.runFor(60_000);
    await page.mouse.move(5, 5);
    await page.clock.runFor(60_000);
    expect(await message.textContent()).toBe('Link copied');
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.clock.runFor(900);
    expect(await message.textContent()).toBe('Link copied');
    await page.clock.runFor(200);
    expect(await message.textContent()).toBe('');
  });

  test('report a link that cannot be copied, without axe violations', async () => {
    const { page } = await openPage(browser);
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    });
    await page.goto(`${siteUrl}/it/news-center`);
    await page.locator('main a[href^="/it/news/"]').first().click();
    await page.getByRole('button', { name: 'Copia il link' }).click();
    const message = page.locator('.share').getByRole('status');
    await expect.poll(() => message.textContent()).toContain('Non è stato possibile copiare il link.');
    // The pointer over the message keeps it visible.
    await message.hover();
    expect(await axeFaults(page)).toEqual([]);
    expect(await message.textContent()).not.toBe('');
  });

  test('confirm a cleared form, which can be restored while the message is visible', async () => {
    const { page, complaints } = await openPage(browser);
    await countShifts(page);
    await gotoWithClock(page, '/careers');
    const form = page.locator('form[data-form=application]');
    const said = form.locator('.said');
    const typed = { name: 'Anna Rossi', email: 'anna@example.com', message: 'A few lines' };
    const content = () =>
      form.evaluate((element: HTMLFormElement) => {
        const { name, email, message, job, cv } = element.elements as unknown as Record<string, HTMLInputElement>;
        return [name, email, message, job].map((field) => field?.value).concat(cv?.files?.[0]?.name ?? '');
      });
    for (const [field, value] of Object.entries(typed)) await form.locator(`#${field}`).fill(value);
    await form.locator('#job').selectOption({ index: 1 });
    await form
      .locator('#cv')
      .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') });
    const before = await content();
    const clear = form.getByRole('button', { name: 'Clear' });
    await clear.click();
    await expect.poll(() => said.innerText()).toContain('The form is empty.');
    expect(await content()).toEqual(['', '', '', '', '']);
    // The focus inside the message keeps it visible.
    await page.keyboard.press('Tab');
    await page.clock.runFor(60_000);
    await page.keyboard.press('Enter');
    expect(await content()).toEqual(before);
    expect(await said.textContent()).toBe('');
    expect(await clear.evaluate((button) => button === document.activeElement)).toBe(true);
    // At the lower edge of the window the message is scrolled into view.
    await clear.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
    await clear.click();
    await expect.poll(() => said.innerText()).toContain('The form is empty.');
    await expect
      .poll(() => said.evaluate((place) => Math.floor(place.getBoundingClientRect().bottom) <= innerHeight))
      .toBe(true);
    // The message is now under the pointer, which would keep it visible.
    await page.mouse.move(5, 5);
    await page.clock.runFor(5001);
    expect(await said.textContent()).toBe('');
    expect(await content()).toEqual(['', '', '', '', '']);
    expect((await unrest(page))[1]).toBe(0);
    expect(complaints).toEqual([]);
  });
});
