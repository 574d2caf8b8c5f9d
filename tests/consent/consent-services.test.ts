/** The services that consent starts and ends (R44): signals, scripts, cookies, videos, and a proof of each decision. */
import { afterAll, describe, expect, test } from 'vitest';
import { settled } from '../browser.ts';
import { until } from '../until.ts';
import { bar, consentCookieValue, preferences, readConsent } from '../visitor-browser.ts';
import {
  type ConsentSite,
  adTag,
  countCallbacks,
  gtag,
  proofSent,
  signals,
  startConsentSite,
} from '../sites/consent-site.ts';

const site = await startConsentSite();
afterAll(() => site.stop());
const come: ConsentSite['come'] = (options) => site.come(options);

describe('services', () => {
  test('R44: start with consent and stop without it: signals, scripts, cookies, and a proof of each', async () => {
    const guest = await come();
    await guest.page.goto('/forex');
    await guest.page.waitForSelector(bar, { state: 'visible' });
    const accepted = proofSent(guest.page);
    await guest.page.click(`${bar} [data-role=all]`);
    await accepted;
    await expect.poll(() => guest.thirdParties).toEqual([gtag, adTag.src]);
    expect((await signals(guest.page)).slice(0, 2).map(([, command, values]) => [command, values])).toEqual([
      ['default', expect.objectContaining({ analytics_storage: 'denied', ad_storage: 'denied' })],
      [
        'update',
        { analytics_storage: 'granted', ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' },
      ],
    ]);
    // The cookies that the services' scripts would set.
    await guest.context.addCookies(
      ['_ga', '_ga_TEST1234', '_gid', '_partner1', 'locale'].map((name) => ({
        name,
        value: name === 'locale' ? 'en' : '1',
        url: site.url,
      })),
    );

    await guest.page.click('[data-cookie-settings]');
    await guest.page.waitForSelector(preferences, { state: 'visible' });
    const reloaded = guest.page.waitForEvent('load');
    await guest.page.click(`${preferences} [data-role=necessary]`);
    await reloaded;
    const record = await readConsent(guest.context);
    // The request of a proof outlives its page, so the test asks the server whether the proof has arrived.
    const decisions = () => site.exported(record?.consentId ?? '').decisions;
    await until(() => decisions().length > 1, 'the proof of the second decision');
    expect((await guest.context.cookies()).map(({ name }) => name).sort()).toEqual(['cc_cookie', 'locale']);
    guest.thirdParties.length = 0;
    await guest.page.reload();
    await settled(guest.page);
    expect(guest.thirdParties).toEqual([]);
    expect(record?.consentTimestamp).not.toBe(record?.lastConsentTimestamp);
    expect(decisions().map(({ categories }) => categories)).toEqual([['necessary', 'analytics', 'ads'], ['necessary']]);
  });

  test('can be chosen one by one', async () => {
    const guest = await come();
    const callbacks = await countCallbacks(guest.page);
    await guest.page.goto('/forex');
    await guest.page.click(`${bar} [data-role=show]`);
    await guest.page.waitForSelector(preferences, { state: 'visible' });
    await guest.page.click(`${preferences} .pm__section--toggle:has([value=analytics]) .pm__section-title`);
    await guest.page.locator(`${preferences} input[value=videoEmbed]`).dispatchEvent('click');
    const first = proofSent(guest.page);
    await guest.page.click(`${preferences} [data-role=save]`);
    await first;
    expect((await readConsent(guest.context))?.services['analytics']).toEqual(['videoEmbed']);
    expect(guest.thirdParties).toEqual([]);
    expect(await callbacks()).toEqual({ first: 1, change: 0, proofs: 1 });
    await guest.page.click('[data-cookie-settings]');
    await guest.page.waitForSelector(preferences, { state: 'visible' });
    const second = proofSent(guest.page);
    await guest.page.click(`${preferences} [data-role=all]`);
    await second;
    expect(await callbacks()).toEqual({ first: 1, change: 1, proofs: 2 });
    await guest.page.click('[data-cookie-settings]');
    await guest.page.waitForSelector(preferences, { state: 'visible' });
    await guest.page.click(`${preferences} [data-role=all]`);
    await guest.page.waitForSelector(preferences, { state: 'hidden' });
    // The same answer again changes nothing.
    expect(await callbacks()).toEqual({ first: 1, change: 1, proofs: 2 });
  });

  test('show a video as our own picture until it is played, play it without cookies, and store "always" in the record', async () => {
    const guest = await come({ cookies: { cc_cookie: consentCookieValue() } });
    await guest.page.goto('/webtrader');
    const slot = guest.page.locator('[data-embed] [data-service=youtube]');
    await slot.scrollIntoViewIfNeeded();
    await slot.locator('.c-la-b').waitFor();
    expect(guest.thirdParties).toEqual([]);
    await slot.locator('.c-l-b').click();
    await expect
      .poll(() => guest.thirdParties)
      .toEqual([expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]+$/)]);
    expect((await readConsent(guest.context))?.services['analytics']).toEqual([]);
    await guest.page.reload();
    const changed = proofSent(guest.page);
    await slot.locator('.c-la-b').click();
    await changed;
    expect((await readConsent(guest.context))?.services['analytics']).toEqual(['videoEmbed']);
    await guest.page.reload();
    await slot.scrollIntoViewIfNeeded();
    await slot.locator('iframe').waitFor();
    await guest.page.click('[data-cookie-settings]');
    await guest.page.waitForSelector(preferences, { state: 'visible' });
    const withdrawn = proofSent(guest.page);
    await guest.page.click(`${preferences} [data-role=necessary]`);
    await withdrawn;
    await slot.locator('iframe').waitFor({ state: 'detached' });
    expect((await guest.context.cookies()).map(({ name }) => name)).toEqual(['cc_cookie']);
    expect(guest.complaints).toEqual([]);
  });
});
