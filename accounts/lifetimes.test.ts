/** Tests the lifetime of all data of an account with a controlled clock: it exists shortly before its end, and not shortly after. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../tests/until.ts';
import { type Accounts, openAccounts } from './accounts.ts';
import type { ConsentDecision } from './consent-decision.ts';
import { exportConsent } from '../tools/accounts/consent-export.ts';
import { createConsentStore } from './consent-store.ts';
import { type AccountsDatabase, openAccountsDatabase } from './database/open-accounts-database.ts';
import { startDeliverer } from './outbox/deliverer.ts';
import { writeToOutbox } from './outbox/outbox.ts';
import { noReferral, storedDetails } from '../tests/accounts/registration-samples.ts';
import { keepData } from './retention.ts';
import { acceptApplication } from './submissions/applications.ts';
import { buildCvKey } from './submissions/cv-key.ts';
import { openFolderStorage } from './submissions/folder-storage.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const password = 'Secret1!x';
const from = { address: '203.0.113.1', locale: 'en' } as const;

let folder: string;
let database: AccountsDatabase;
let accounts: Accounts;
/** The newest token of each kind of link that was mailed. */
const mailed = new Map<'verify' | 'recover', string>();
/** Creates a person for each test, because attempts of one person at the same time would count for another test. */
let people = 0;
let email = '';

const later = (time: number) => void vi.setSystemTime(Date.now() + time);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-lifetimes-'));
  mkdirSync(join(folder, 'incoming'));
  database = await openAccountsDatabase({ databaseUrl: '', dataDir: folder });
  accounts = await openAccounts({
    database,
    dataDir: folder,
    incoming: join(folder, 'incoming'),
    commonPasswords: join(import.meta.dirname, 'identity/common-passwords.bin'),
    siteUrl: 'https://broker.example',
    valkeyUrl: '',
    smtpUrl: '',
    cvStorageUrl: '',
    clamavUrl: '',
    deliverToCrm: undefined,
    destinations: {},
    authSecret: 's'.repeat(32),
    mail: {
      siteUrl: 'https://broker.example',
      siteName: () => 'Broker',
      from: () => 'site@broker.example',
      buildTokenLink(purpose, token) {
        mailed.set(purpose, token);
        return `https://broker.example/?${token}`;
      },
    },
    desk: () => 'desk@broker.example',
    onEvent: () => undefined,
  });
});
afterAll(async () => {
  await accounts.close();
  await database.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  people += 1;
  email = `anna${people}@example.com`;
});
afterEach(() => void vi.useRealTimers());

async function register(): Promise<void> {
  await accounts.register({
    ...from,
    account: { email, password },
    details: storedDetails,
    acceptedDocuments: [],
    ...noReferral,
    source: '/',
  });
}

async function newLink(purpose: 'verify' | 'recover'): Promise<string> {
  mailed.clear();
  if (purpose === 'verify') await register();
  else await accounts.requestRecovery({ email, ...from });
  return until(() => mailed.get(purpose), `the mail with a link to ${purpose}`);
}

const member = async () =>
  accounts.confirmEmail({ token: await newLink('verify'), password, registeredEmail: undefined, networkAddress: '' });

/** Signs in. @returns the cookies of the browser afterwards. */
async function signIn(): Promise<{ address: string; userAgent: string; cookie: string }> {
  await member();
  const visit = { address: from.address, userAgent: 'test', cookie: '' };
  const result = await accounts.signIn({ email, password }, { ...visit, device: undefined, locale: 'en' });
  if (result.kind !== 'signed-in') throw new Error(result.kind);
  return { ...visit, cookie: result.setCookies.map((line) => line.split(';', 1)[0]).join('; ') };
}

