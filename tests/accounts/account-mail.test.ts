/** Mail over SMTP: a registration's mail reaches a mail server that requires credentials, exactly once, however often that server refused before. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPerson } from '../../base/ids-and-tokens.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { engines } from '../services/account-databases.ts';
import {
  writeEnquiry,
  type AccountSite,
  Visitor,
  details,
  password,
  registerFast,
  startAccountSite,
} from '../sites/account-site.ts';
import { MailServer, type Received, credentials, mailUrl } from '../services/mail-server.ts';
import { describeSample, sample } from '../sampled.ts';
import { until } from '../until.ts';

const databases = sample(engines, (engine) => engine === 'sqlite');

describeSample(databases, 'mail over SMTP, on %s', (engine) => {
  const server = new MailServer();
  let site: AccountSite;
  beforeAll(async () => {
    await server.listen();
    site = await startAccountSite(engine, { SMTP_URL: mailUrl(server), MAIL_FROM: 'accounts@veldstone.example' });
  });
  afterAll(async () => {
    await site.stop();
    await server.close();
  });

  const message = (event: string) =>
    site.database.db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', 'mail')
      .where('event', '=', event)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();

  /** Runs the outbox command as an operator does. */
  async function outbox(...parameters: string[]): Promise<string> {
    // A secret in a file, with the trailing newline that an editor adds.
    const file = join(site.dataDir, 'database-url');
    await writeFile(file, `${site.databaseUrl}\n`);
    const environment = {
      PATH: process.env['PATH'],
      DATA_DIR: site.dataDir,
      ...(site.databaseUrl ? { DATABASE_URL_FILE: file } : {}),
    };
    return (
      await promisify(execFile)(process.execPath, [join(projectRoot, 'tools/accounts/outbox.ts'), ...parameters], {
        env: environment,
      })
    ).stdout;
  }

  /** Registers a visitor and confirms the e-mail address. */
  async function member(email: string): Promise<void> {
    const visitor = new Visitor(site.url);
    await registerFast(visitor, email);
    const { mail } = await until(() => server.to(email)[0], 'the mail');
    await visitor.post('/register', { intent: 'confirm', token: new URL(mail.link).searchParams.get('confirm') ?? '' });
  }

  test('the mail of a registration waits while the mail server is unreachable or refuses, and then arrives once, in the language of the visitor', async () => {
    await server.close();
    const email = 'ines@example.com';
    const visitor = new Visitor(site.url);
    const answer = await visitor.post('/es/old-register', {
      intent: 'create',
      email,
      password,
      ...details,
      firstName: 'Inés',
      lastName: 'Núñez',
      country: 'ES',
      phone: '612 345 678',
    });
    // The site accepts the form immediately, without waiting for the mail server.
    expect(answer.location).toBe('/es/register?step=details#form');
    const failed = (attempts: number, reason: RegExp) =>
      until(
        async () => {
          const row = await message('verify');
          return row.attempts >= attempts && reason.test(row.last_error ?? '') && row;
        },
        `attempt ${attempts} to fail with ${String(reason)}`,
      );
    const { id } = await failed(1, /ECONNREFUSED/);
    expect(await outbox()).toMatch(new RegExp(`${id} +mail +verify +pending +tried \\d+x +.*ECONNREFUSED`));

    server.mood = 'refuses recipients';
    await server.listen();
    expect(await outbox('retry', id)).toContain('1 will be tried again');
    await failed(1, /Not now/);
    server.mood = 'refuses what it has read';
    await outbox('retry', id);
    await failed(1, /No room/);
    expect(server.refused).toContain(email);
    expect(server.to(email)).toEqual([]);

    server.mood = 'willing';
    await outbox('retry', id);
    await until(async () => (await message('verify')).status === 'delivered', 'the delivery');
    expect(await outbox('list')).not.toContain(id);
    expect(await outbox('retry', id)).toContain('0 will be tried again');
    const [received, ...more] = server.to(email);
    expect(more).toEqual([]);
    expect(received).toMatchObject({ from: 'accounts@veldstone.example', to: [email] });
    const { subject = '', text = '', html = '', link = '', to = '', raw = '' } = received?.mail ?? {};
    expect([to, subject]).toEqual([email, 'Confirma tu dirección de correo']);
    expect(raw).toMatch(/^From: "?Veldstone"? <accounts@veldstone\.example>\r?$/m);
    expect(raw).toMatch(new RegExp(`^Message-ID: <${id}@veldstone\\.example>\\r?$`, 'm'));
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(text).toContain('Falta un paso: confirma tu dirección');
    expect(html).toContain('<html lang="es">');
    expect(html).toContain('Confirmar la dirección');
    expect(link).toMatch(new RegExp(`^${site.url}/es/register\\?confirm=[\\w-]{43}$`));
    expect(html).toContain(link.replace(/&/g, '&amp;'));

    // Exactly one mail arrived; its link works, and only once.
    const token = new URL(link).searchParams.get('confirm') ?? '';
    expect((await visitor.post('/es/register', { intent: 'confirm', token })).location).toBe(
      '/es/login?done=confirmed#form',
    );
    expect((await visitor.post('/es/register', { intent: 'confirm', token })).status).toBe(410);
    expect(site.output()).not.toContain(credentials.pass);
    expect(site.output()).not.toContain(encodeURIComponent(credentials.pass));
  });

  test('an expired confirmation link is refused, and a new link is sent on request', async () => {
    const email = 'late@example.com';
    const visitor = new Visitor(site.url);
    await registerFast(visitor, email);
    const arrived = (count: number) => until(async () => server.to(email)[count - 1], `mail ${count}`);
    const readToken = ({ mail }: Received) => new URL(mail.link).searchParams.get('confirm') ?? '';
    const first = readToken(await arrived(1));
    await site.database.db
      .updateTable('one_time_token')
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect((await visitor.open(`/register?confirm=${first}`)).text).toContain('This link no longer works');
    expect((await visitor.post('/register', { intent: 'confirm', token: first })).status).toBe(410);
    expect((await visitor.post('/register', { intent: 'new-link', email })).status).toBe(200);
    const second = readToken(await arrived(2));
    expect((await visitor.post('/register', { intent: 'confirm', token: first })).status).toBe(410);
    expect((await visitor.post('/register', { intent: 'confirm', token: second })).location).toBe(
      '/login?done=confirmed#form',
    );
  });

  test('only the newer of two links that waited for the mail server is sent', async () => {
    const email = 'twice@example.com';
    const visitor = new Visitor(site.url);
    server.mood = 'refuses recipients';
    await registerFast(visitor, email);
    const waiting = async () =>
      site.database.db
        .selectFrom('outbox')
        .selectAll()
        .where('person', '=', hashPerson(email))
        .where('event', '=', 'verify')
        .orderBy('id')
        .execute();
    await until(async () => (await waiting()).every(({ attempts }) => attempts > 0), 'the first to be refused');
    await visitor.post('/register', { intent: 'new-link', email });
    const [older, newer] = await until(async () => {
      const rows = await waiting();
      return rows.length === 2 && rows.every(({ attempts }) => attempts > 0) && rows;
    }, 'both to be refused');
    server.mood = 'willing';
    for (const link of [newer, older]) {
      await outbox('retry', link?.id ?? '');
      await until(
        async () => (await waiting()).find(({ id }) => id === link?.id)?.status === 'delivered',
        'the delivery',
      );
    }
    expect(server.to(email).map(({ mail }) => /^Message-ID: <([^@]+)@/m.exec(mail.raw)?.[1])).toEqual([newer?.id]);
    const token = new URL(server.to(email)[0]?.mail.link ?? '').searchParams.get('confirm') ?? '';
    expect((await visitor.post('/register', { intent: 'confirm', token })).location).toBe('/login?done=confirmed#form');
  });

  test('a mail that arrives twice because the answer was lost has two valid links, and the use of one ends both', async () => {
    const email = 'copies@example.com';
    await member(email);
    const visitor = new Visitor(site.url);
    const recoveries = () =>
      server
        .to(email)
        .map(({ mail }) => ({
          id: /^Message-ID: (.*)$/m.exec(mail.raw)?.[1],
          token: new URL(mail.link).searchParams.get('token') ?? '',
        }))
        .filter(({ token }) => token);
    server.mood = 'keeps what it refuses';
    await visitor.post('/forgot-password', { intent: 'request', email });
    await until(() => recoveries().length > 0, 'the first copy');
    server.mood = 'willing';
    await until(async () => (await message('recover')).status === 'delivered', 'the delivery');
    const copies = recoveries();
    const [first, last] = [copies[0], copies.at(-1)];
    expect(copies.length).toBeGreaterThan(1);
    expect(first?.id).toBe(last?.id);
    expect(first?.token).not.toBe(last?.token);
    const choose = (token = '') => visitor.post('/forgot-password', { intent: 'choose', token, password: 'Fresh1!xy' });
    expect((await choose(first?.token)).status).toBe(303);
    expect((await choose(last?.token)).status).toBe(410);
    expect((await choose(first?.token)).status).toBe(410);
  });

  test('the address in the refusal of a mail server is neither stored nor logged, but the code is', async () => {
    server.mood = 'names whom it does not know';
    await registerFast(new Visitor(site.url), 'ghost@example.com');
    const { last_error: reason } = await until(async () => {
      const row = await message('verify');
      return row.attempts > 0 && row.last_error ? row : null;
    }, 'the refusal');
    server.mood = 'willing';
    expect(reason).toMatch(/550 5\.1\.1 <…>: … is unknown$/);
    expect(
      await until(
        () =>
          site
            .output()
            .split('\n')
            .find((line) => line.includes('550 5.1.1')),
        'the log',
      ),
    ).toContain(reason);
    expect(site.output()).not.toMatch(/ghost@/i);
  });

  test('an enquiry reaches the desk, and its answer the sender', async () => {
    const enquiry = writeEnquiry({ topic: 'trading', message: 'Come funziona il conto?' });
    expect((await new Visitor(site.url).post('/it/contact', enquiry)).status).toBe(303);
    const { from, mail } = await until(
      async () => server.received.find((received) => received.mail.subject.startsWith('Enquiry: ')),
      'the mail to the desk',
    );
    expect(from).toBe('accounts@veldstone.example');
    expect(mail.raw).toMatch(/^Reply-To: anna@example\.com\r?$/m);
    expect(mail.text).toContain('Come funziona il conto?');
  });
});
