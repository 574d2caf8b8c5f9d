/** The sessions that an account's owner sees on `/login`, in a browser: axe checks them, and the owner ends another one. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { messages } from '../../site/i18n/translate.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium, lookAt, openPage } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';
import { type AccountSite, Visitor, addressHeader, member, password, startAccountSite } from '../sites/account-site.ts';

let site: AccountSite;
let browser: Browser;

const email = 'owner@example.com';

beforeAll(async () => {
  site = await startAccountSite('sqlite');
  browser = await launchChromium();
  await member(site, email);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const cases = locales.flatMap((locale) =>
  [true, false].map((javaScriptEnabled) => [locale, javaScriptEnabled] as const),
);

testSample(
  sample(cases, (one) => ['es,true', 'it,false'].includes(one.join())),
  'in a browser: %s, JavaScript %s',
  async ([locale, javaScriptEnabled]) => {
    const t = messages[locale];
    const { page, close } = await openPage(browser, {
      javaScriptEnabled,
      bypassCSP: true,
      extraHTTPHeaders: { [addressHeader]: `10.7.${locales.indexOf(locale)}.${Number(javaScriptEnabled)}` },
    });
    const press = async (name: string) => {
      await lookAt(page);
      await page.getByRole('main').getByRole('button', { name, exact: true }).click();
    };
    // A second session, so that the owner has another one to end.
    const signIn = { intent: 'sign-in', email, password };
    expect((await new Visitor(site.url).post('/login', signIn)).status).toBe(303);
    await page.goto(`${site.url}${localePath('/login', locale)}`);
    await page.locator('#email').fill(email);
    await page.locator('#password').fill(password);
    await press(t.login.submit);
    await page.getByText(t.login.sessions, { exact: true }).waitFor();
    if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([]);
    const others = page.getByRole('main').getByRole('button', { name: t.login.endSession, exact: true });
    const before = await others.count();
    await others.first().click();
    await page.getByText(t.login.ended).waitFor();
    expect(await others.count()).toBe(before - 1);
    await press(t.login.signOut);
    await page.getByText(t.login.signedOut).waitFor();
    await close();
  },
);
