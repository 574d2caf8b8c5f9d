/** The texts to which people agreed, on both databases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LegalText } from '../site/page/form-services.ts';
import { noReferral, storedDetails } from '../tests/accounts/registration-samples.ts';
import { type Engine, type TestDatabase, engines, startDatabase } from '../tests/services/account-databases.ts';
import { type AccountsDatabase, openAccountsDatabase } from './database/open-accounts-database.ts';
import { register } from './identity/registration.ts';
import { hashSecret } from '../base/ids-and-tokens.ts';
import { countMissingTexts, findLegalTexts, keepLegalTexts, listLegalTexts } from './legal-texts.ts';
import { exportPerson } from './person-data.ts';

const year = 365 * 86_400_000;
const terms = (version: string, locale: 'en' | 'es' = 'en', body = `<p>${version} ${locale}</p>`): LegalText => ({
  id: 'terms-of-service',
  locale,
  version,
  effectiveOn: '2026-12-01',
  title: `Terms ${version}`,
  summary: 'What counts between us.',
  body,
});

async function newDatabase(url: string, name: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  await client.query(`create database legal_${name}`);
  await client.end();
  return url.replace(/\/postgres$/, `/legal_${name}`);
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(engines)('%s', (engine: Engine) => {
  interface Given {
    db: AccountsDatabase['db'];
    registerAs: (email: string, text: LegalText) => Promise<string | null>;
    agreedTo: (email: string) => Promise<unknown>;
  }
  let server: TestDatabase;
  beforeAll(async () => {
    server = await startDatabase(engine);
  });
  afterAll(() => server.stop());

  /** Rows can be removed by nobody, so each test has a database of its own. */
  async function withDatabase(name: string, work: (given: Given) => Promise<void>) {
    const dataDir = mkdtempSync(join(tmpdir(), 'brokerfront-legal-'));
    const databaseUrl = server.url && (await newDatabase(server.url, name));
    const database = await openAccountsDatabase({ databaseUrl, dataDir });
    try {
      await work({
        db: database.db,
        registerAs: (email, text) =>
          register(database, {
            account: { email, password: 'Secret1!x' },
            details: storedDetails,
            acceptedDocuments: [text],
            ...noReferral,
            locale: text.locale,
            source: '/old-register',
            address: '10.0.0.1',
          }),
        agreedTo: async (email) => (await exportPerson(database, email))['agreedTo'],
      });
    } finally {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  test('a year and three versions later, the very text to which somebody agreed is shown, in its language', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await withDatabase('versions', async ({ db, registerAs, agreedTo }) => {
      await registerAs('anna@example.com', terms('3.1'));
      await registerAs('benito@example.com', terms('3.1', 'es'));
      for (const version of ['3.2', '3.3', '4.0']) {
        vi.setSystemTime(Date.now() + year / 3);
        await keepLegalTexts(db, [terms(version), terms(version, 'es')], Date.now());
      }
      expect(await agreedTo('anna@example.com')).toMatchObject([
        {
          version: '3.1',
          locale: 'en',
          text: { title: 'Terms 3.1', body: '<p>3.1 en</p>', effective_on: '2026-12-01' },
        },
      ]);
      expect(await agreedTo('benito@example.com')).toMatchObject([{ locale: 'es', text: { body: '<p>3.1 es</p>' } }]);
      expect(await listLegalTexts(db)).toHaveLength(8);
      expect(await countMissingTexts(db)).toEqual([]);
      expect(await findLegalTexts(db, hashSecret('<p>3.3 es</p>'))).toMatchObject([{ version: '3.3' }]);
      await keepLegalTexts(db, [terms('4.0')], Date.now());
      expect(await listLegalTexts(db)).toHaveLength(8);
    });
  });

  test('of several titles or dates of one text, the one that stood there is shown', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await withDatabase('titles', async ({ db, registerAs, agreedTo }) => {
      await registerAs('anna@example.com', terms('3.1'));
      vi.setSystemTime(Date.now() + 1000);
      await keepLegalTexts(db, [{ ...terms('3.1'), title: 'Our terms', effectiveOn: '2027-01-01' }], Date.now());
      vi.setSystemTime(Date.now() + 1000);
      await registerAs('ben@example.com', { ...terms('3.1'), title: 'Our terms', effectiveOn: '2027-01-01' });
      expect(await agreedTo('anna@example.com')).toMatchObject([{ text: { title: 'Terms 3.1' } }]);
      expect(await agreedTo('ben@example.com')).toMatchObject([{ text: { title: 'Our terms' } }]);
    });
  });

  test('where an older release kept only a hash, it says so; a text that is still public is found', async () => {
    await withDatabase('hashes', async ({ db, registerAs, agreedTo }) => {
      for (const [email, text] of [
        ['anna@example.com', terms('2.0')],
        ['ben@example.com', terms('3.1')],
      ] as const) {
        await registerAs(email, terms('9.9'));
        const { id, version, locale, body } = text;
        const documents = [{ id, version, locale, hash: hashSecret(body) }];
        await db
          .updateTable('registration')
          .set({ acceptance: JSON.stringify({ acceptedAt: '2026-01-01T00:00:00.000Z', documents }) })
          .where('email', '=', email)
          .execute();
      }
      await keepLegalTexts(db, [terms('3.1')], Date.now());
      expect(await agreedTo('anna@example.com')).toMatchObject([
        { version: '2.0', text: null, note: expect.stringContaining('Only the hash of this text is kept') as string },
      ]);
      expect(await agreedTo('ben@example.com')).toMatchObject([{ text: { body: '<p>3.1 en</p>' } }]);
      expect(await countMissingTexts(db)).toMatchObject([{ accepted: { version: '2.0' }, registrations: 1 }]);
    });
  });

  test('a kept text can be neither changed nor removed', async () => {
    await withDatabase('changes', async ({ db }) => {
      await keepLegalTexts(db, [terms('3.1')], Date.now());
      await expect(db.updateTable('legal_text').set({ body: '' }).execute()).rejects.toThrow('append-only');
      await expect(db.deleteFrom('legal_text').execute()).rejects.toThrow('append-only');
    });
  });
});
