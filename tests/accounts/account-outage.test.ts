/**
 * The accounts database is away, at the start and later: pages are served, forms say that they are unavailable and keep what was typed, and
 * all recovers once it is back.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { writeEnquiry, Visitor, addressHeader, member, password, registerFast } from '../sites/account-site.ts';
import { type TestPostgres, postgresInstalled, startPostgres } from '../services/postgres.ts';
import { type BuiltSite, metricsToken, newSiteData, startBuiltSite } from '../sites/start-built-site.ts';
import { expectedWords } from '../expected-words.ts';
import { startFormSite } from '../sites/form-site.ts';
import { sendForm } from '../sites/message-forms.ts';
import { until } from '../until.ts';

describe.runIf(postgresInstalled)('without the accounts database', () => {
  let postgres: TestPostgres;
  let site: BuiltSite;
  let dataDir: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.halt();
    dataDir = await newSiteData('outage');
    site = await startBuiltSite({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, CLIENT_IP_HEADER: addressHeader });
  });
  afterAll(async () => {
    await site.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function expectClosedForms(): Promise<void> {
    for (const locale of locales) {
      const guest = new Visitor(site.url);
      const answers = [
        await guest.post(localePath('/contact', locale), writeEnquiry({ message: 'A question that must not be lost' })),
        await guest.post(localePath('/login', locale), { intent: 'sign-in', email: 'anna@example.com', password }),
        await registerFast(guest, 'anna@example.com'),
      ];
      expect(
        answers.map(({ status }) => status),
        locale,
      ).toEqual([503, 503, 503]);
      for (const { text, headers } of answers) {
        expect(text).toContain('anna@example.com');
        expect(text).not.toContain(password);
        expect(headers.get('cache-control')).toBe('no-store');
      }
      expect(answers[0]?.text).toContain('A question that must not be lost');
      expect(answers[0]?.text).toContain(expectedWords(locale).forms.unavailable);
    }
    const guest = new Visitor(site.url);
    const pages = await Promise.all(
      ['/', '/es/forex', '/it/login', '/register', '/careers', '/readyz', '/metrics'].map((path) =>
        guest.get(path, { authorization: `Bearer ${metricsToken}` }),
      ),
    );
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    // A visitor in the middle of a registration gets a message, not the first step of the form.
    guest.cookies.set('registration', 'x'.repeat(43));
    const resumed = await guest.get('/es/register');
    expect([resumed.status, resumed.text.includes(expectedWords('es').forms.unavailable)]).toEqual([503, true]);
  }

  async function expectOpenForms(email: string): Promise<void> {
    const answer = await until(async () => {
      const tried = await registerFast(new Visitor(site.url), email);
      return tried.status === 303 && tried;
    }, 'a registration that is accepted');
    expect(answer.location).toBe('/register?step=details#form');
  }

  test('the site starts while the database is unreachable, and uses it whenever it is reachable', async () => {
    await expectClosedForms();
    await postgres.resume();
    await expectOpenForms('first@example.com');
    await postgres.halt();
    await expectClosedForms();
    await postgres.resume();
    await expectOpenForms('second@example.com');
  });
});

/** Another process opens a write transaction and does not end it: a command, a backup, a shell that somebody left open. */
async function holdDatabase(file: string): Promise<{ release: () => Promise<void> }> {
  const script = `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]); database.exec('BEGIN EXCLUSIVE'); console.log('held'); process.stdin.resume().on('end', () => process.exit(0));`;
  const holder = spawn(process.execPath, ['--no-warnings', '-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => holder.once('exit', resolve));
  await new Promise((resolve, reject) => {
    holder.stdout.once('data', resolve);
    holder.once('exit', () => reject(new Error('the database could not be held')));
  });
  return {
    async release() {
      holder.stdin.end();
      await ended;
    },
  };
}

test('pages and sessions work while another process locks the SQLite file, and a form that waits in vain shows an error and keeps the typed text', async () => {
  const site = await startFormSite('sqlite');
  try {
    const owner = new Visitor(site.url);
    await member(site, 'owner@example.com');
    await owner.post('/login', { intent: 'sign-in', email: 'owner@example.com', password });
    await until(
      async () =>
        (
          await site.database.db
            .selectFrom('outbox')
            .select('id')
            .where('status', '=', 'pending')
            .where('channel', '=', 'mail')
            .execute()
        ).length === 0,
      'every mail to be sent',
    );
    const rows = async () =>
      Promise.all(
        (['enquiry', 'outbox', 'user', 'pending_registration'] as const).map(
          async (table) => (await site.database.db.selectFrom(table).selectAll().execute()).length,
        ),
      );
    const rowsBefore = await rows();
    const lock = await holdDatabase(join(site.dataDir, 'accounts.sqlite'));
    const enquire = (name: string) =>
      new Visitor(site.url).post('/es/contact', writeEnquiry({ name, message: `A question of ${name}` }));
    let answerCount = 0;
    const composed = sendForm(new Visitor(site.url), 'form', 'berta@example.com', {}, 'es');
    const forms = [enquire('Anna'), composed, registerFast(new Visitor(site.url), 'new@example.com')].map((form) =>
      form.finally(() => {
        answerCount += 1;
      }),
    );
    for (let round = 0; round < 3; round += 1) {
      const guest = new Visitor(site.url);
      const pages = await Promise.all(
        ['/', '/es/forex', '/it/login', '/careers', '/readyz', `/search?q=gold+${round}`].map((path) =>
          guest.get(path),
        ),
      );
      expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
      expect((await owner.get('/login')).text).toContain('You are signed in');
    }
    expect(answerCount).toBe(0);
    const [anna, berta, registration] = await Promise.all(forms);
    expect([anna?.status, berta?.status, registration?.status]).toEqual([503, 503, 503]);
    expect(anna?.text).toContain(expectedWords('es').forms.unavailable);
    expect(anna?.text).toContain('A question of Anna');
    expect(anna?.text).toContain('value="anna@example.com"');
    expect(berta?.text).toContain(expectedWords('es').forms.unavailable);
    for (const typed of ['What I want to know', 'value="berta@example.com"', 'value="Rossi &amp; figli"'])
      expect(berta?.text).toContain(typed);
    expect(registration?.text).not.toContain(password);
    expect(await rows()).toEqual(rowsBefore);
    // A site that starts meanwhile serves pages immediately, and forms once the database is free.
    const started = await startBuiltSite({ DATA_DIR: site.dataDir, LOG_LEVEL: 'silent' });
    const early = new Visitor(started.url);
    expect([(await early.get('/')).status, (await early.get('/it/login')).status]).toEqual([200, 200]);
    const patient = enquire('Carla');
    await lock.release();
    await until(
      async () => (await registerFast(new Visitor(started.url), 'late@example.com')).status === 303,
      'forms of the second site',
    );
    await started.stop();
    expect((await patient).status).toBe(303);
    expect((await rows())[0]).toBe((rowsBefore[0] ?? 0) + 1);
  } finally {
    await site.stop();
  }
});
