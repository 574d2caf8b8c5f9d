/** An answer that a visitor gives in one tab, or on a later page, also applies in the other tabs (R24, R43, R44). */
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { type ConsentSite, proofSent, startConsentSite } from '../sites/consent-site.ts';
import { until } from '../until.ts';
import { bar, consentCookieValue, preferences, readConsent } from '../visitor-browser.ts';

const site = await startConsentSite();
afterAll(() => site.stop());
const come: ConsentSite['come'] = (options) => site.come(options);

/** Headless Chromium gives the focus to every tab at the same time, so the test dispatches the events that a visitor's window would send. */
const again = {
  'another tab': (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus'))),
  'going back to a page that the browser kept': (page: Page) =>
    page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
};
const ways = Object.entries(again);

const lastSignal = (page: Page) =>
  page.evaluate(
    () =>
      ((globalThis as unknown as { dataLayer?: IArguments[] }).dataLayer ?? [])
        .map((command) => [...command] as unknown[])
        .findLast(([, command]) => command === 'update')?.[2] as { analytics_storage: string } | undefined,
  );

describe.each(ways)('%s', (_way, lookAgain) => {
  test('the consent bar closes when it is answered in another tab, with one record, and services refused there end here', async () => {
    const guest = await come();
    const other = await guest.context.newPage();
    for (const page of [guest.page, other]) {
      await page.goto('/forex');
      await page.waitForSelector(bar, { state: 'visible' });
    }
    const first = proofSent(guest.page);
    await guest.page.click(`${bar} [data-role=all]`);
    await first;
    const decision = await readConsent(guest.context);
    await lookAgain(other);
    await other.waitForSelector('#cc-main', { state: 'detached' });
    await until(
      async () => (await lastSignal(other))?.analytics_storage === 'granted',
      'the choice to hold in the other tab',
    );

    await other.click('[data-cookie-settings]');
    await other.waitForSelector(preferences, { state: 'visible' });
    expect(await other.locator(`${preferences} input[value=analytics]`).isChecked()).toBe(true);
    const reloaded = other.waitForEvent('load');
    await other.click(`${preferences} [data-role=necessary]`);
    await reloaded;
    // One chain of proofs: the same id and the same first timestamp.
    const refused = await readConsent(guest.context);
    expect(refused).toMatchObject({
      categories: ['necessary'],
      consentId: decision?.consentId,
      consentTimestamp: decision?.consentTimestamp,
    });
    // A running script can only be ended by reloading its page.
    const ended = guest.page.waitForEvent('load');
    await lookAgain(guest.page);
    await ended;
    await until(async () => (await lastSignal(guest.page))?.analytics_storage === 'denied', 'the refusal to hold');
    expect(await guest.page.locator('script[src*=googletagmanager]').count()).toBe(0);
    expect(guest.complaints).toEqual([]);
  });

  test('the notice closes when it is answered in another tab', async () => {
    const guest = await come({ country: 'DE', cookies: { cc_cookie: consentCookieValue() } });
    const other = await guest.context.newPage();
    const notice = (page: Page) => page.locator('[role=alertdialog]');
    for (const page of [guest.page, other]) {
      await page.goto('/forex');
      await notice(page).waitFor();
    }
    const told = guest.page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/geo/notice'),
    );
    await notice(guest.page).locator('button').click();
    await told;
    await lookAgain(other);
    await notice(other).waitFor({ state: 'detached' });
    expect((await guest.context.cookies()).find(({ name }) => name === 'accepted')?.value).toBe('yes');
  });
});
