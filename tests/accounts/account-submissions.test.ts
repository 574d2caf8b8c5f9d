/**
 * Applications and enquiries on both databases: what the site accepts is stored, delivered and provable; refused submissions leave nothing behind.
 */
import { readFile, readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { signBody } from '../../parts/crm/crm-webhook.ts';
import { erasePerson, exportPerson } from '../../accounts/person-data.ts';
import { keepData } from '../../accounts/retention.ts';
import { openFolderStorage } from '../../accounts/submissions/folder-storage.ts';
import { application, job } from './application-form.ts';
import { pdf } from './cv-files.ts';
import { acceptedFiles, refusedFiles } from './cv-samples.ts';
import type { Locale } from '../../content/locales.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { engines } from '../services/account-databases.ts';
import {
  writeEnquiry,
  listIds,
  type AccountSite,
  Visitor,
  details,
  member,
  password,
  ageRegistration,
  registerFast,
  startAccountSite,
} from '../sites/account-site.ts';
import { sample, testSample } from '../sampled.ts';
import { expectedWords } from '../expected-words.ts';
import { formFaults } from '../form-faults.ts';
import { until } from '../until.ts';

/** The version of a legal document of the demonstration. */
async function readVersion(id: string, locale: Locale): Promise<string> {
  const file = join(projectRoot, `demo/legal-documents/${id}.${locale}.yaml`);
  return (parse(await readFile(file, 'utf8')) as { version: string }).version;
}

const secret = 'a secret of the test';

interface Received {
  key: string;
  event: string;
  data: Record<string, unknown>;
  signed: boolean;
}

describe.each(engines)('submissions on %s', (engine) => {
  let site: AccountSite;
  const received: Received[] = [];
  /** E-mail address whose registrations the CRM refuses at the moment. */
  let refused = '';
  const crm = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      const { id, event, data } = JSON.parse(body) as { id: string; event: string; data: Record<string, unknown> };
      if (event === 'registration.created' && data['email'] === refused) {
        response.writeHead(500).end();
        return;
      }
      const expected = signBody(secret, String(request.headers['x-brokerfront-timestamp']), body);
      received.push({
        key: String(request.headers['idempotency-key']),
        event,
        data,
        signed: request.headers['x-brokerfront-signature'] === expected && id === request.headers['idempotency-key'],
      });
      response.writeHead(204).end();
    });
  });
  const stored = async () =>
    (await readdir(join(site.dataDir, 'cv'), { recursive: true }).catch(() => [])).filter((name) =>
      /\.\w+$/.test(name),
    );

  beforeAll(async () => {
    await new Promise<void>((resolve) => crm.listen(0, '127.0.0.1', resolve));
    site = await startAccountSite(engine, {
      CRM_WEBHOOK_URL: `http://127.0.0.1:${(crm.address() as AddressInfo).port}/`,
      CRM_WEBHOOK_SECRET: secret,
    });
  });
  afterAll(async () => {
    await site.stop();
    crm.close();
  });

  // `cv-check.test.ts` checks each file; here some of them are sent.
  const bad = sample(refusedFiles, (_, index) => index % (engine === 'sqlite' ? 4 : 8) === 0);

  testSample(bad, '%s is refused and leaves nothing', async ([what, name, bytes, fault = 'cvKind']) => {
    const before = await stored();
    const answer = await new Visitor(site.url).post(
      '/careers',
      application(name, bytes, { email: `${what.replaceAll(' ', '-')}@example.com` }),
    );
    expect(answer.status).toBe(422);
    expect(formFaults(answer.text)).toEqual([['cv', expectedWords('en').errors[fault]]]);
    expect(await readdir(join(site.dataDir, 'incoming'))).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  test.each(acceptedFiles.slice(0, 2))(
    'R12: %s is stored under a generated name, announced, and never served',
    async (_, name, bytes) => {
      const before = new Set(await stored());
      const path = `/job-post/${job}`;
      const answer = await new Visitor(site.url).post(
        path,
        application(name, bytes, { email: `${name.length}${bytes.length}@example.com` }),
      );
      expect(answer.location).toBe(`${path}?sent=1#apply`);
      const key = (await stored()).find((file) => !before.has(file)) ?? '';
      expect(key).toMatch(/^\d{4}-\d{2}\/[0-9a-f-]{36}\.(?:pdf|docx)$/);
      expect(await readFile(join(site.dataDir, 'cv', key))).toEqual(bytes);
      expect((await stat(join(site.dataDir, 'cv', key))).mode & 0o777).toBe(0o600);
      for (const address of [`/cv/${key}`, `/media/${key}`, `/data/cv/${key}`, `/assets/..%2f..%2fcv/${key}`])
        expect((await new Visitor(site.url).get(address)).status).toBeGreaterThanOrEqual(400);
      const announced = await until(
        async () => received.find(({ data }) => (data['cv'] as { key?: string } | undefined)?.key === key),
        'the CRM to hear of it',
      );
      expect(announced).toMatchObject({ event: 'application.created', signed: true });
      const mail = await until(
        async () =>
          (await site.mails()).find(
            ({ subject, raw }) =>
              subject.startsWith('Application:') && raw.includes(`${name.length}${bytes.length}@example.com`),
          ),
        'the mail to the desk',
      );
      expect(mail.raw).toContain(`Reply-To: ${name.length}${bytes.length}@example.com`);
      expect(mail.raw.replace(/\s/g, '')).toContain(bytes.toString('base64'));
    },
  );

  test('enquiries of contact and partners arrive in the language in which they were written', async () => {
    const fields = {
      intent: 'enquire',
      name: 'Inés Núñez',
      email: 'ines@example.com',
      message: 'Quisiera saber cómo funciona.\r\n¿Es posible?',
    };
    expect((await new Visitor(site.url).post('/es/contact', { ...fields, topic: 'trading' })).location).toBe(
      '/es/contact?sent=1#form',
    );
    expect(
      (await new Visitor(site.url).post('/it/affiliate', { ...fields, website: 'https://example.com' })).location,
    ).toBe('/it/affiliate?sent=1#form');
    const announced = await until(() => {
      const own = received.filter(({ event, data }) => event === 'enquiry.created' && data['email'] === fields.email);
      return own.length === 2 && own;
    }, 'both enquiries');
    expect(announced.map(({ data }) => [data['kind'], data['topic'], data['locale'], data['message']])).toEqual([
      ['contact', 'trading', 'es', 'Quisiera saber cómo funciona.\n¿Es posible?'],
      ['affiliate', 'partner', 'it', 'Quisiera saber cómo funciona.\n¿Es posible?'],
    ]);
    expect((await new Visitor(site.url).get('/es/contact?sent=1')).text).toContain('Tu mensaje ha llegado');
    expect((await new Visitor(site.url).get('/es/contact?sent=2')).status).toBe(404);
  });

  test('a registration records the accepted documents and the referral of the visitor, and is announced before its confirmation', async () => {
    const visitor = new Visitor(site.url);
    const landing = await visitor.get('/forex?utm_source=partner&aff=A77&gclid=abc&evil=%0d%0aSet-Cookie');
    expect(landing.headers.get('cache-control')).toContain('no-store');
    await visitor.post('/es/old-register', {
      intent: 'create',
      email: 'Referred@Example.com',
      password,
      ...details,
      firstName: 'José',
      lastName: 'Núñez Peña',
      country: 'ES',
      phone: '612 345 678',
      promoCode: 'ESTE-10',
    });
    const record = await site.database.db
      .selectFrom('registration')
      .selectAll()
      .where('email', '=', 'referred@example.com')
      .executeTakeFirstOrThrow();
    expect(record).toMatchObject({
      phone: '+34612345678',
      promo_code: 'ESTE-10',
      locale: 'es',
      source: '/old-register',
      verified_at: null,
    });
    // The click id of an advertisement is stored only with consent to advertising.
    expect(JSON.parse(record.referral)).toEqual({ utm_source: 'partner', aff: 'A77' });
    const { documents, acceptedAt } = JSON.parse(record.acceptance) as {
      documents: { id: string; version: string; hash: string; locale: string }[];
      acceptedAt: string;
    };
    expect(documents.map(({ id, version, locale }) => [id, version, locale])).toEqual([
      ['terms-of-service', await readVersion('terms-of-service', 'es'), 'es'],
      ['privacy-policy', await readVersion('privacy-policy', 'es'), 'es'],
    ]);
    expect(documents.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(Date.parse(acceptedAt)).toBe(record.created_at);
    const { link } = await site.mailTo('referred@example.com', /Confirma/);
    expect(link).toContain('/es/register?confirm=');
    await visitor.post('/es/register', { intent: 'confirm', token: new URL(link).searchParams.get('confirm') ?? '' });
    const events = await until(async () => {
      const own = received.filter(({ data }) => data['email'] === 'referred@example.com');
      return own.length === 2 ? own : null;
    }, 'both messages');
    expect(events.map(({ event }) => event)).toEqual(['registration.created', 'registration.verified']);
    expect(JSON.stringify(received)).not.toContain(password);
    expect((await registerFast(new Visitor(site.url), 'REFERRED@example.com')).text).toContain(
      'This email address is already registered',
    );
  });

  test('a registration in one step that is sent twice gets the same answer, but a stranger who knows only the address gets another', async () => {
    const email = 'one-step-twice@example.com';
    // Addresses are stored in lower case.
    const typed = 'One-Step-Twice@example.com';
    const { address } = new Visitor(site.url);
    const visitors = [1, 2, 3, 4].map(() => new Visitor(site.url, address));
    const [last, ...first] = visitors as [Visitor, ...Visitor[]];
    await Promise.all(first.map((visitor) => registerFast(visitor, typed)));
    await registerFast(last, typed);
    for (const visitor of visitors) expect((await visitor.get('/register')).text).toContain(email);
    expect(await listIds(site, 'registration', email)).toHaveLength(1);
    const existingAccountMessage = 'This email address is already registered';
    expect((await registerFast(new Visitor(site.url, address), email, { password: 'Fresh1!xy' })).text).toContain(
      existingAccountMessage,
    );
    expect((await registerFast(new Visitor(site.url, address), email, { lastName: 'Bianchi' })).text).toContain(
      existingAccountMessage,
    );
    expect((await registerFast(new Visitor(site.url), email)).text).toContain(existingAccountMessage);
    const { link } = await site.mailTo(email, /Confirm/);
    await last.post('/register', { intent: 'confirm', token: new URL(link).searchParams.get('confirm') ?? '' });
    expect((await registerFast(new Visitor(site.url, address), email)).text).toContain(existingAccountMessage);
  });

  test('a wrong optional field of the second step is named, keeps everything typed, and stores nothing; corrected, it registers', async () => {
    const email = 'second-step@example.com';
    const visitor = new Visitor(site.url);
    const continued = await visitor.post('/it/register', { intent: 'continue', email, password });
    expect(continued.location).toBe('/it/register?step=account#form');
    const typed = { intent: 'create', ...details, promoCode: 'not a code <b>' };
    const answer = await visitor.post('/it/register', typed);
    expect(answer.status).toBe(422);
    expect(formFaults(answer.text)).toEqual([['promoCode', expectedWords('it').errors.characters]]);
    expect(answer.text).toContain('value="not a code &lt;b&gt;"');
    for (const value of [details.firstName, details.lastName, details.phone])
      expect(answer.text).toContain(`value="${value}"`);
    expect(answer.text).not.toContain(password);
    const registrations = () =>
      site.database.db.selectFrom('registration').select('promo_code').where('email', '=', email).execute();
    expect(await registrations()).toEqual([]);
    await ageRegistration(site, email);
    const created = await visitor.post('/it/register', { ...typed, promoCode: 'CODE-7' });
    expect(created.location).toBe('/it/register?step=details#form');
    expect(await registrations()).toEqual([{ promo_code: 'CODE-7' }]);
  });

  test('a person can be exported and erased, and retention removes old data', async () => {
    const email = 'leaving@example.com';
    await member(site, email);
    await new Visitor(site.url).post('/careers', application('cv.pdf', pdf, { email }));
    const storage = openFolderStorage(join(site.dataDir, 'cv'));
    const found = JSON.stringify(await exportPerson(site.database, email));
    expect(found).toContain('+390212345678');
    expect(found).not.toMatch(/argon2|token_hash/);
    const files = (await stored()).length;
    expect(await erasePerson(site.database, storage, email)).toMatchObject({
      files: 1,
      user: 1,
      registration: 1,
      application: 1,
    });
    expect((await stored()).length).toBe(files - 1);
    const after = await exportPerson(site.database, email);
    expect([after['account'], after['registrations'], after['applications'], after['messages']]).toEqual([
      null,
      [],
      [],
      [],
    ]);
    expect((await new Visitor(site.url).post('/login', { intent: 'sign-in', email, password })).status).toBe(422);
    await registerFast(new Visitor(site.url), 'never-confirmed@example.com');
    // Other tests may have left registrations that nobody confirmed, too.
    const unverified = await site.database.db
      .selectFrom('registration')
      .select('id')
      .where('verified_at', 'is', null)
      .execute();
    const applications = await site.database.db.selectFrom('application').select('id').execute();
    const later = Date.now() + 366 * 24 * 60 * 60_000;
    const { removed } = await keepData(
      { database: site.database, storage, incoming: join(site.dataDir, 'incoming') },
      { now: later, confirmed: true },
    );
    expect(removed).toMatchObject({
      'unverified registrations': unverified.length,
      applications: applications.length,
    });
    expect((await exportPerson(site.database, 'never-confirmed@example.com'))['registrations']).toEqual([]);
    expect(await stored()).toEqual([]);
    expect(await listIds(site, 'user', 'never-confirmed@example.com')).toEqual([]);
  });

  test('an application sent twice is stored and announced once, with one file', async () => {
    const email = 'twice-applied@example.com';
    const visitor = new Visitor(site.url);
    const before = (await stored()).length;
    const answers = await Promise.all(
      [1, 2, 3].map(() => visitor.post('/careers', application('cv.pdf', pdf, { email }))),
    );
    expect(answers.map(({ location }) => location)).toEqual(Array.from({ length: 3 }, () => '/careers?sent=1#apply'));
    const applications = await site.database.db
      .selectFrom('application')
      .select(['id', 'cv_key'])
      .where('email', '=', email)
      .execute();
    expect(applications).toHaveLength(1);
    expect((await stored()).length).toBe(before + 1);
    expect(await stored()).toContain(applications[0]?.cv_key);
    expect(
      await site.database.db
        .selectFrom('outbox')
        .select('id')
        .where('subject_id', '=', applications[0]?.id ?? '')
        .execute(),
    ).toHaveLength(2);
    const other = Buffer.concat([pdf, Buffer.from('\n')]);
    await new Visitor(site.url, visitor.address).post('/careers', application('cv.pdf', other, { email }));
    expect(await listIds(site, 'application', email)).toHaveLength(2);
  });

  test('messages about one person are announced in order, and other people do not wait for them', async () => {
    const [email, another] = ['in-order@example.com', 'in-a-hurry@example.com'];
    refused = email;
    await registerFast(new Visitor(site.url), email);
    for (const sender of [email, another]) {
      await new Visitor(site.url).post('/contact', writeEnquiry({ email: sender, topic: 'other' }));
    }
    const listEvents = (sender: string) =>
      received.filter(({ data }) => data['email'] === sender).map(({ event }) => event);
    await until(() => listEvents(another).length > 0, 'the other person’s enquiry');
    expect(listEvents(email)).toEqual([]);
    refused = '';
    expect(
      await until(() => (listEvents(email).length > 1 ? listEvents(email) : null), 'both messages of the person'),
    ).toEqual(['registration.created', 'enquiry.created']);
  });
});
