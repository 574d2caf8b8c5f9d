/**
 * While the site is under attack, forms ask a question that needs no script and locks nobody out. Also: axe checks what else an account's
 * owner sees.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { messages } from '../../site/i18n/translate.ts';
import {
  type AccountSite,
  type Answer,
  Visitor,
  addressHeader,
  member,
  password,
  registerFast,
  startAccountSite,
} from '../sites/account-site.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium, lookAt, openPage } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';
import { startFormSite } from '../sites/form-site.ts';
import { bothForms, messageForms, sendForm } from '../sites/message-forms.ts';

const { en } = messages;
let site: AccountSite;
let browser: Browser;
let knownDevice: Visitor;

const environment = { CHALLENGE_AFTER: '20' };

beforeAll(async () => {
  site = await startFormSite('sqlite', environment);
  browser = await launchChromium();
  await member(site, 'owner@example.com');
  await member(site, 'forgetful@example.com');
  knownDevice = new Visitor(site.url);
  await knownDevice.post('/login', signIn);
  await attack(site);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const signIn = { intent: 'sign-in', email: 'owner@example.com', password };
const enquiry = {
  intent: 'enquire',
  name: 'Anna Rossi',
  email: 'anna@example.com',
  topic: 'other',
  message: 'A message that is long enough',
};

/** Answers the challenge from its visible text, as a person does. */
function answerTo(text: string, locale: keyof typeof messages = 'en'): string {
  const { numbers, question } = messages[locale].forms;
  const [one, other] =
    new RegExp(question.replaceAll(/[?.¿]/g, '\\$&').replace('{one}', '(\\S+)').replace('{other}', '([^\\s?]+)'))
      .exec(text)
      ?.slice(1) ?? [];
  const value = (word = '') => numbers.split(' ').indexOf(word) + 2;
  return String(value(one) + value(other));
}

function questionIn({ text }: Answer): { challenge: string; answer: string } {
  return { challenge: /name="challenge" value="([^"]+)"/.exec(text)?.[1] ?? '', answer: answerTo(text) };
}

/** Failed sign-ins, each from another address. */
async function fail(attacked: AccountSite, times: number, part: number): Promise<void> {
  for (let failure = 0; failure < times; failure += 1)
    await new Visitor(attacked.url, `198.51.${part}.${failure}`).post('/login', {
      ...signIn,
      email: `nobody${failure}@example.com`,
      password: 'Wrong1!x',
    });
}
const attack = (attacked: AccountSite) => fail(attacked, 21, 100);

test('no form asks a question before there are many failures from any addresses', async () => {
  const calm = await startAccountSite('sqlite', environment);
  await member(calm, 'owner@example.com');
  expect((await new Visitor(calm.url).post('/contact', enquiry)).status).toBe(303);
  await fail(calm, 20, 100);
  expect((await new Visitor(calm.url).post('/login', signIn)).location).toBe('/login?in=1#form');
  await fail(calm, 1, 101);
  expect((await new Visitor(calm.url).post('/login', signIn)).status).toBe(422);
  await calm.stop();
});

test('during an attack sign-in, registration and enquiries ask a question, keep the typed text except the password, and accept each answer once', async () => {
  const visitor = new Visitor(site.url);
  const questionPage = await visitor.post('/login', signIn);
  expect([
    questionPage.status,
    questionPage.text.includes(en.forms.questionWhy),
    questionPage.text.includes('value="owner@example.com"'),
    questionPage.text.includes(password),
  ]).toEqual([422, true, true, false]);
  const wrong = await visitor.post('/login', { ...signIn, ...questionIn(questionPage), answer: '3' });
  expect([wrong.status, wrong.text.includes(en.forms.questionWrong)]).toEqual([422, true]);
  const question = questionIn(wrong);
  expect((await visitor.post('/login', { ...signIn, ...question })).location).toBe('/login?in=1#form');
  expect((await new Visitor(site.url).post('/login', { ...signIn, ...question })).status).toBe(422);

  for (const name of bothForms) {
    const questioned = await sendForm(visitor, name, 'anna@example.com');
    expect([name, questioned.status, questioned.text.includes('What I want to know')]).toEqual([name, 422, true]);
    const answered = await sendForm(visitor, name, 'anna@example.com', questionIn(questioned));
    expect([name, answered.location]).toEqual([name, messageForms[name].sent('en')]);
  }
  const registered = await registerFast(visitor, 'new@example.com');
  expect([registered.status, registered.text.includes('value="Rossi"')]).toEqual([422, true]);
  expect((await registerFast(visitor, 'new@example.com', questionIn(registered))).location).toBe(
    '/register?step=details#form',
  );
  const first = await visitor.post('/register', { intent: 'continue', email: 'another@example.com', password });
  expect(
    (
      await visitor.post('/register', {
        intent: 'continue',
        email: 'another@example.com',
        password,
        ...questionIn(first),
      })
    ).location,
  ).toBe('/register?step=account#form');
});

test('a known device gets no question, and a visitor who cannot answer gets in by mail', async () => {
  expect((await knownDevice.post('/login', signIn)).location).toBe('/login?in=1#form');
  const visitor = new Visitor(site.url);
  const email = 'forgetful@example.com';
  expect((await visitor.post('/login', { ...signIn, email })).text).toContain(
    `href="/forgot-password">${en.login.questionInstead}`,
  );
  expect((await visitor.post('/forgot-password', { intent: 'request', email })).location).toBe(
    '/forgot-password?sent=1#form',
  );
  const token = new URL((await site.mailTo(email, /new password/)).link).searchParams.get('token') ?? '';
  expect((await visitor.post('/forgot-password', { intent: 'choose', token, password: 'Secret2!x' })).status).toBe(303);
  expect((await visitor.post('/login', { ...signIn, email, password: 'Secret2!x' })).location).toBe('/login?in=1#form');
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
    expect((await knownDevice.post('/login', signIn)).status).toBe(303);
    await page.goto(`${site.url}${localePath('/login', locale)}`);
    await page.locator('#email').fill('owner@example.com');
    await page.locator('#password').fill(password);
    await press(t.login.submit);
    await page.locator('#answer').waitFor();
    expect(await page.locator('#email').inputValue()).toBe('owner@example.com');
    if (javaScriptEnabled) expect(await axeFaults(page)).toEqual([]);
    await page.locator('#password').fill(password);
    await page.locator('#answer').fill(answerTo(await page.locator('label[for=answer]').innerText(), locale));
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
