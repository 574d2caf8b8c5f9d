/**
 * Every cookie that the server sets, on a site behind https: name, attributes and lifetime, as browsers get them. Those that scripts set are in
 * `tests/consent/consent-pages.test.ts`, the preview's also in `tests/strapi/preview.test.ts`.
 */
import { afterAll, expect, test } from 'vitest';
import { type Answer, Visitor, password, registerFast, startAccountSite } from '../sites/account-site.ts';
import { describeCookie } from '../describe-cookie.ts';

const siteUrl = 'https://broker.example';
const sameOrigin = { origin: siteUrl };
const email = 'anna@example.com';
const site = await startAccountSite('sqlite', { SITE_URL: siteUrl });
afterAll(() => site.stop());

const minute = 60;
const day = 24 * 60 * minute;

/** Describes a cookie that only the server reads. */
const hidden = (name: string, seconds: number) => `${name}: HttpOnly, Max-Age=${seconds}, Path=/, SameSite=Lax, Secure`;
/** Describes a cookie that scripts of the page read too. */
const readable = (name: string, seconds: number) => `${name}: Max-Age=${seconds}, Path=/, SameSite=Lax, Secure`;
const record = 'cc_cookie: Domain=broker.example, Expires in 182 days, Path=/, SameSite=Lax, Secure';
/** Describes the deletion on this host and on its domain, because the script of a third party may have used either. */
const cleared = (name: string) => [
  `remove ${name}: Domain=broker.example, Expires in the past, Path=/`,
  `remove ${name}: Expires in the past, Path=/`,
];

/** better-auth removes two more, which it could set, but does not here. */
const sessionEnd = [
  `remove ${hidden('__Host-session', 0)}`,
  `remove ${readable('signed-in', 0)}`,
  ...['dont_remember', 'session_data'].map(
    (name) => `remove better-auth.${name}: HttpOnly, Max-Age=0, Path=/, SameSite=Lax`,
  ),
];

const post = (visitor: Visitor, path: string, fields: Record<string, string>, headers = {}) =>
  visitor.post(path, fields, { ...sameOrigin, ...headers });
const signIn = (visitor: Visitor) => post(visitor, '/login', { intent: 'sign-in', email, password });

/** The steps of one visitor, in order. Each answer sets exactly these cookies. */
const visitor = () => new Visitor(site.url);
let person: Visitor;
const steps: [what: string, act: () => Promise<Answer>, cookies: string[]][] = [
  ['a page', () => (person = visitor()).get('/forex'), []],
  ['a chosen language', () => person.get('/api/locale?to=es'), [readable('locale', 365 * day)]],
  ['the link of a partner', () => person.get('/forex?ref=A77'), [hidden('referral', 30 * day)]],
  ['the accepted notice', () => post(person, '/api/geo/notice', {}), [readable('accepted', 365 * day)]],
  ['consent by the plain form', () => post(person, '/api/consent/choice', { choice: 'all' }), [record]],
  [
    'refusal, with cookies that need consent',
    () =>
      post(
        visitor(),
        '/api/consent/choice',
        { choice: 'necessary' },
        { cookie: '_ga=1; _ga_X=1; _gid=1; im_youtube=1; other=1; referral=gclid%3Dabc' },
      ),
    [record, ...['_ga', '_ga_X', '_gid', 'im_youtube'].flatMap(cleared), `remove ${hidden('referral', 0)}`],
  ],
  [
    'the first step of a registration',
    () => post(person, '/register', { intent: 'continue', email, password }),
    [hidden('__Host-registration', 30 * minute)],
  ],
  ['a registration', () => registerFast(person, email, {}, sameOrigin), [hidden('__Host-registration', day)]],
  ['a sign-in before the address is confirmed', () => signIn(visitor()), [hidden('__Host-registration', day)]],
  [
    'a link of a mail',
    async () => person.get((await site.mailTo(email, /Confirm/)).link.slice(siteUrl.length)),
    [hidden('__Host-link', 30 * minute)],
  ],
  [
    'the confirmed address',
    async () => {
      const { link } = await site.mailTo(email, /Confirm/);
      return post(person, '/register', { intent: 'confirm', token: new URL(link).searchParams.get('confirm') ?? '' });
    },
    [
      hidden('__Host-device', 365 * day),
      `remove ${hidden('__Host-registration', 0)}`,
      `remove ${hidden('__Host-link', 0)}`,
    ],
  ],
  [
    'a sign-in',
    () => signIn(person),
    [hidden('__Host-device', 365 * day), hidden('__Host-session', day / 2), readable('signed-in', day / 2)],
  ],
  ['the account', () => person.get('/login'), []],
  ['the end of a session', () => post(person, '/login', { intent: 'sign-out' }), sessionEnd],
  [
    'a session that was idle',
    async () => {
      await signIn(person);
      const updatedAt = new Date(Date.now() - 31 * 60_000).toISOString();
      await site.database.db.updateTable('session').set({ updatedAt }).execute();
      return person.get('/login');
    },
    sessionEnd,
  ],
  ['a forgotten password', () => post(person, '/forgot-password', { intent: 'request', email }), []],
  [
    'a new password',
    async () => {
      await signIn(person);
      const { link } = await site.mailTo(email, /new password/);
      const token = new URL(link).searchParams.get('token') ?? '';
      return post(person, '/forgot-password', { intent: 'choose', token, password: 'Fresh1!xy' });
    },
    [hidden('__Host-device', 365 * day), ...sessionEnd],
  ],
  [
    'the end of a preview, which the panel shows in a frame',
    () => person.get('/api/preview/end'),
    ['remove preview: HttpOnly, Max-Age=0, Partitioned, Path=/, SameSite=None, Secure'],
  ],
];

test('each step of a visitor sets exactly the listed cookies, with the listed attributes', async () => {
  for (const [what, act, cookies] of steps) {
    const answer = await act();
    expect.soft([what, answer.headers.getSetCookie().map(describeCookie).sort()]).toEqual([what, [...cookies].sort()]);
    expect.soft([what, answer.status < 400]).toEqual([what, true]);
  }
});
