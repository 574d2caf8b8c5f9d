import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, engines, startDatabase } from '../tests/services/account-databases.ts';
import { type AccountsDatabase, openAccountsDatabase } from './database/open-accounts-database.ts';
import { requestVerification } from './identity/verification.ts';
import { erasePerson, exportPerson } from './person-data.ts';
import { noReferral, storedDetails } from '../tests/accounts/registration-samples.ts';
import { register } from './identity/registration.ts';
import { keepData } from './retention.ts';
import { acceptApplication } from './submissions/applications.ts';
import { buildCvKey } from './submissions/cv-key.ts';
import type { CvStorage } from './submissions/cv-storage.ts';
import { openFolderStorage } from './submissions/folder-storage.ts';
import { acceptEnquiry } from './submissions/enquiries.ts';

const day = 24 * 60 * 60_000;

/** No deliverer runs here, as if no CRM were configured and the mail server never answered. */
describe.each(engines)('a message in the outbox on %s', (kind) => {
  let place: TestDatabase;
  let folder: string;
  let database: AccountsDatabase;
  let storage: CvStorage;

  beforeAll(async () => {
    place = await startDatabase(kind);
    folder = mkdtempSync(join(tmpdir(), 'brokerfront-retention-'));
    mkdirSync(join(folder, 'incoming'));
    database = await openAccountsDatabase({ databaseUrl: place.url, dataDir: folder });
    storage = openFolderStorage(join(folder, 'cv'));
  });
  afterAll(async () => {
    await database.close();
    await place.stop();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    for (const table of [
      'outbox',
      'application',
      'enquiry',
      'registration',
      'account',
      'user',
      'audit',
      'pending_registration',
      'retention_run',
    ] as const)
      await database.db.deleteFrom(table).execute();
  });

  const from = { locale: 'en', address: '203.0.113.1' } as const;
  async function apply(email: string): Promise<void> {
    const received = join(folder, 'received');
    writeFileSync(received, 'content');
    const key = buildCvKey(crypto.randomUUID(), 'pdf');
    await storage.keep(received, key);
    const cv = {
      kind: 'pdf',
      contentType: 'application/pdf',
      key,
      name: 'cv.pdf',
      bytes: 7,
      sha256: '0'.repeat(64),
    } as const;
    await acceptApplication(
      database,
      {
        ...from,
        ...noReferral,
        source: '/careers',
        jobId: 'analyst',
        jobTitle: 'Analyst',
        name: 'Anna Rossi',
        email,
        message: 'My life',
      },
      cv,
      'desk@example.com',
    );
  }
  const enquire = (email: string, topic: string) =>
    acceptEnquiry(
      database,
      {
        ...from,
        ...noReferral,
        source: '/contact',
        kind: 'contact',
        name: 'Anna Rossi',
        email,
        topic,
        message: 'My story',
        details: {},
      },
      { desk: 'desk@example.com', destinations: {} },
    );
  const registerAs = (email: string) =>
    register(database, {
      ...from,
      account: { email, password: 'Secret1!x' },
      details: storedDetails,
      acceptedDocuments: [],
      ...noReferral,
      source: '/register',
    });
  const run = (days: number, confirmed = false) =>
    keepData({ database, storage, incoming: join(folder, 'incoming') }, { now: Date.now() + days * day, confirmed });
  /** Years pass between two runs here, which an operator has to confirm. */
  const removeAfter = async (days: number) => (await run(days, true)).removed;
  const waiting = async () =>
    (
      await database.db.selectFrom('outbox').select(['channel', 'event']).orderBy('channel').orderBy('event').execute()
    ).map(({ channel, event }) => `${channel} ${event}`);
  /** Dates the messages as if they had just been written, so that only their records are old. */
  const rejuvenate = (days: number) =>
    database.db
      .updateTable('outbox')
      .set({ created_at: Date.now() + days * day })
      .execute();

  test('is removed together with its record', async () => {
    await apply('applicant@example.com');
    await enquire('curious@example.com', 'trading');
    await registerAs('unconfirmed@example.com');
    await enquire('wronged@example.com', 'complaint');
    await rejuvenate(3 * 365);
    expect(await waiting()).toHaveLength(8);
    expect(await removeAfter(2 * 365 + 1)).toMatchObject({
      applications: 1,
      enquiries: 1,
      'unverified registrations': 1,
    });
    expect(await waiting()).toEqual(['crm enquiry.created', 'mail enquiry']);
    expect(await removeAfter(5 * 365 + 1)).toMatchObject({ complaints: 1 });
    expect(await waiting()).toEqual([]);
  });

  test('is removed after a year, also when its record stays', async () => {
    await enquire('wronged@example.com', 'complaint');
    await requestVerification(database, { email: 'wronged@example.com', locale: 'en' });
    await removeAfter(364);
    expect(await waiting()).toEqual(['crm enquiry.created', 'mail enquiry', 'mail verify']);
    expect(await removeAfter(366)).toMatchObject({ 'undelivered messages': 3 });
    expect(await waiting()).toEqual([]);
    expect(await database.db.selectFrom('enquiry').select('topic').execute()).toEqual([{ topic: 'complaint' }]);
  });

  const countRecords = async () =>
    Promise.all(
      (['registration', 'enquiry', 'application', 'outbox', 'user'] as const).map(
        async (table) => (await database.db.selectFrom(table).selectAll().execute()).length,
      ),
    );
  const backdate = (table: 'enquiry' | 'registration', age: number) =>
    database.db
      .updateTable(table)
      .set({ created_at: Date.now() - age })
      .execute();

  test.each([
    ['after a run', true],
    ['before the first run', false],
  ])(
    '%s a clock six years ahead removes nothing, even from records that it dated; the correct clock continues',
    async (_, hasRun) => {
      await registerAs('unconfirmed@example.com');
      await apply('applicant@example.com');
      await enquire('wronged@example.com', 'complaint');
      if (hasRun) expect((await run(0)).held).toBeNull();
      const before = await countRecords();
      for (let start = 0; start < 2; start += 1) {
        const { held, removed } = await run(6 * 365);
        expect(removed).toEqual({});
        expect(held?.reasons.join()).toMatch(/2190 days after the last known moment/);
        expect(held?.due).toMatchObject({ 'unverified registrations': 1, complaints: 1, 'undelivered messages': 6 });
        await database.db
          .insertInto('audit')
          .values({
            id: crypto.randomUUID(),
            at: Date.now() + 6 * 365 * day,
            action: 'signed-in',
            user_id: null,
            person: null,
            address: '',
            detail: '{}',
          })
          .execute();
      }
      expect(await countRecords()).toEqual(before);
      expect((await run(0.25)).held).toBeNull();
      expect(await countRecords()).toEqual(before);
    },
  );

  test('a clock years behind removes nothing, and its records do not count as old when the clock is correct again', async () => {
    await run(0);
    expect((await run(-6 * 365)).held?.reasons.join()).toContain('the database knows a later moment');
    await registerAs('new@example.com');
    await backdate('registration', 6 * 365 * day);
    const { held } = await run(0.25);
    expect(held?.reasons.join()).toContain('an earlier run would have removed them');
    expect(await countRecords()).toEqual([1, 0, 0, 2, 1]);
  });

  test('the removal of more than a quarter of one kind waits for a confirmation; the removal of a few records does not', async () => {
    for (let index = 0; index < 12; index += 1) await enquire(`${index}@example.com`, 'trading');
    await backdate('enquiry', 2 * 365 * day - day / 24);
    await run(0);
    expect(await run(0.25)).toMatchObject({
      removed: {},
      held: { reasons: ['12 of 12 enquiries would go at once.'], due: { enquiries: 12 } },
    });
    expect((await run(0.25, true)).removed).toEqual({ enquiries: 12 });
    await enquire('last@example.com', 'trading');
    await backdate('enquiry', 2 * 365 * day - day);
    expect((await run(2)).removed).toMatchObject({ enquiries: 1 });
  });

  test('the files of applications stay when all their records disappear at once, as after a change of the database', async () => {
    for (let index = 0; index < 11; index += 1) await apply(`${index}@example.com`);
    const files = (await storage.listOlderThan(Date.now() + day)).length;
    await database.db.deleteFrom('application').execute();
    const [orphan = ''] = await storage.listOlderThan(Date.now() + day);
    await database.db.insertInto('cv_scan').values({ cv_key: orphan, found: null, scanned_at: 0 }).execute();
    expect((await run(2)).held?.reasons.join()).toContain(
      `${files} of ${files} files without a record would go at once.`,
    );
    expect(await storage.listOlderThan(Date.now() + day)).toHaveLength(files);
    expect((await run(2, true)).removed).toMatchObject({ 'files without a record': files });
    expect(await database.db.selectFrom('cv_scan').select('cv_key').execute()).toEqual([]);
  });

  test('complaints and undelivered messages are announced before they are removed', async () => {
    await enquire('wronged@example.com', 'complaint');
    await backdate('enquiry', (5 * 365 - 10) * day);
    await database.db
      .updateTable('outbox')
      .set({ created_at: Date.now() - 355 * day })
      .where('channel', '=', 'mail')
      .execute();
    expect(await run(0)).toEqual({ removed: {}, announced: { complaints: 1, 'undelivered messages': 1 }, held: null });
    expect((await run(11)).removed).toMatchObject({ complaints: 1 });
    expect(await waiting()).toEqual([]);
  });

  test('is removed with the person who is erased, and stays for others', async () => {
    for (const email of ['leaving@example.com', 'staying@example.com']) {
      await registerAs(email);
      await apply(email);
      await enquire(email, 'trading');
      await requestVerification(database, { email, locale: 'en' });
    }
    expect(await erasePerson(database, storage, 'Leaving@example.com')).toMatchObject({ outbox: 7, files: 1 });
    expect(await exportPerson(database, 'leaving@example.com')).toMatchObject({
      registrations: [],
      applications: [],
      enquiries: [],
      messages: [],
    });
    expect((await exportPerson(database, 'staying@example.com'))['messages']).toHaveLength(7);
    const payloads = (await database.db.selectFrom('outbox').select('payload').execute())
      .map(({ payload }) => payload)
      .join('\n');
    expect(payloads).not.toMatch(/leaving@/i);
  });
});
