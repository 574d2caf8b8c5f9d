/** Register, confirm, sign in, sign out, recover, sign in: in a real browser, with and without JavaScript, in every language, on both databases. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import en from '../../site/i18n/messages/en.json' with { type: 'json' };
import { localePath } from '../../site/i18n/locale-path.ts';
import { messages } from '../../site/i18n/translate.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { type Engine, engines } from '../services/account-databases.ts';
import { type AccountSite, addressHeader, ageRegistration, startAccountSite } from '../sites/account-site.ts';
import { sharedChromium, lookAt, onScriptError } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';
import { expectedWords } from '../expected-words.ts';

/** Matches an element whose text begins with the given text. */
const beginning = (text: string) => new RegExp(`^${text.replaceAll(/[.?*+^$(){}|[\]\\]/g, '\\$&')}`);
const cases = locales.flatMap((locale) => [true, false].map((javaScript) => [locale, javaScript] as const));

/** Each language, and each database with and without JavaScript; the text of a form does not depend on the database. */
const fewJourneys: Record<Engine, readonly string[]> = {
  sqlite: ['en,true', 'es,false'],
  postgres: [],
};
const fewMessages: Record<Engine, readonly string[]> = { sqlite: ['it,false'], postgres: [] };

const browser = await sharedChromium();

test('R50, R51: the English messages are the specified ones', () => {
  // Copied word for word from the specification, so that no message can change unnoticed.
  const errors = Object.entries(en.forms.errors).map(([name, text]) => [name, text.replaceAll('\u00a0', ' ')]);
  expect(Object.fromEntries(errors)).toMatchObject(expectedWords('en').errors);
});

