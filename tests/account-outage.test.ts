/** The accounts database away, at the start and later: pages stand, forms say so and keep what was typed, and all is well when it is back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '../site/i18n/locales.ts';
import { localePath } from '../site/i18n/locale-path.ts';
import { translator } from '../site/i18n/translate.ts';
import { Visitor, addressHeader, password, registerFast } from './account-site.ts';
import { type TestPostgres, postgresInstalled, startPostgres } from './postgres.ts';
import { type BuiltSite, startBuiltSite } from './start-built-site.ts';
import { metricsToken } from './start-built-site.ts';
import { until } from './until.ts';

describe.runIf(postgresInstalled)('without the accounts database', () => {
  let postgres: TestPostgres;
  let site: BuiltSite;
  let dataDir: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    await postgres.halt();
    dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-outage-'));
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
        await guest.post(localePath('/contact', locale), { intent: 'enquire', name: 'Anna Rossi', email: 'anna@example.com', topic: 'account', message: 'A question that must not be lost' }),
        await guest.post(localePath('/login', locale), { intent: 'sign-in', email: 'anna@example.com', password }),
        await registerFast(guest, 'anna@example.com'),
      ];
      expect(answers.map(({ status }) => status), locale).toEqual([503, 503, 503]);
      for (const { text, headers } of answers) {
        expect(text).toContain('anna@example.com');
        expect(text).not.toContain(password);
        expect(headers.get('cache-control')).toBe('no-store');
      }
      expect(answers[0]?.text).toContain('A question that must not be lost');
      expect(answers[0]?.text).toContain(translator(locale)('forms.unavailable'));
    }
    const guest = new Visitor(site.url);
    const pages = await Promise.all(['/', '/es/forex', '/it/login', '/register', '/careers', '/readyz', '/metrics'].map((path) => guest.get(path, { authorization: `Bearer ${metricsToken}` })));
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
    // Somebody in the middle of a registration is told, rather than shown its beginning.
    guest.cookies.set('registration', 'x'.repeat(43));
    const resumed = await guest.get('/es/register');
    expect([resumed.status, resumed.text.includes(translator('es')('forms.unavailable'))]).toEqual([503, true]);
  }

  async function expectOpenForms(email: string): Promise<void> {
    const answer = await until(async () => {
      const tried = await registerFast(new Visitor(site.url), email);
      return tried.status === 303 && tried;
    }, 'a registration that is accepted', 30_000);
    expect(answer.location).toBe('/register#form');
  }

  test('it may be away when the site starts, come, go, and come again', async () => {
    await expectClosedForms();
    await postgres.resume();
    await expectOpenForms('first@example.com');
    await postgres.halt();
    await expectClosedForms();
    await postgres.resume();
    await expectOpenForms('second@example.com');
  });
});