/** Removes the records of other tests that retention would examine. */
async function clear(): Promise<void> {
  for (const table of ['outbox', 'enquiry', 'registration', 'account', 'user', 'audit', 'retention_run'] as const)
    await database.db.deleteFrom(table).execute();
}
const storage = () => openFolderStorage(join(folder, 'cv'));
const places = () => ({ database, storage: storage(), incoming: join(folder, 'incoming') });

/** Writes a message that waits, because no CRM is configured. */
const announce = () => writeToOutbox(database.db, { subjectId: email, email, crm: { event: 'test', data: {} } });

async function apply(jobId: string): Promise<void> {
  const received = join(folder, 'received');
  writeFileSync(received, 'content');
  const key = buildCvKey(randomUUID(), 'pdf');
  await storage().keep(received, key);
  const cv = { kind: 'pdf', contentType: 'application/pdf', key, name: 'cv.pdf', bytes: 7, sha256: '0' } as const;
  const application = {
    ...from,
    ...noReferral,
    source: '/careers',
    jobId,
    jobTitle: 'Analyst',
    name: 'Anna',
    email,
    message: 'My life',
  };
  await acceptApplication(database, application, cv, 'desk@broker.example');
}

const enquiries = async () =>
  (await database.db.selectFrom('enquiry').select('id').where('email', '=', email).execute()).length;
const enquire = (topic = 'other') =>
  accounts.enquire({
    ...from,
    ...noReferral,
    source: '/contact',
    kind: 'contact',
    name: 'Anna',
    email,
    topic,
    message: 'A question',
    details: {},
  });

/** `begin` starts it now. @returns whether it still lasts. */
type Begin = () => Promise<() => Promise<boolean> | boolean>;
const lifetimes: [what: string, milliseconds: number, begin: Begin][] = [
  [
    'a session that is not used',
    30 * minute,
    async () => {
      const visit = await signIn();
      return async () => (await accounts.whoIsSignedIn(visit))?.kind === 'signed-in';
    },
  ],
  [
    'the link that confirms an address',
    day,
    async () => {
      const token = await newLink('verify');
      return async () => (await accounts.findLinkEmail(token, 'verify')) !== null;
    },
  ],
  [
    'the link to a new password',
    30 * minute,
    async () => {
      await member();
      const token = await newLink('recover');
      return async () => (await accounts.findLinkEmail(token, 'recover')) !== null;
    },
  ],
  [
    'a registration between its two steps',
    30 * minute,
    async () => {
      const token = await accounts.startRegistration({ email, password, draft: {}, formerToken: undefined });
      return async () => (await accounts.findRegistration(token ?? undefined)) !== null;
    },
  ],
  [
    'the right to ask for the confirmation mail again',
    day,
    async () => {
      const token = await accounts.rememberUnverified(email);
      return async () => (await accounts.findRegistration(token)) !== null;
    },
  ],
  [
    'a device that is known',
    365 * day,
    async () => {
      const cookie = accounts.rememberDevice(email, undefined);
      return () => accounts.knownDevice(email, cookie) !== null;
    },
  ],
  [
    'an enquiry that is taken for the same, sent twice',
    10 * minute,
    async () => {
      await enquire();
      return async () => {
        await enquire();
        return (await enquiries()) === 1;
      };
    },
  ],
];

test.each(lifetimes)('%s: %i ms', async (_what, milliseconds, begin) => {
  const before = await begin();
  const word = (lasts: boolean) => (lasts ? 'it lasts' : 'it has ended');
  later(milliseconds - second);
  const shortlyBefore = word(await before());
  later(day);
  people += 1;
  email = `anna${people}@example.com`;
  const after = await begin();
  later(milliseconds + second);
  expect({ shortlyBefore, shortlyAfter: word(await after()) }).toEqual({
    shortlyBefore: 'it lasts',
    shortlyAfter: 'it has ended',
  });
});

