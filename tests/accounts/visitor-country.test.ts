/** Registration begins with the visitor's country and its dialling code, and never changes a choice of the visitor. */
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { translator } from '../../site/i18n/translate.ts';
import { lookAt } from '../browser.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';
import { consentCookieValue, sharedVisitorBrowser, visitor } from '../visitor-browser.ts';
import { sample, testSample } from '../sampled.ts';

const site = await startBuiltSite({ LOG_LEVEL: 'warn', GEO_COUNTRY_HEADER: 'x-country' });
const browser = await sharedVisitorBrowser();
afterAll(() => site.stop());

/** Opens the second step as a visitor. @param country the country in the header of the CDN. */
async function secondStep(country: string, prepare: (page: Page) => Promise<unknown> = () => Promise.resolve()) {
  const cookies = { cc_cookie: consentCookieValue(), accepted: 'yes' };
  const guest = await visitor(browser, { siteUrl: site.url, country, cookies });
  const { page } = guest;
  await prepare(page);
  await page.goto('/register');
  await page.locator('#email').fill('anna@example.com');
  await page.locator('#password').fill('Quiet-Ridge77');
  await lookAt(page);
  await page.locator('main form[data-form] button.button').first().click();
  await page.locator('#phone').waitFor();
  return guest;
}

const countries = [
  ['ZA', 'ZA', '+27'],
  ['MX', 'MX', '+52'],
  ['XX', '', ''],
] as const;

testSample(
  sample(countries, ([country]) => country === 'MX'),
  'a visitor from %s finds “%s” and “%s”',
  async ([country, chosen, dial]) => {
    const { page, complaints } = await secondStep(country);
    const countryAnswer = page.waitForResponse('**/api/geo').catch(() => undefined);
    await page.reload();
    await page.locator('#phone').waitFor();
    await countryAnswer;
    await expect.poll(() => page.locator('#country').inputValue()).toBe(chosen);
    expect(await page.locator('[data-dial-output]').textContent()).toBe(dial);
    expect(complaints).toEqual([]);
  },
);

test('a country that the visitor chose stays when the answer arrives and after a reload', async () => {
  const { promise: answer, resolve: release } = Promise.withResolvers<void>();
  const { page } = await secondStep('ZA', (opened) =>
    opened.route('**/api/geo', async (route) => {
      await answer;
      await route.continue();
    }),
  );
  const countryAnswer = page.waitForResponse('**/api/geo');
  await page.locator('#country').selectOption('IT');
  release();
  await countryAnswer;
  expect(await page.locator('#country').inputValue()).toBe('IT');
  await page.locator('#firstName').fill('Anna');
  await page.locator('main form[data-form] button.button').first().click();
  await page.locator('[data-summary]').waitFor();
  expect(await page.locator('#country').inputValue()).toBe('IT');
  expect(await page.locator('[data-dial-output]').textContent()).toBe('+39');
});

test.each([
  { javaScriptEnabled: true, locale: 'it' },
  { javaScriptEnabled: false, locale: 'es' },
] as const)(
  'the declaration appears with the country that asks for it, and the refusal with one that is refused, script $javaScriptEnabled',
  async ({ javaScriptEnabled, locale }) => {
    const guest = await visitor(browser, {
      siteUrl: site.url,
      cookies: { cc_cookie: consentCookieValue() },
      context: { javaScriptEnabled },
    });
    const { page } = guest;
    const t = translator(locale);
    await page.goto(`/${locale}/old-register`);
    if (javaScriptEnabled) await expect.poll(() => page.locator('#country').inputValue()).toBe('ZA');
    const refusal = page.locator('main form p').filter({ hasText: t('forms.errors.countryRefused') });
    for (const [country, declares, refused] of [
      ['IT', true, false],
      ['KP', false, true],
      ['ZA', false, false],
      ['AE', true, false],
    ] as const) {
      await page.locator('#country').selectOption(country);
      expect([country, await page.locator('#initiative').isVisible()]).toEqual([country, declares]);
      expect([country, await page.getByText(t('euNotice.scope')).first().isVisible()]).toEqual([country, declares]);
      expect([country, await refusal.filter({ visible: true }).count()]).toEqual([country, refused ? 1 : 0]);
    }
    expect(guest.complaints).toEqual([]);
    await page.locator('main form[data-form] button.button').last().click();
    await page.locator('[data-summary] a[href="#initiative"]').waitFor();
    expect(await page.locator('#initiative-error').textContent()).toBe(t('forms.errors.initiative'));
  },
);

test('a visitor from a country that asks for a declaration finds it whatever country is chosen, in both forms', async () => {
  const { page } = await secondStep('DE');
  await expect.poll(() => page.locator('#country').inputValue()).toBe('DE');
  await page.locator('#country').selectOption('ZA');
  expect(await page.locator('#initiative').isVisible()).toBe(true);
  await page.goto('/old-register');
  await expect.poll(() => page.locator('#country').inputValue()).toBe('DE');
  await page.locator('#country').selectOption('ZA');
  expect(await page.locator('#initiative').isVisible()).toBe(true);
});