describe.each(engines)('journeys on %s', (engine) => {
  let site: AccountSite;
  let serial = 0;
  beforeAll(async () => {
    site = await startAccountSite(engine);
  });
  afterAll(() => site.stop());

  async function open(locale: Locale, javaScriptEnabled: boolean, path: string): Promise<Page> {
    serial += 1;
    const context = await browser.newContext({
      javaScriptEnabled,
      // Transitions between pages take as long as the rest of a journey, so only one kind of visitor gets them.
      reducedMotion: javaScriptEnabled && locale === 'en' ? 'no-preference' : 'reduce',
      extraHTTPHeaders: { [addressHeader]: `10.9.${serial}.1` },
      locale,
    });
    const page = await context.newPage();
    onScriptError(page, (error) => {
      throw error;
    });
    await page.goto(`${site.url}${localePath(path, locale)}`);
    if (javaScriptEnabled) await page.waitForSelector('button[data-reveal]:not([hidden])', { state: 'attached' });
    return page;
  }

  async function press(page: Page, name: string): Promise<void> {
    await lookAt(page);
    const button = page.getByRole('main').getByRole('button', { name, exact: true });
    await button.focus();
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
    await page.waitForLoadState();
  }

  testSample(
    sample(cases, (one) => fewJourneys[engine].includes(one.join())),
    'R10, R52: %s, JavaScript %s',
    async ([locale, javaScript]) => {
      const t = messages[locale];
      const words = expectedWords(locale);
      const email = `journey-${locale}-${javaScript}@example.com`;
      const page = await open(locale, javaScript, '/register?ref=journey');
      const main = page.getByRole('main');
      // By keyboard: Tab through the fields in order, Enter to continue.
      await page.locator('#email').focus();
      await page.keyboard.type(email);
      await page.keyboard.press('Tab');
      await page.keyboard.type('Secret1!x');
      await press(page, t.register.continueToDetails);
      await main.getByText(t.register.account.replace('{email}', email)).waitFor();
      // Going back keeps the e-mail address; the password is kept on the server, and never sent back.
      await page.locator('#firstName').fill('Anna');
      await press(page, t.register.back);
      expect(await page.locator('#email').inputValue()).toBe(email);
      expect(await page.locator('#password').inputValue()).toBe('');
      await main.getByText(words.forms.passwordKept).waitFor();
      await press(page, t.register.continueToDetails);
      expect(await page.locator('#firstName').inputValue()).toBe('Anna');
      await page.locator('#lastName').fill('Rossi');
      await page.locator('#country').selectOption('IT');
      await page.locator('#initiative').check();
      if (javaScript) expect(await page.locator('[data-dial-output]').textContent()).toBe('+39');
      await page.locator('#phone').fill('02 1234 5678');
      await page.locator('#terms').check();
      await ageRegistration(site, email);
      await press(page, t.register.create);
      await main.getByText(words.register.sentText.replace('{email}', email)).waitFor();

      const confirmation = await site.mailTo(email, beginning(words.mail.verifySubject));
      await page.goto(confirmation.link);
      await press(page, t.register.confirm);
      await main.getByText(words.login.confirmed).waitFor();
      await page.locator('#email').fill(email);
      await page.locator('#password').fill('Wrong1!pw');
      await press(page, t.login.submit);
      await main.getByText(words.login.refused).waitFor();
      expect(await page.locator('#email').inputValue()).toBe(email);
      expect(await page.title()).toMatch(beginning(t.forms.errorPrefix.replace('{title}', '')));
      await page.locator('#password').fill('Secret1!x');
      await press(page, t.login.submit);
      await main.getByText(t.login.signedInHeading).waitFor();
      await main.getByText(email).waitFor();
      await press(page, t.login.signOut);
      await main.getByText(words.login.signedOut).waitFor();

      await page.goto(`${site.url}${localePath('/forgot-password', locale)}`);
      await page.locator('#email').fill(email);
      await press(page, t.recovery.submit);
      await main.getByText(words.recovery.sentText).waitFor();
      const recovery = await site.mailTo(email, beginning(words.mail.recoverSubject));
      await page.goto(recovery.link);
      await page.locator('#password').fill('Better2?y');
      await press(page, t.recovery.setPassword);
      await main.getByText(words.login.passwordSet).waitFor();
      await page.locator('#email').fill(email);
      await page.locator('#password').fill('Better2?y');
      await press(page, t.login.submit);
      await main.getByText(t.login.signedInHeading).waitFor();
    },
    { concurrent: true },
  );

  testSample(
    sample(cases, (one) => fewMessages[engine].includes(one.join())),
    'R50: every message is shown: %s, JavaScript %s',
    async ([locale, javaScript]) => {
      const words = expectedWords(locale);
      const { errors } = words;
      const t = messages[locale];
      const page = await open(locale, javaScript, '/old-register');
      const good: Record<string, string> = {
        email: `rules-${locale}-${javaScript}@example.com`,
        password: 'Secret1!x',
        firstName: 'Anna',
        lastName: 'Rossi',
        phone: '02 1234 5678',
      };
      async function submit(typed: Record<string, string>, { terms = true } = {}): Promise<void> {
        for (const [name, value] of Object.entries({ ...good, ...typed })) await page.locator(`#${name}`).fill(value);
        await page.locator('#country').selectOption('IT');
        await page.locator('#initiative').check();
        await page.locator('#terms').setChecked(terms);
        await lookAt(page);
        const button = page.getByRole('main').getByRole('button', { name: t.register.create, exact: true });
        await button.click();
      }
      const mistakes: [string, Record<string, string>, string][] = [
        ['email', { email: 'nobody' }, errors.email],
        ['password', { password: '' }, errors.passwordRequired],
        ['password', { password: 'Ab1!' }, errors.passwordMin],
        ['password', { password: 'Abcdefgh1!234567' }, errors.passwordMax],
        ['password', { password: 'abcdefgh1' }, errors.passwordComposition],
        ['firstName', { firstName: '' }, errors.firstName],
        ['lastName', { lastName: '' }, errors.lastName],
        ['firstName', { firstName: 'Anna1' }, errors.letters],
        ['lastName', { lastName: 'Rossi-1' }, errors.letters],
        ['phone', { phone: 'phone' }, errors.phone],
        ['phone', { phone: '12345' }, errors.phone],
      ];
      for (const [field, typed, message] of mistakes) {
        await submit(typed);
        await page.locator(`#${field}-error`).getByText(message, { exact: true }).waitFor();
        expect(await page.locator(`#${field}`).getAttribute('aria-invalid')).toBe('true');
      }
      // Only the server knows which phone numbers exist; its error must appear together with all other errors.
      if (!javaScript) {
        await submit({ firstName: '', phone: '12345' }, { terms: false });
        for (const [field, message] of [
          ['firstName', errors.firstName],
          ['phone', errors.phone],
          ['terms', errors.terms],
        ] as const)
          await page.locator(`#${field}-error`).getByText(message, { exact: true }).waitFor();
      }
      await submit({}, { terms: false });
      await page.locator('#terms-error').getByText(errors.terms, { exact: true }).waitFor();
      await submit({});
      await page
        .getByRole('main')
        .getByText(words.register.sentText.replace('{email}', good['email'] ?? ''))
        .waitFor();
      await page.goto(`${site.url}${localePath('/old-register', locale)}`);
      // With the same name the site would treat it as the same form, sent twice.
      await submit({ email: (good['email'] ?? '').toUpperCase(), lastName: 'Bianchi' });
      await page.locator('#email-error').getByText(errors.duplicate, { exact: true }).waitFor();
    },
    { concurrent: true },
  );
});