test('a session ends after twelve hours, even when it is in use', async () => {
  const visit = await signIn();
  const signedIn = async () => (await accounts.whoIsSignedIn(visit))?.kind === 'signed-in';
  for (let time = 20 * minute; time < 12 * hour; time += 20 * minute) {
    later(20 * minute);
    expect(await signedIn()).toBe(true);
  }
  later(20 * minute - second);
  expect(await signedIn()).toBe(true);
  later(2 * second);
  expect(await signedIn()).toBe(false);
});

/** Everything that `npm run retention` may remove, by the name that its report gives it, and what the privacy policy says. */
test.each([
  ['unverified registrations', 365, register],
  ['applications', 365, () => apply('analyst')],
  ['enquiries', 2 * 365, () => enquire('trading')],
  ['complaints', 5 * 365, () => enquire('complaint')],
  ['undelivered messages', 365, () => announce()],
  ['audit entries', 2 * 365, () => accounts.noteLimited({ email, address: from.address, by: 'account' })],
])('%s are kept for %i days', async (name, days, keep) => {
  await clear();
  await keep();
  const removed = async () => (await keepData(places(), { confirmed: true })).removed[name] ?? 0;
  later(days * day - minute);
  expect(await removed()).toBe(0);
  later(2 * minute);
  expect(await removed()).toBe(1);
});

test('delivered messages are kept for 30 days', async () => {
  await clear();
  await announce();
  await database.db.updateTable('outbox').set({ status: 'delivered', delivered_at: Date.now() }).execute();
  const removed = async () => (await keepData(places(), { confirmed: true })).removed['delivered messages'] ?? 0;
  later(30 * day - minute);
  expect(await removed()).toBe(0);
  later(2 * minute);
  expect(await removed()).toBe(1);
});

test('a repeated choice about cookies is one decision for a day', async () => {
  const text = { hash: 'a'.repeat(64), locale: 'en', revision: 1, text: '{}' };
  const store = createConsentStore({
    connect: async () => database,
    texts: new Map([[text.hash, text]]),
    spoolFile: join(folder, 'spool'),
    onFault: () => undefined,
  });
  const choice = { categories: ['necessary'], services: {}, revision: 1, textHash: text.hash, locale: 'en' };
  const first = { consentId: email, firstConsentAt: new Date().toISOString() };
  const decide = async () => {
    const decision = { ...choice, ...first, id: randomUUID(), decidedAt: new Date().toISOString() };
    await store.record({ ...decision, source: 'form' } as ConsentDecision);
    return (await exportConsent(database, email)).decisions.length;
  };
  expect(await decide()).toBe(1);
  later(day - second);
  expect(await decide()).toBe(1);
  later(2 * second);
  expect(await decide()).toBe(2);
});

test('an undeliverable message is tried 22 times: after one second, then after twice the previous delay, at most six hours', async () => {
  await clear();
  // The middle of the random variation.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const waits: number[] = [];
  const leases = new Set<number>();
  let isDead = false;
  await announce();
  const row = () => database.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  const deliverer = startDeliverer({
    database,
    channels: {
      crm: async () => {
        leases.add((await row()).locked_until - Date.now());
        throw new Error('away');
      },
    },
    onFailure: (_message, _reason, dead) => void (isDead = dead),
    onDelivered: () => undefined,
    onFault: () => undefined,
    pollEvery: 2,
  });
  for (let attempt = 1; attempt <= 22; attempt += 1) {
    const failed = await until(async () => {
      const { attempts, locked_until: locked, next_attempt_at: next } = await row();
      return attempts === attempt && locked === 0 && { next };
    }, `attempt ${attempt}`);
    waits.push((failed.next - Date.now()) / second);
    vi.setSystemTime(failed.next);
  }
  await until(() => isDead, 'the end of all attempts');
  await deliverer.stop();
  chance.mockRestore();
  const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384];
  expect(waits).toEqual([...doubled, ...Array.from({ length: 7 }, () => 6 * 60 * 60)]);
  // Meanwhile no other process takes it.
  expect([...leases]).toEqual([minute]);
});
