/**
 * An account belongs to the person who can read its mailbox: strangers neither get in nor lock the owner out. On both databases, through
 * the real server.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPerson } from '../../base/ids-and-tokens.ts';
import en from '../../site/i18n/messages/en.json' with { type: 'json' };
import es from '../../site/i18n/messages/es.json' with { type: 'json' };
import { trapField } from '../../site/forms/form-schemas.ts';
import { engines } from '../services/account-databases.ts';
import {
  writeEnquiry,
  type AccountSite,
  Visitor,
  member,
  password,
  registerFast,
  startAccountSite,
} from '../sites/account-site.ts';
import { describeSample, sample } from '../sampled.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { expectedWords } from '../expected-words.ts';
import { formFaults } from '../form-faults.ts';
import { until } from '../until.ts';

const signIn = (visitor: Visitor, email: string, word = password) =>
  visitor.post('/login', { intent: 'sign-in', email, password: word });

const databases = sample(engines, (engine) => engine === 'sqlite');

describeSample(databases, 'the owner of an account on %s', (engine) => {
  let site: AccountSite;
  beforeAll(async () => {
    site = await startAccountSite(engine);
  });
  afterAll(() => site.stop());

  const mailsTo = async (email: string, subject: RegExp) =>
    (await site.mails()).filter((mail) => mail.to === email && subject.test(mail.subject));
  const everyMailLeft = () =>
    until(
      async () =>
        (
          await site.database.db
            .selectFrom('outbox')
            .select('id')
            .where('status', '=', 'pending')
            .where('channel', '=', 'mail')
            .execute()
        ).length === 0,
      'every mail to leave',
    );
  const tokenIn = ({ link }: { link: string }) => new URL(link).searchParams.get('token') ?? '';

  test('the owner of a mailbox can request a working link, however often strangers request one', async () => {
    const email = 'owner.of.mail@example.com';
    await member(site, email);
    const ask = (visitor: Visitor, more: Record<string, string> = {}) =>
      visitor.post('/forgot-password', { intent: 'request', email, ...more });
    // Confirmation mails and forms filled in by bots send no password mail to the owner, so they do not count towards its limit.
    const stranger = new Visitor(site.url, '203.0.113.70');
    for (let time = 0; time < 6; time += 1) await stranger.post('/register', { intent: 'new-link', email });
    for (let time = 0; time < 6; time += 1) await ask(stranger, { [trapField]: 'x' });
    expect((await ask(new Visitor(site.url))).location).toBe('/forgot-password?sent=1#form');
    await until(async () => (await mailsTo(email, /new password/)).length === 1, 'the first mail');
    for (let time = 0; time < 12; time += 1) await ask(new Visitor(site.url, `203.0.113.${80 + time}`));
    const owner = new Visitor(site.url);
    expect((await ask(owner)).location).toBe('/forgot-password?sent=1#form');
    await everyMailLeft();
    const sent = await mailsTo(email, /new password/);
    // Nor can strangers flood the mailbox.
    expect(sent.length).toBeLessThanOrEqual(5);
    // Wrong guesses from the owner's network address do not invalidate a link that the owner already has.
    for (let time = 0; time < 31; time += 1)
      await owner.post('/forgot-password', { intent: 'choose', token: `guess${time}`, password: 'Fresh1!xy' });
    expect(
      (await owner.post('/forgot-password', { intent: 'choose', token: 'guess', password: 'Fresh1!xy' })).status,
    ).toBe(429);
    expect(
      (
        await owner.post('/forgot-password', {
          intent: 'choose',
          token: tokenIn(sent.at(-1) ?? { link: '' }),
          password: 'Fresh1!xy',
        })
      ).status,
    ).toBe(303);
  });

  test('repeated requests for the confirmation mail leave the newest link valid, without a lock', async () => {
    const email = 'again@example.com';
    const visitor = new Visitor(site.url);
    await registerFast(visitor, email);
    for (let time = 0; time < 8; time += 1)
      await new Visitor(site.url, `203.0.113.${100 + time}`).post('/register', { intent: 'new-link', email });
    const answer = await visitor.post('/register', { intent: 'resend' });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('Open the newest one');
    await everyMailLeft();
    const sent = await mailsTo(email, /Confirm/);
    expect(sent.length).toBeLessThanOrEqual(6);
    expect(
      (
        await visitor.post('/register', {
          intent: 'confirm',
          token: new URL(sent.at(-1)?.link ?? '').searchParams.get('confirm') ?? '',
        })
      ).status,
    ).toBe(303);
  });

  test('a registration with the address of another person gives no access when that person confirms', async () => {
    const email = 'not.mine@example.com';
    const stranger = new Visitor(site.url);
    await registerFast(stranger, email, { password: 'Fremd1!xy' });
    const { link } = await site.mailTo(email, /Confirm/);
    const token = new URL(link).searchParams.get('confirm') ?? '';
    const owner = new Visitor(site.url);
    // The cookie of another registration reveals nothing about this one.
    await registerFast(owner, 'mine.as.well@example.com');
    const page = await owner.open(`/register?confirm=${token}`);
    expect(page.text).toMatch(/<input[^>]*type="password"/);
    const confirm = (more: Record<string, string>) =>
      owner.post(`/register?confirm=${token}`, { intent: 'confirm', token, ...more });
    expect((await confirm({})).status).toBe(422);
    const refused = await confirm({ password });
    expect([refused.status, refused.text.includes('This is not the password of the registration')]).toEqual([
      422,
      true,
    ]);
    expect((await signIn(stranger, email, 'Fremd1!xy')).location).toBe('/register?step=details#form');
    const [choose = ''] = /\/register\?confirm=[\w-]+&amp;choose=1/.exec(refused.text) ?? [];
    expect((await owner.open(choose.replace('&amp;', '&'))).text).toContain('value="confirm-new"');
    expect((await confirm({ intent: 'confirm-new', password: 'short' })).status).toBe(422);
    expect((await confirm({ intent: 'confirm-new', password: 'Fresh1!xy' })).location).toBe(
      '/login?done=confirmed#form',
    );
    expect((await signIn(stranger, email, 'Fremd1!xy')).status).toBe(422);
    expect((await signIn(owner, email, 'Fresh1!xy')).location).toBe('/login?in=1#form');
    // The person who registered confirms with one click in the same browser, or with the password in any other.
    const ownDevice = new Visitor(site.url);
    await registerFast(ownDevice, 'own@example.com');
    const ownToken = new URL((await site.mailTo('own@example.com', /Confirm/)).link).searchParams.get('confirm') ?? '';
    expect((await ownDevice.open(`/register?confirm=${ownToken}`)).text).not.toMatch(/<input[^>]*type="password"/);
    expect((await ownDevice.post('/register', { intent: 'confirm', token: ownToken })).location).toBe(
      '/login?done=confirmed#form',
    );
  });

  test('a password that is easy to guess is refused with advice, and no typed text is lost', async () => {
    const email = 'maria.dominguez@example.com';
    const visitor = new Visitor(site.url);
    for (const word of ['Password1!', 'Dominguez1!']) {
      const first = await visitor.post('/it/register', { intent: 'continue', email, password: word });
      expect([
        first.status,
        first.text.includes(expectedWords('it').errors.passwordCommon),
        first.text.includes(`value="${email}"`),
      ]).toEqual([422, true, true]);
      const all = await registerFast(visitor, email, { password: word, phone: '1' });
      expect([all.status, formFaults(all.text), all.text.includes('value="Rossi"')]).toEqual([
        422,
        [
          ['password', expectedWords('en').errors.passwordCommon],
          ['phone', expectedWords('en').errors.phone],
        ],
        true,
      ]);
    }
    await registerFast(visitor, email);
    const confirmation = new URL((await site.mailTo(email, /Confirm/)).link).searchParams.get('confirm') ?? '';
    const choose = { intent: 'confirm-new', token: confirmation };
    expect((await new Visitor(site.url).post('/register', { ...choose, password: 'Dominguez1!' })).text).toContain(
      expectedWords('en').errors.passwordCommon,
    );
    expect((await visitor.post('/register', { intent: 'confirm', token: confirmation })).status).toBe(303);
    await visitor.post('/es/forgot-password', { intent: 'request', email });
    const token = tokenIn(await site.mailTo(email, /contraseña nueva/));
    for (const word of ['Password1!', 'Dominguez1!']) {
      const refused = await visitor.post('/es/forgot-password', { intent: 'choose', token, password: word });
      expect([refused.status, refused.text.includes(expectedWords('es').errors.passwordCommon)]).toEqual([422, true]);
    }
    expect((await visitor.post('/es/forgot-password', { intent: 'choose', token, password: 'Fresh1!xy' })).status).toBe(
      303,
    );
  });

  test('forms that a stranger sends in the name of a person do not count against that person', async () => {
    const enquiry = writeEnquiry({ email: 'named@example.com', topic: 'complaint' });
    const stranger = new Visitor(site.url, '203.0.113.71');
    const statuses: number[] = [];
    for (let time = 0; time < 7; time += 1)
      statuses.push((await stranger.post('/contact', { ...enquiry, message: `${enquiry.message} ${time}` })).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
    expect((await new Visitor(site.url).post('/contact', enquiry)).status).toBe(303);
  });

  test('a sign-in that a limit stops is in the audit trail, once for each address and account', async () => {
    const email = 'watched@example.com';
    for (let guess = 0; guess < 10; guess += 1) await signIn(new Visitor(site.url, '203.0.113.72'), email, 'Wrong1!x');
    const entries = await site.database.db
      .selectFrom('audit')
      .select(['action', 'address', 'detail'])
      .where('person', '=', hashPerson(email))
      .execute();
    expect(entries.filter(({ action }) => action === 'sign-in-failed')).toHaveLength(6);
    expect(entries.filter(({ action }) => action === 'sign-in-limited')).toEqual([
      { action: 'sign-in-limited', address: '203.0.113.72', detail: '{"by":"address"}' },
    ]);
  });

  test('a browser that has signed in before gets in during an attack, and its cookie helps no other account', async () => {
    const email = 'known.device@example.com';
    await member(site, email);
    await member(site, 'neighbour@example.com');
    const owner = new Visitor(site.url, '203.0.113.75');
    expect((await signIn(owner, email)).location).toBe('/login?in=1#form');
    const neighbour = new Visitor(site.url);
    await signIn(neighbour, 'neighbour@example.com');
    // Many strangers use up the limit of the account, and one in the owner's own network the limit of that address.
    for (let guess = 0; guess < 41; guess += 1)
      await signIn(new Visitor(site.url, `198.51.100.${guess}`), email, 'Wrong1!x');
    for (let guess = 0; guess < 7; guess += 1) await signIn(new Visitor(site.url, '203.0.113.75'), email, 'Wrong1!x');
    const refused = await signIn(new Visitor(site.url), email);
    expect(refused.status).toBe(429);
    for (const locale of ['en', 'es', 'it'] as const) {
      const answer = await new Visitor(site.url).post(localePath('/login', locale), {
        intent: 'sign-in',
        email,
        password,
      });
      expect([answer.status, answer.text.includes(expectedWords(locale).login.besieged)]).toEqual([429, true]);
    }
    expect((await signIn(neighbour, email)).status).toBe(429);
    expect((await signIn(owner, email)).location).toBe('/login?in=1#form');
    // A known browser gets no more guesses than any other.
    const statuses: number[] = [];
    for (let guess = 0; guess < 7; guess += 1) statuses.push((await signIn(owner, email, 'Wrong1!x')).status);
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429]);
  });

  test('a sign-in from a new device is told to the owner, once for each device and again after a new password', async () => {
    const email = 'told@example.com';
    await member(site, email);
    const notices = () => mailsTo(email, /Nuevo inicio de sesión/);
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const enter = (visitor: Visitor, word = password) =>
      visitor.post('/es/login', { intent: 'sign-in', email, password: word }, browser);
    const visitor = new Visitor(site.url);
    expect((await enter(visitor, 'Wrong1!x')).status).toBe(422);
    expect((await enter(visitor)).location).toBe('/es/login?in=1#form');
    const [notice] = await until(async () => (await notices()).length === 1 && notices(), 'the notice');
    expect(notice?.text).toMatch(
      /El \d{1,2} de \w+ de \d{4} a las \d{1,2}:\d{2} UTC se entró en tu cuenta de Veldstone .*: Firefox, Linux\./,
    );
    expect((await enter(visitor)).location).toBe('/es/login?in=1#form');
    // The browser that sets the password with the mailed link becomes a known device; all others count as new again.
    const owner = new Visitor(site.url);
    await owner.post('/forgot-password', { intent: 'request', email });
    await owner.post('/forgot-password', {
      intent: 'choose',
      token: tokenIn(await site.mailTo(email, /new password/)),
      password: 'Fresh1!xy',
    });
    expect((await enter(owner, 'Fresh1!xy')).location).toBe('/es/login?in=1#form');
    expect((await enter(visitor, 'Fresh1!xy')).location).toBe('/es/login?in=1#form');
    await until(async () => (await notices()).length === 2, 'the second notice');
    const entries = await site.database.db
      .selectFrom('audit')
      .select('detail')
      .where('person', '=', hashPerson(email))
      .where('action', '=', 'signed-in')
      .orderBy('id')
      .execute();
    expect(entries.map(({ detail }) => detail)).toEqual(['{"device":"new"}', '{}', '{}', '{"device":"new"}']);
  });

  test('only the owner sees and ends the sessions, and a session that ends in the browser clears its cache', async () => {
    const email = 'sessions@example.com';
    await member(site, email);
    await member(site, 'other.sessions@example.com');
    const [first, second, third, other] = [1, 2, 3, 4].map(() => new Visitor(site.url)) as [
      Visitor,
      Visitor,
      Visitor,
      Visitor,
    ];
    const phone = {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    };
    await first.post('/login', { intent: 'sign-in', email, password }, phone);
    for (const visitor of [second, third]) await signIn(visitor, email);
    await signIn(other, 'other.sessions@example.com');
    const see = async (visitor: Visitor) => (await visitor.get('/es/login')).text;
    const idsIn = (text: string) =>
      [...text.matchAll(/value="([^"]+)" aria-describedby="session-/g)].map(([, id = '']) => id);
    const text = await see(third);
    expect(idsIn(text)).toHaveLength(2);
    expect([
      text.includes('Safari, iPhone. Desde el'),
      text.includes(es.login.unknownDevice),
      text.includes(es.login.thisSession),
    ]).toEqual([true, true, true]);
    // A stranger who is signed in cannot end the owner's sessions, and the attempt does not end the stranger's own.
    for (const id of idsIn(text)) await other.post('/login', { intent: 'end-session', session: id });
    expect(idsIn(await see(third))).toHaveLength(2);
    expect(await see(other)).toContain(es.login.signedInHeading);
    // The phone's session is the oldest, so it is the last in the list.
    const ended = await third.post('/es/login', { intent: 'end-session', session: idsIn(text)[1] ?? '' });
    expect(ended.location).toBe('/es/login?done=ended#form');
    expect(ended.headers.get('clear-site-data')).toBeNull();
    expect((await third.get('/es/login?done=ended')).text).toContain(expectedWords('es').login.ended);
    expect(await see(first)).not.toContain(es.login.signedInHeading);
    await first.post('/login', { intent: 'sign-in', email, password }, phone);
    await third.post('/login', { intent: 'end-session', others: 'yes' });
    for (const visitor of [first, second]) expect(await see(visitor)).not.toContain(es.login.signedInHeading);
    const out = await third.post('/login', { intent: 'sign-out' });
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect(third.cookies.has('device')).toBe(true);
    // An account has more sessions than the page lists: the oldest one must still see itself.
    await first.post('/login', { intent: 'sign-in', email, password }, phone);
    const ownSession = await site.database.db
      .selectFrom('session')
      .selectAll()
      .where('userId', 'in', site.database.db.selectFrom('user').select('id').where('email', '=', email))
      .executeTakeFirstOrThrow();
    for (let index = 0; index < 60; index += 1)
      await site.database.db
        .insertInto('session')
        .values({
          ...ownSession,
          id: `later-${index}`,
          token: `later-${index}`,
          createdAt: new Date(Date.now() + index + 1).toISOString(),
        })
        .execute();
    expect(await see(first)).toContain(es.login.thisSession);
    const actions = await site.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'session-ended')
      .orderBy('id')
      .execute();
    expect(actions.map(({ detail }) => detail)).toEqual([
      '{"which":"one"}',
      '{"which":"one"}',
      '{"which":"one"}',
      '{"which":"others"}',
    ]);
  });

  test('a session ends after half an hour without use, and a session in use continues', async () => {
    const email = 'idle@example.com';
    await member(site, email);
    const [idle, used] = [new Visitor(site.url), new Visitor(site.url)];
    for (const visitor of [idle, used]) await signIn(visitor, email);
    const setUsed = async (minutesAgo: number) =>
      void (await site.database.db
        .updateTable('session')
        .set({ updatedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString() })
        .where('userId', 'in', site.database.db.selectFrom('user').select('id').where('email', '=', email))
        .execute());
    await setUsed(29);
    expect((await used.get('/login')).text).toContain(en.login.signedInHeading);
    // The request counted as a use of the session and renewed `updatedAt`.
    const { updatedAt } = await site.database.db
      .selectFrom('session')
      .select('updatedAt')
      .orderBy('updatedAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(Date.now() - new Date(updatedAt).getTime()).toBeLessThan(60_000);
    await setUsed(31);
    const answer = await idle.get('/login');
    expect([
      answer.text.includes(en.login.signedInHeading),
      answer.text.includes(expectedWords('en').login.idle),
      answer.headers.get('clear-site-data'),
    ]).toEqual([false, true, '"cache"']);
    expect(idle.cookies.has('session')).toBe(false);
    expect((await used.post('/login', { intent: 'end-session', others: 'yes' })).status).toBe(303);
    expect((await used.get('/login')).text).toContain(expectedWords('en').login.idle);
  });
});
