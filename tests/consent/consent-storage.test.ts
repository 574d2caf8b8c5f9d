/** The consent record in local storage (R43, `CONSENT_STORAGE`): all of the site's code reads it there, and the record contains its own expiry. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type ConsentRecord, consentRevision } from '../../site/consent/consent-record.ts';
import { gtag, proofSent, startConsentSite } from '../sites/consent-site.ts';
import { settled, watchTraffic } from '../browser.ts';
import { until } from '../until.ts';
import { bar, consentCookieValue, preferences, readConsent } from '../visitor-browser.ts';

const site = await startConsentSite({ CONSENT_STORAGE: 'localStorage' });
afterAll(() => site.stop());

const stored = async (page: Page) =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('cc_cookie'))) ?? 'null') as ConsentRecord | null;

test('the record is stored only in local storage, proved, read on the next page and in another tab, and withdrawn', async () => {
  const guest = await site.come();
  const { page, context } = guest;
  await page.goto('/forex');
  await page.waitForSelector(bar, { state: 'visible' });
  const sent = proofSent(page);
  await page.click(`${bar} [data-role=all]`);
  await sent;
  const record = await stored(page);
  expect(record).toMatchObject({ categories: ['necessary', 'analytics', 'ads'], revision: consentRevision });
  expect(Math.round(((record?.expirationTime ?? 0) - Date.now()) / 86_400_000)).toBe(182);
  expect(await readConsent(context)).toBeNull();
  expect(site.exported(record?.consentId ?? '').decisions).toHaveLength(1);
  guest.thirdParties.length = 0;
  await page.goto('/crypto');
  await settled(page);
  expect(await page.locator('#cc-main').count()).toBe(0);
  await expect.poll(() => guest.thirdParties).toContain(gtag);

  const other = await context.newPage();
  watchTraffic(other);
  await other.goto('/stocks');
  await settled(other);
  expect(await other.locator('#cc-main').count()).toBe(0);
  await other.click('[data-cookie-settings]');
  await other.waitForSelector(preferences, { state: 'visible' });
  expect(await other.locator(`${preferences} input[value=analytics]`).isChecked()).toBe(true);
  const reloaded = other.waitForEvent('load');
  await other.click(`${preferences} [data-role=necessary]`);
  await reloaded;
  expect(await stored(other)).toMatchObject({
    categories: ['necessary'],
    consentId: record?.consentId,
    consentTimestamp: record?.consentTimestamp,
  });
  const ended = page.waitForEvent('load');
  await page.evaluate(() => void dispatchEvent(new Event('focus')));
  await ended;
  expect(guest.complaints).toEqual([]);
});

test('a record in a cookie moves to local storage: an old record, and the answer to the plain form, which keeps its id', async () => {
  const guest = await site.come({ cookies: { cc_cookie: consentCookieValue() } });
  const { page, context } = guest;
  await page.goto('/cookie-disclosure');
  await settled(page);
  const recordBefore = await stored(page);
  expect([recordBefore?.categories, await readConsent(context), await page.locator('#cc-main').count()]).toEqual([
    ['necessary'],
    null,
    0,
  ]);
  await page.check('#consent input[value="analytics.videoEmbed"]');
  await Promise.all([page.waitForURL('**consent=saved*'), page.click('#consent button[value=selection]')]);
  await expect.poll(() => readConsent(context)).toBeNull();
  expect(await stored(page)).toMatchObject({
    categories: ['necessary', 'analytics'],
    consentId: recordBefore?.consentId,
    consentTimestamp: recordBefore?.consentTimestamp,
  });
  expect(guest.complaints).toEqual([]);
});

test('the record stays in its cookie when local storage is full: it works, is shown, can change, and nothing fails', async () => {
  const guest = await site.come({
    cookies: {
      cc_cookie: consentCookieValue({
        consentId: '7d3f0a9e-0000-4000-8000-000000000002',
        categories: ['necessary', 'analytics'],
        services: { necessary: [], analytics: ['webAnalytics'], ads: [] },
      }),
    },
  });
  const { page, context } = guest;
  await page.addInitScript(() => {
    const setItem = Reflect.get(Storage.prototype, 'setItem');
    Storage.prototype.setItem = function full(this: Storage, key: string, value: string) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, value);
    };
  });
  await page.goto('/forex');
  await settled(page);
  await expect.poll(() => guest.thirdParties).toContain(gtag);
  expect([await page.locator('#cc-main').count(), (await readConsent(context))?.categories]).toEqual([
    0,
    ['necessary', 'analytics'],
  ]);
  await page.click('[data-cookie-settings]');
  await page.waitForSelector(preferences, { state: 'visible' });
  expect([
    await page
      .locator(bar)
      .isVisible()
      .catch(() => false),
    await page.locator(`${preferences} input[value=analytics]`).isChecked(),
  ]).toEqual([false, true]);
  const reloaded = page.waitForEvent('load');
  await page.click(`${preferences} [data-role=necessary]`);
  await reloaded;
  const record = await readConsent(context);
  expect(record?.categories).toEqual(['necessary']);
  await until(() => site.exported(record?.consentId ?? '').decisions.length === 1, 'the proof of the decision');
  expect(guest.complaints).toEqual([]);
});

test('the record is in the cookie without local storage or JavaScript, and the cookie page says so', async () => {
  const without = await site.come();
  await without.page.addInitScript(() =>
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    }),
  );
  await without.page.goto('/forex');
  await without.page.click(`${bar} [data-role=necessary]`);
  await expect.poll(async () => (await readConsent(without.context))?.categories).toEqual(['necessary']);
  await without.page.goto('/crypto');
  await settled(without.page);
  expect(await without.page.locator('#cc-main').count()).toBe(0);
  await without.close();
  const guest = await site.come({ context: { javaScriptEnabled: false } });
  await guest.page.goto('/cookie-disclosure');
  expect(await guest.page.locator('[data-cookie-table] tr', { hasText: 'cc_cookie' }).textContent()).toContain(
    'local storage',
  );
  await guest.page.click('#consent button[value=necessary]');
  expect((await readConsent(guest.context))?.categories).toEqual(['necessary']);
});
