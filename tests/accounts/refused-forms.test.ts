/** Tests what a form needs from a browser (cookies, `Origin`, storage), the message without it, and forms that are refused before they are read. */
import { type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { pdf } from './cv-files.ts';
import { expectedWords } from '../expected-words.ts';
import { readableText } from '../readable-text.ts';
import { sharedChromium, lookAt } from '../browser.ts';
import {
  writeEnquiry,
  type Answer,
  Visitor,
  addressHeader,
  details,
  member,
  password,
  registerFast,
} from '../sites/account-site.ts';
import { startFormSite } from '../sites/form-site.ts';
import { type Fields, messageForms } from '../sites/message-forms.ts';

const [site, browser] = await Promise.all([startFormSite('sqlite'), sharedChromium()]);
await member(site, 'owner@example.com');
afterAll(() => site.stop());

/** Acts as a browser that stores no cookie and follows the redirect of a form. */
async function withoutCookies(path: string, fields: Record<string, string>): Promise<Answer> {
  const visitor = new Visitor(site.url);
  const answer = await visitor.post(path, fields);
  visitor.cookies.clear();
  return answer.status === 303 ? visitor.get(answer.location.replace(/#.*/, '')) : answer;
}

describe.each(locales)('without cookies: %s', (locale) => {
  const at = (path: string) => localePath(path, locale);
  const { register, login, recovery, sent } = expectedWords(locale);
  const email = `cookieless.${locale}@example.com`;

  test.each<[what: string, path: string, fields: Record<string, string>, sentence: string]>([
    [
      'the first step of a registration',
      '/register',
      { intent: 'continue', email: `first.${email}`, password },
      register.noCookie,
    ],
    ['its second step', '/register', { intent: 'create', ...details }, register.noCookie],
    [
      'a registration in one step works',
      '/old-register',
      { intent: 'create', email, password, ...details },
      register.sentNoCookie,
    ],
    ['a sign-in', '/login', { intent: 'sign-in', email: 'owner@example.com', password }, login.noCookie],
    ['a new password works', '/forgot-password', { intent: 'request', email: 'owner@example.com' }, recovery.sentText],
    [
      'an enquiry works',
      '/contact',
      { intent: 'enquire', name: 'Anna', email, topic: 'other', message: 'A message of some length' },
      sent.enquiryText,
    ],
  ])('%s', async (_what, path, fields, sentence) => {
    const answer = await withoutCookies(at(path), fields);
    expect(readableText(answer.text)).toContain(sentence);
  });

  test('a form of an editor works', async () => {
    const path = at(messageForms.form.path);
    const { text } = await new Visitor(site.url).get(path);
    const answer = await withoutCookies(path, messageForms.form.fields(`form.${email}`, locale, text));
    expect(readableText(answer.text)).toContain(translator(locale)('enquiry.sentHeading'));
  });

  test('a registration without cookies leads to the form in one step', async () => {
    const { text } = await withoutCookies(at('/register'), { intent: 'continue', email: `other.${email}`, password });
    expect(text).toContain(`<a href="${at('/old-register')}">`);
    expect(text).toContain('role="alert"');
  });
});

const enquiry = writeEnquiry({ topic: 'complaint', message: 'What I want to complain of' });
type Write = (locale: Locale, html: string) => Fields;
const forms: [path: string, fields: Fields | Write, shown: string[]][] = [
  ['/contact', enquiry, ['value="Anna Rossi"', 'value="anna@example.com"', 'What I want to complain of']],
  [
    '/affiliate',
    { ...enquiry, website: 'https://anna.example' },
    ['value="https://anna.example"', 'What I want to complain of'],
  ],
  ['/register', { intent: 'continue', email: 'anna@example.com', password }, ['value="anna@example.com"']],
  ['/register', { intent: 'create', ...details, promoCode: 'CODE-7' }, ['value="Rossi"', 'value="CODE-7"']],
  [
    '/old-register',
    { intent: 'create', email: 'anna@example.com', password, ...details },
    ['value="Rossi"', 'value="anna@example.com"'],
  ],
  ['/login', { intent: 'sign-in', email: 'anna@example.com', password }, ['value="anna@example.com"']],
  ['/forgot-password', { intent: 'request', email: 'anna@example.com' }, ['value="anna@example.com"']],
  [
    messageForms.form.path,
    (locale, html) => messageForms.form.fields('anna@example.com', locale, html),
    ['value="Anna Rossi"', 'value="anna@example.com"', 'value="Rossi &amp; figli"', 'What I want to know'],
  ],
  ['/careers', { ...enquiry, intent: 'apply' }, ['value="Anna Rossi"', 'What I want to complain of']],
];

/** The reasons for which a form is refused, each with its message. */
const refusals: [
  status: number,
  sentence: 'foreign' | 'tooLarge' | 'busy',
  send: (visitor: Visitor, path: string, fields: Record<string, string>) => Promise<Answer>,
][] = [
  [403, 'foreign', (visitor, path, fields) => visitor.post(path, fields, { origin: 'null' })],
  [413, 'tooLarge', (visitor, path, fields) => visitor.post(path, { ...fields, other: 'x'.repeat(70_000) })],
  [
    429,
    'busy',
    async (visitor, path, fields) => {
      for (let count = 0; count < 60; count += 1) await visitor.post('/login', { intent: 'sign-out' });
      return visitor.post(path, fields);
    },
  ],
];

describe.each(locales)('refused in %s', (locale) => {
  const t = translator(locale);
  test.each(refusals)('%i comes back with what was typed, and a sentence', async (status, sentence, send) => {
    // A visitor is busy after sixty forms: one form shows the sentence of a language.
    for (const [path, fields, shown] of sentence === 'busy' && locale !== 'en' ? forms.slice(0, 1) : forms) {
      const at = localePath(path, locale);
      const visitor = new Visitor(site.url);
      const written = typeof fields === 'function' ? fields(locale, (await visitor.get(at)).text) : fields;
      const answer = await send(visitor, at, written);
      const message = sentence === 'busy' ? t('forms.busy', { minutes: 10 }) : expectedWords(locale).forms[sentence];
      expect
        .soft([path, answer.status, readableText(answer.text)])
        .toEqual([path, status, expect.stringContaining(readableText(message))]);
      for (const value of shown) expect.soft([path, answer.text.includes(value), value]).toEqual([path, true, value]);
      expect.soft(answer.text).not.toContain(password);
      expect.soft(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});

test.each(['/api/geo/notice', '/api/consent/choice'])('%s refuses in the language of its page', async (path) => {
  const visitor = new Visitor(site.url);
  const foreign = { 'sec-fetch-site': 'cross-site', referer: `${site.url}/es/cookie-disclosure` };
  const refused = await visitor.post(path, { choice: 'all' }, foreign);
  expect([refused.status, readableText(refused.text)]).toEqual([403, expectedWords('es').forms.foreign]);
  const long = await visitor.post(path, { choice: 'a'.repeat(9000) }, { 'accept-language': 'it' });
  expect([long.status, readableText(long.text)]).toEqual([413, expectedWords('it').forms.tooLarge]);
});

test('a form with a file that is refused asks for the file again', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...enquiry, elapsed: '9000', intent: 'apply' })) form.set(name, value);
  form.set('cv', new File([new Uint8Array(pdf)], 'cv.pdf'));
  const answer = await new Visitor(site.url).post('/it/careers', form, { 'sec-fetch-site': 'cross-site' });
  expect([answer.status, readableText(answer.text)]).toEqual([
    403,
    expect.stringContaining(expectedWords('it').errors.cvAgain),
  ]);
});

test('a stranger cannot write into the page with a form of another site', async () => {
  const answer = await new Visitor(site.url).post(
    '/login',
    {
      intent: 'sign-in',
      email: 'anna@example.com',
      notice: 'Tell us your PIN',
      problem: 'Tell us your PIN',
    },
    { 'sec-fetch-site': 'cross-site' },
  );
  expect(answer.status).toBe(403);
  expect(answer.text).not.toContain('Tell us your PIN');
});

test('whoever is refused again and again gets a sentence alone', async () => {
  const visitor = new Visitor(site.url);
  const sizes: number[] = [];
  for (let count = 0; count < 62; count += 1)
    sizes.push((await visitor.post('/es/contact', enquiry, { 'sec-fetch-site': 'cross-site' })).text.length);
  expect([Math.min(...sizes.slice(0, 60)) > 10_000, Math.max(...sizes.slice(60)) < 1000]).toEqual([true, true]);
});

test('`Origin: null` of our own page is no reason to refuse a form', async () => {
  const hidden = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  const visitor = new Visitor(site.url);
  expect((await visitor.post('/it/contact', enquiry, hidden)).status).toBe(303);
  expect((await registerFast(visitor, 'hidden@example.com', {}, hidden)).status).toBe(303);
  expect(
    (
      await visitor.post(
        '/login',
        { intent: 'sign-in', email: 'owner@example.com', password },
        { 'sec-fetch-site': 'none' },
      )
    ).status,
  ).toBe(303);
  for (const path of ['/api/geo/notice', '/api/consent/choice'])
    expect((await visitor.post(path, { path: '/', choice: 'necessary' }, hidden)).status).toBe(303);
});

/** Removes the cookies from every request and answer, as a browser that blocks cookies does. */
function cookieless(): Server {
  return createServer((incoming, outgoing) => {
    const { cookie: _sent, ...headers } = incoming.headers;
    const sent = request(site.url + (incoming.url ?? ''), { method: incoming.method, headers }, (answer) => {
      const { 'set-cookie': _kept, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 500, others);
      answer.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
}

test('in a browser with full storage, and without cookies, forms work or say why not', async () => {
  const server = cookieless();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await browser.newContext({ extraHTTPHeaders: { [addressHeader]: '10.5.0.1' } });
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const page = await context.newPage();
  const main = page.getByRole('main');
  await page.goto(`${url}/es/register`);
  await page.locator('button[data-reveal]:not([hidden])').waitFor();
  await page.locator('#email').fill('storage@example.com');
  await page.locator('#password').fill(password);
  await lookAt(page);
  await main.getByRole('button', { name: translator('es')('register.continueToDetails'), exact: true }).click();
  await main.getByText(expectedWords('es').register.noCookie.slice(0, 60)).waitFor();
  await main.getByRole('link', { name: translator('es')('register.oneStep') }).click();
  await page.waitForURL('**/es/old-register');
  for (const [name, value] of Object.entries({
    email: 'storage@example.com',
    password,
    firstName: 'Anna',
    lastName: 'Rossi',
    phone: '\u202a(+27) 82\u2011123\u20114567\u202c',
  }))
    await page.locator(`#${name}`).fill(value);
  await page.locator('#country').selectOption('IT');
  await page.locator('#initiative').check();
  await page.locator('#terms').check();
  await lookAt(page);
  await main.getByRole('button', { name: translator('es')('register.create'), exact: true }).click();
  await main.getByText(expectedWords('es').register.sentNoCookie.slice(0, 50)).waitFor();
  const row = await site.database.db
    .selectFrom('registration')
    .select('phone')
    .where('email', '=', 'storage@example.com')
    .executeTakeFirst();
  expect(row?.phone).toBe('+27821234567');
  await context.close();
  server.close();
});
