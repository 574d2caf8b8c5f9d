/** Attacks on accounts, on both databases, through the real server. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engines } from '../services/account-databases.ts';
import {
  listIds,
  type AccountSite,
  type Answer,
  Visitor,
  details,
  member,
  password,
  registerFast,
  ageRegistration,
} from '../sites/account-site.ts';
import { trapField } from '../../site/forms/form-schemas.ts';
import { expectedWords } from '../expected-words.ts';
import { readableText } from '../readable-text.ts';
import { describeSample, sample } from '../sampled.ts';
import { startFormSite } from '../sites/form-site.ts';
import { bothForms, messageForms, sendForm } from '../sites/message-forms.ts';
import { until } from '../until.ts';

const signIn = (visitor: Visitor, email: string, word = password) =>
  visitor.post('/login', { intent: 'sign-in', email, password: word });

const databases = sample(engines, (engine) => engine === 'sqlite');

describeSample(databases, 'defence on %s', (engine) => {
  let site: AccountSite;
  const count = async (table: 'user' | 'registration' | 'enquiry' | 'application' | 'session') =>
    Number(
      (
        await site.database.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number | string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );

  beforeAll(async () => {
    site = await startFormSite(engine);
    await member(site, 'owner@example.com');
  });
  afterAll(() => site.stop());

  test('a planted session cookie is replaced at sign-in', async () => {
    const visitor = new Visitor(site.url);
    visitor.cookies.set('session', 'planted.signature');
    expect((await signIn(visitor, 'owner@example.com')).location).toBe('/login?in=1#form');
    expect(visitor.cookies.get('session')).not.toContain('planted');
    expect((await visitor.get('/login')).text).toContain('You are signed in');
    const stolen = visitor.cookies.get('session') ?? '';
    await visitor.post('/login', { intent: 'sign-out' });
    visitor.cookies.set('session', stolen);
    expect((await visitor.get('/login')).text).not.toContain('You are signed in');
    // A cookie that pairs a real session token with a forged signature is worthless.
    const real = await new Promise<Visitor>(
      (resolve) => void signIn(visitor, 'owner@example.com').then(() => resolve(visitor)),
    );
    const [token] = decodeURIComponent(real.cookies.get('session') ?? '').split('.');
    real.cookies.set('session', `${token}.${'A'.repeat(43)}=`);
    expect((await real.get('/login')).text).not.toContain('You are signed in');
  });

  test('a planted registration cookie does not receive the password of a visitor', async () => {
    const attacker = new Visitor(site.url);
    await attacker.post('/register', { intent: 'continue', email: 'trap@example.com', password });
    const planted = attacker.cookies.get('registration') ?? '';
    const victim = new Visitor(site.url);
    victim.cookies.set('registration', planted);
    await victim.post('/register', { intent: 'continue', email: 'victim@example.com', password });
    expect(victim.cookies.get('registration')).not.toBe(planted);
  });

  test('a link works once, even for two requests at the same time, not after it expires, and a second request cancels it', async () => {
    const email = 'links@example.com';
    await member(site, email);
    const ask = async () => {
      const arrived = async () =>
        (await site.mails()).filter(({ to, subject }) => to === email && /new password/.test(subject));
      const before = (await arrived()).length;
      await new Visitor(site.url).post('/forgot-password', { intent: 'request', email });
      const mail = await until(async () => (await arrived())[before], 'the next mail');
      return new URL(mail.link).searchParams.get('token') ?? '';
    };
    const first = await ask();
    const second = await ask();
    expect(second).not.toBe(first);
    const use = (token: string, word: string) =>
      new Visitor(site.url).post('/forgot-password', { intent: 'choose', token, password: word });
    expect((await use(first, 'Fresh1!xy')).status).toBe(410);
    const session = new Visitor(site.url);
    await signIn(session, email);
    const both = await Promise.all([use(second, 'Fresh1!xy'), use(second, 'Fresh2!xy')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 410]);
    expect((await session.get('/login')).text).not.toContain('You are signed in');
    expect((await new Visitor(site.url).open(`/forgot-password?token=${second}`)).text).toContain(
      'This link no longer works',
    );
    expect((await site.mailTo(email, /was changed/)).text).toContain('every session was ended');
    const third = await ask();
    await site.database.db
      .updateTable('one_time_token')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await use(third, 'Fresh3!xy')).status).toBe(410);
    // No value in the database could open the account, because tokens are not stored in plain text.
    const stored = JSON.stringify([
      await site.database.db.selectFrom('one_time_token').selectAll().execute(),
      await site.database.db.selectFrom('outbox').selectAll().execute(),
    ]);
    for (const token of [first, second, third]) expect(stored).not.toContain(token);
  });

  test('recovery and sign-in do not reveal who has an account: text, status, headers', async () => {
    const attempt = async (email: string) => ({
      recovery: await new Visitor(site.url).post('/forgot-password', { intent: 'request', email }),
      signIn: await signIn(new Visitor(site.url), email, 'Wrong1!pw'),
    });
    const comparable = ({ status, text, location, headers }: Answer, email: string) => ({
      status,
      location,
      text: text.replaceAll(email, ''),
      headers: [...new Set(headers.keys())].toSorted(),
      cookies: headers.getSetCookie().map((line) => line.split('=', 1)[0]),
    });
    const [known, unknown] = [await attempt('owner@example.com'), await attempt('ghost@example.com')];
    expect(comparable(known.recovery, 'owner@example.com')).toEqual(comparable(unknown.recovery, 'ghost@example.com'));
    expect(comparable(known.signIn, 'owner@example.com')).toEqual(comparable(unknown.signIn, 'ghost@example.com'));
  });

  test('guessing is slowed by account and by address, and a forged proxy header changes neither', async () => {
    const guesser = new Visitor(site.url, '203.0.113.9');
    const statuses: number[] = [];
    for (let guess = 0; guess < 9; guess += 1) {
      const answer = await guesser.post(
        '/login',
        { intent: 'sign-in', email: 'guessed@example.com', password: `Wrong${guess}!x` },
        { 'x-forwarded-for': `198.51.100.${guess}`, 'x-real-ip': `198.51.100.${guess}` },
      );
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429, 429]);
    // The proxy appends to the header that a visitor sent: only the last entry is the proxy's own.
    const chained = await guesser.post(
      '/login',
      { intent: 'sign-in', email: 'guessed@example.com', password: 'Wrong1!x' },
      { 'x-test-address': '8.8.8.8, 203.0.113.9' },
    );
    expect(chained.status).toBe(429);
    expect(chained.headers.get('retry-after')).not.toBeNull();
    // A visitor can take any address of one IPv6 network, so the limit must count the network.
    const crowd: number[] = [];
    for (let guess = 0; guess < 8; guess += 1)
      crowd.push(
        (await signIn(new Visitor(site.url, `2001:db8:1:2::${guess + 1}`), 'sixth@example.com', 'Wrong1!x')).status,
      );
    expect(crowd.at(-1)).toBe(429);
  });

  test('guesses from one address do not lock the owner out, and the owner passes an attack by mail', async () => {
    const email = 'besieged@example.com';
    await member(site, email);
    for (let guess = 0; guess < 45; guess += 1) await signIn(new Visitor(site.url, '203.0.113.66'), email, 'Wrong1!x');
    expect((await signIn(new Visitor(site.url), email)).location).toBe('/login?in=1#form');
    for (let guess = 0; guess < 40; guess += 1)
      await signIn(new Visitor(site.url, `198.51.100.${guess}`), email, 'Wrong1!x');
    const owner = new Visitor(site.url);
    const refused = await signIn(owner, email);
    expect(refused.status).toBe(429);
    await owner.post('/forgot-password', { intent: 'request', email });
    const { link } = await site.mailTo(email, /new password/);
    expect(
      (
        await owner.post('/forgot-password', {
          intent: 'choose',
          token: new URL(link).searchParams.get('token') ?? '',
          password: 'Fresh1!xy',
        })
      ).status,
    ).toBe(303);
    expect((await signIn(owner, email, 'Fresh1!xy')).location).toBe('/login?in=1#form');
    // People who forgot their password have usually guessed often, from the same address at which they then use the new one.
    for (let guess = 0; guess < 7; guess += 1) await signIn(owner, email, 'Wrong1!x');
    await owner.post('/forgot-password', { intent: 'request', email });
    const again = await until(
      async () => (await site.mails()).filter(({ to, subject }) => to === email && /new password/.test(subject))[1],
      'the second mail',
    );
    await owner.post('/forgot-password', {
      intent: 'choose',
      token: new URL(again.link).searchParams.get('token') ?? '',
      password,
    });
    expect((await signIn(owner, email)).location).toBe('/login?in=1#form');
  });

  test('unknown fields of a form change nothing', async () => {
    const email = 'mass@example.com';
    await registerFast(new Visitor(site.url), email, {
      emailVerified: 'true',
      id: 'chosen',
      role: 'admin',
      user_id: 'chosen',
      verified_at: '1',
      __proto__: 'x',
      createdAt: '2000-01-01',
    });
    const user = await site.database.db
      .selectFrom('user')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(Boolean(user.emailVerified)).toBe(false);
    expect(user.id).not.toBe('chosen');
    expect((await signIn(new Visitor(site.url), email)).location).toBe('/register?step=details#form');
  });

  test('SQL and header injection are stored as text or refused', async () => {
    const before = await count('user');
    const attacks = ["x' OR '1'='1", '\'; DROP TABLE "user";--', '" OR 1=1 --'];
    for (const attack of attacks) {
      expect((await signIn(new Visitor(site.url), `${attack}@example.com`)).status).toBe(422);
      expect((await new Visitor(site.url).post('/register', { intent: 'confirm', token: attack })).status).toBe(410);
      const visitor = new Visitor(site.url);
      visitor.cookies.set('registration', encodeURIComponent(attack));
      expect((await visitor.get('/register')).status).toBe(200);
    }
    expect(await count('user')).toBe(before);
    const enquiries = await count('enquiry');
    for (const [field, value] of [
      ['email', 'a@example.com\r\nBcc: evil@example.com'],
      ['email', 'a@example.com,evil@example.com'],
      ['email', 'a@example.com>\n<b@example.com'],
      ['name', 'Eve\r\nBcc: evil@example.com'],
      ['email', 'Eve <a@example.com>'],
    ] as const) {
      for (const name of bothForms) {
        const more = { [messageForms[name][field]]: value };
        const answer = await sendForm(new Visitor(site.url), name, 'a@example.com', more);
        expect([name, field, value, answer.status]).toEqual([name, field, value, 422]);
      }
    }
    expect(await count('enquiry')).toBe(enquiries);
    for (const name of bothForms) {
      const form = messageForms[name];
      const more = {
        [form.name]: '"><script>alert(1)</script>',
        [form.message]: '</textarea><script>alert(1)</script>',
      };
      const { status, text } = await sendForm(new Visitor(site.url), name, 'bad', more);
      expect([name, status, text.includes('<script>alert')]).toEqual([name, 422, false]);
    }
  });

  test.each(['cv.pdf', ''])(
    'an upload that ends inside its file part, filename "%s", is refused and affects no other request',
    async (fileName) => {
      const visitor = new Visitor(site.url);
      const body = `--x\r\ncontent-disposition: form-data; name="cv"; filename="${fileName}"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4 unfinished`;
      for (const path of ['/careers', '/job-post/senior-typescript-engineer-remote', '/contact']) {
        const answer = await fetch(`${site.url}${path}`, {
          method: 'POST',
          headers: { ...visitor.headers(), 'content-type': 'multipart/form-data; boundary=x' },
          body,
        });
        expect(answer.status, path).toBe(400);
      }
      expect((await visitor.get('/careers')).status).toBe(200);
      expect(readdirSync(join(site.dataDir, 'incoming'))).toEqual([]);
    },
  );

  test('a form sent twice, or again after going back, registers once', async () => {
    const visitor = new Visitor(site.url);
    const email = 'double@example.com';
    await visitor.post('/register', { intent: 'continue', email, password });
    expect((await visitor.post('/register', { intent: 'create', ...details })).text).toContain('That was very quick');
    await ageRegistration(site, email);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post('/register', { intent: 'create', ...details })));
    const again = await visitor.post('/register', { intent: 'create', ...details });
    expect([...answers, again].map(({ location }) => location)).toEqual(
      Array.from({ length: 4 }, () => '/register?step=details#form'),
    );
    expect((await listIds(site, 'registration', email)).length).toBe(1);
    const messages = await site.database.db
      .selectFrom('outbox')
      .select('event')
      .where('channel', '=', 'crm')
      .where('payload', 'like', `%${email}%`)
      .execute();
    expect(messages.map(({ event }) => event)).toEqual(['registration.created']);
  });

  test('personal answers are not cached, and cached pages contain nothing personal', async () => {
    const visitor = new Visitor(site.url);
    await visitor.post('/register', { intent: 'continue', email: 'private@example.com', password });
    const ownPage = await visitor.get('/register');
    expect(ownPage.text).toContain('private@example.com');
    expect(ownPage.headers.get('cache-control')).toBe('no-store');
    expect(ownPage.headers.get('etag')).toBeNull();
    const others = await new Visitor(site.url).get('/register');
    expect(others.text).not.toContain('private@example.com');
    expect(others.headers.get('vary')).toContain('Cookie');
    const refused = await visitor.post('/register', { intent: 'continue', email: 'private@', password: 'Leak1!pw' });
    expect(refused.text).not.toContain('Leak1!pw');
    expect(refused.text).toContain('<title>Error: ');
  });

  test.each([
    ['/contact', { intent: 'enquire', name: 'Bot', topic: 'other', message: 'Buy our excellent things' }],
    ['/es/ib', { intent: 'enquire', name: 'Bot', website: '', message: 'Buy our excellent things' }],
    ['/it/register', { intent: 'continue', password }],
    ['/old-register', { intent: 'create', password, ...details }],
    ['/forgot-password', { intent: 'request' }],
    ['/es/register', { intent: 'new-link' }],
    ['/it/login', { intent: 'sign-in', password }],
  ])('nothing is confirmed on %s when a hidden field was filled in: the form is shown again', async (path, fields) => {
    const before = [await count('enquiry'), await count('user')];
    const visitor = new Visitor(site.url);
    const answer = await visitor.post(path, { ...fields, email: 'bot@example.com', [trapField]: 'spam.example' });
    const [, locale = 'en'] = /^\/(es|it)\//.exec(path) ?? [];
    expect([answer.status, readableText(answer.text)]).toEqual([
      422,
      expect.stringContaining(expectedWords(locale).forms.trapped),
    ]);
    expect(answer.text).toContain('value="bot@example.com"');
    expect(visitor.cookies.size).toBe(0);
    expect([await count('enquiry'), await count('user')]).toEqual(before);
    // The trap field of a person is empty.
    expect(answer.text).toMatch(new RegExp(`<input[^>]* name="${trapField}"[^>]*>`));
    expect(answer.text).not.toContain('spam.example');
  });

  test('logs contain no mail addresses, passwords or tokens', async () => {
    mkdirSync(join(site.dataDir, 'mail'), { recursive: true });
    const log = site.output();
    expect(log).toContain('"page":"login"');
    for (const secret of [password, 'owner@example.com', 'Rossi']) expect(log).not.toContain(secret);
    for (const { link } of await site.mails()) if (link) expect(log).not.toContain(new URL(link).search.split('=')[1]);
    expect(readdirSync(join(site.dataDir, 'incoming'))).toEqual([]);
  });
});
