/**
 * An accounts database of every release, with people in it, works after an upgrade; and it still works when somebody goes back to the release before.
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportConsent } from '../../tools/accounts/consent-export.ts';
import { migrations, migrate } from '../../accounts/database/migrations.ts';
import { type AccountsDatabase, openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { createSqliteDialect } from '../../base/database/sqlite-dialect.ts';
import { createAuth } from '../../accounts/identity/auth.ts';
import { findTokenOwner } from '../../accounts/identity/one-time-tokens.ts';
import { hashPassword } from '../../accounts/identity/password-hash.ts';
import { signIn } from '../../accounts/identity/sign-in.ts';
import { hashSecret, newToken, hashPerson } from '../../base/ids-and-tokens.ts';
import { exportPerson } from '../../accounts/person-data.ts';
import { noReferral, storedDetails } from './registration-samples.ts';
import { register } from '../../accounts/identity/registration.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { sample, testSample } from '../sampled.ts';
import { type Engine, type TestDatabase, engines, startDatabase } from '../services/account-databases.ts';

/** By the name of the migration, in the order of the releases. */
const released = readFileSync(join(import.meta.dirname, 'former-schemas.sql'), 'utf8')
  .split(/^-- (?=\d{4}-)/m)
  .slice(1)
  .map((text) => {
    const [name = '', ...lines] = text.split('\n').filter(Boolean);
    return { name, lines };
  });

const moment = '2026-11-21T10:00:00.000Z';
const at = Date.parse(moment);
const tomorrow = Date.now() + 86_400_000;
const email = 'anna@example.com';
const password = 'Secret1!x';
const token = newToken();
const key = `2026-11/${crypto.randomUUID()}.pdf`;
const person = hashPerson(email);
const sender = { email, locale: 'en', address: '10.0.0.1', created_at: at, request_id: 'request-1' };
const message = { person, attempts: 1, next_attempt_at: at, locked_until: 0, created_at: at, request_id: 'request-1' };

/** A row of every table. Columns and tables that a release did not have yet are left out. */
const makeRows = (
  passwordHash: string,
  emailVerified: boolean | number,
): Record<string, Record<string, unknown>[]> => ({
  user: [{ id: 'u1', name: 'Anna Rossi', email, emailVerified, image: null, createdAt: moment, updatedAt: moment }],
  account: [
    {
      id: 'a1',
      userId: 'u1',
      accountId: 'u1',
      providerId: 'credential',
      password: passwordHash,
      createdAt: moment,
      updatedAt: moment,
    },
  ],
  session: [
    { id: 's1', userId: 'u1', token: 't1', expiresAt: moment, userAgent: 'x', createdAt: moment, updatedAt: moment },
  ],
  one_time_token: [
    { token_hash: hashSecret(token), user_id: 'u1', purpose: 'recover', message_id: 'm1', expires_at: tomorrow },
  ],
  pending_registration: [
    { token_hash: 'p1', stage: 'sent', email, password_hash: null, draft: '{}', created_at: at, expires_at: tomorrow },
  ],
  registration: [
    {
      id: 'r1',
      user_id: 'u1',
      first_name: 'Anna',
      last_name: 'Rossi',
      country: 'IT',
      phone: '+390212345678',
      promo_code: 'ESTE-10',
      referral: '{"ref":"one"}',
      acceptance: '{"documents":[]}',
      source: '/register',
      verified_at: at,
      ...sender,
    },
  ],
  enquiry: [
    { id: 'e1', kind: 'contact', name: 'Anna', topic: 'complaint', message: 'Hello', details: '{}', ...sender },
  ],
  application: [
    {
      id: 'j1',
      job_id: 'job',
      job_title: 'Job',
      name: 'Anna',
      message: '',
      cv_key: key,
      cv_name: 'cv.pdf',
      cv_type: 'application/pdf',
      cv_bytes: 1000,
      cv_sha256: 'x',
      ...sender,
    },
  ],
  outbox: [
    {
      id: 'm1',
      channel: 'mail',
      event: 'recover',
      subject_id: 'r1',
      payload: '{"to":"anna@example.com"}',
      status: 'delivered',
      delivered_at: at,
      ...message,
    },
    {
      id: 'm2',
      channel: 'crm',
      event: 'enquiry.created',
      subject_id: 'e1',
      payload: '{}',
      status: 'pending',
      ...message,
    },
  ],
  audit: [{ id: 'd1', at, action: 'registered', user_id: 'u1', person, address: '10.0.0.1', detail: '{}' }],
  consent_text: [{ hash: 'h1', locale: 'en', revision: 0, text: '{}', first_used_at: moment }],
  consent_decision: [
    {
      id: 'c1',
      consent_id: 'consent-1',
      received_at: moment,
      first_consent_at: moment,
      decided_at: moment,
      categories: '["necessary"]',
      services: '{}',
      revision: 0,
      text_hash: 'h1',
      locale: 'en',
      source: 'dialog',
    },
  ],
  retention_run: [{ id: 'last', reference: at, finished_at: at }],
  cv_scan: [{ cv_key: key, found: null, scanned_at: at }],
  legal_text: [
    {
      id: 'l1',
      document: 'terms-of-service',
      locale: 'en',
      version: '1.0',
      hash: 'h1',
      effective_on: '2026-01-01',
      title: 'Terms',
      summary: 'What counts.',
      body: '<p>1</p>',
      kept_at: moment,
    },
  ],
});

/** Tells whether a release had a column; without a name, whether it had the table. */
function had(steps: typeof released, table: string, column: string): boolean {
  const about = steps.flatMap(({ lines }) => lines).filter((line) => new RegExp(`table "?${table}"? `).test(line));
  return about.some((line) => line.includes(`"${column}"`) || column === '');
}

interface Place {
  databaseUrl: string;
  dataDir: string;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The first release had three migrations. A database may also have begun with a later release, which ran all migrations by name. */
const states = [
  ...released.slice(3).map((_, index) => released.slice(0, index + 3)),
  released.slice(0, 5).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  released.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, -1),
].map((steps) => ({ title: `${steps.length} migrations, the last ${steps.at(-1)?.name}`, steps }));

test('the SQL of every migration is recorded, so that no migration changes after its release', () => {
  const folder = join(projectRoot, 'accounts/database/migrations');
  const names = released.map(({ name }) => name).toSorted();
  expect(names).toEqual(Object.keys(migrations));
  expect(names).toEqual(readdirSync(folder).map((file) => file.replace('.ts', '')));
});

test('a migration that is not declared as breaking only adds to tables, so that the previous release can use them', () => {
  const adding = /^create (?:table|index) |^alter table \w+ add column (?:.* not null default .*|(?!.* not null).*);$/;
  const adds = released.filter(({ name }) => name > '2026-11-24' && !name.endsWith('-breaking'));
  expect(adds.length).toBeGreaterThan(0);
  for (const { lines } of adds) {
    // The release before does not know a table that is made here, so it cannot meet its trigger.
    const made = lines.flatMap((line) => /^create table "(\w+)"/.exec(line)?.slice(1) ?? []);
    const ofMade = (line: string) =>
      made.some((table) => / create trigger \S+ before .* on "(\w+)" /.exec(line)?.[1] === table);
    expect(lines.filter((line) => !adding.test(line) && !ofMade(line))).toEqual([]);
  }
});

describe.each(engines)('%s', (engine: Engine) => {
  let server: TestDatabase;
  let passwordHash: string;
  let freshColumns: string[];
  let serial = 0;
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-former-'));

  beforeAll(async () => {
    [server, passwordHash] = [await startDatabase(engine), await hashPassword(password)];
    freshColumns = await opened(await formerDatabase([]), columns);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  /** Removes the migrations of this release. */
  const connected = ({ databaseUrl, dataDir }: Place) =>
    new Kysely<Record<string, Record<string, unknown>>>({
      dialect: databaseUrl
        ? new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl }) })
        : createSqliteDialect(join(dataDir, 'accounts.sqlite'), () => undefined),
    });

  /** Creates a database with these migrations of former releases, and a row in each of its tables. */
  async function formerDatabase(steps: typeof released): Promise<Place> {
    serial += 1;
    const place = { databaseUrl: '', dataDir: join(folder, String(serial)) };
    mkdirSync(place.dataDir);
    if (server.url) {
      await onServer(server.url, `create database former_${serial}`);
      place.databaseUrl = server.url.replace(/\/postgres$/, `/former_${serial}`);
    }
    const db = connected(place);
    const run = (statement: string) => sql.raw(statement).execute(db);
    await run(
      'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
    );
    for (const [index, { name, lines }] of steps.entries()) {
      for (const line of lines) {
        const [, only = engine, statement = ''] = /^(?:(sqlite|postgres): )?(.*);$/.exec(line) ?? [];
        if (only === engine) await run(statement);
      }
      await run(`insert into kysely_migration values ('${name}', '${new Date(at + index).toISOString()}')`);
    }
    const flag = engine === 'sqlite' ? 1 : true;
    for (const { name, columns } of await db.introspection.getTables()) {
      const columnNames = new Set(columns.map((column) => column.name));
      for (const row of makeRows(passwordHash, flag)[name] ?? [])
        await db
          .insertInto(name)
          .values(Object.fromEntries(Object.entries(row).filter(([column]) => columnNames.has(column))))
          .execute();
    }
    await db.destroy();
    return place;
  }

  async function opened<Result>(place: Place, work: (database: AccountsDatabase) => Promise<Result>): Promise<Result> {
    const database = await openAccountsDatabase(place);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  const columns = async ({ db }: { db: Pick<AccountsDatabase['db'], 'introspection'> }) =>
    (await db.introspection.getTables()).flatMap((table) =>
      table.columns.map(({ name, dataType, isNullable }) => `${table.name}.${name} ${dataType} ${isNullable}`),
    );

  const registerAnother = (database: AccountsDatabase, address: string) =>
    register(database, {
      account: { email: 'ben@example.com', password },
      details: storedDetails,
      acceptedDocuments: [],
      ...noReferral,
      locale: 'en',
      source: '/register',
      address,
    });

  // The oldest, the newest, and the one whose migrations ran by name; the others every night.
  const ends = sample(states, (_, index) => index === 0 || index >= states.length - 2);
  testSample(ends, 'no data is lost, and people can sign in: $title', async ({ steps }) => {
    const place = await formerDatabase(steps);
    await opened(place, async (database) => {
      const { db } = database;
      const flag = engine === 'sqlite' ? 1 : true;
      for (const [table, expected] of Object.entries(makeRows(passwordHash, flag))) {
        const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by 1`.execute(db);
        // Tables and columns that the release did not have are empty.
        const rows = expected.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([column]) => had(steps, table, column))),
        );
        const read = found.rows.map((row) => JSON.parse(JSON.stringify(row)) as unknown);
        expect([table, read]).toEqual([
          table,
          had(steps, table, '') ? rows.map((row) => expect.objectContaining(row) as unknown) : [],
        ]);
      }
      const auth = createAuth(database, { siteUrl: 'http://localhost', secret: 's'.repeat(32) });
      const visit = { address: '10.0.0.1', userAgent: 'x', cookie: '' };
      const known = async () => null;
      expect((await signIn(database, auth, { email, password }, visit, known)).kind).toBe('signed-in');
      expect((await signIn(database, auth, { email, password: 'Wrong1!x' }, visit, known)).kind).toBe('refused');
      expect(await findTokenOwner(db, token, 'recover')).toBe('u1');
      expect(await exportPerson(database, email)).toMatchObject({
        account: { name: 'Anna Rossi' },
        registrations: [{ first_name: 'Anna', promo_code: 'ESTE-10', phone: '+390212345678', details: '{}' }],
        enquiries: [{ message: 'Hello' }],
        applications: [{ cv_key: key }],
        messages: expect.arrayContaining([
          expect.objectContaining({ id: 'm1' }),
          expect.objectContaining({ id: 'm2', status: 'pending' }),
        ]) as unknown,
      });
      expect((await exportConsent(database, 'consent-1')).decisions).toHaveLength(1);
      await expect(db.deleteFrom('consent_decision').execute()).rejects.toThrow('append-only');
      expect(await registerAnother(database, '10.0.0.2')).toEqual(expect.any(String));
      expect(await columns(database)).toEqual(freshColumns);
    });
    // The next start has no migration to run.
    await opened(place, async (database) => expect(await registerAnother(database, '10.0.0.3')).toBeNull());
  });

  test('an upgrade that fails half way leaves the database unchanged, and the next upgrade succeeds', async () => {
    const place = await formerDatabase(released.slice(0, 3));
    const db = connected(place);
    const before = await columns({ db });
    const half = async (on: Kysely<unknown>) => {
      await sql`create table half_done (id text)`.execute(on);
      throw new Error('the disk is full');
    };
    await expect(migrate(db as Kysely<unknown>, engine, { ...migrations, '2099-01-01-01-half': half })).rejects.toThrow(
      'could not be migrated (2099-01-01-01-half)',
    );
    expect(await columns({ db })).toEqual(before);
    await db.destroy();
    expect(await opened(place, columns)).toEqual(freshColumns);
  });

  test('this release works after a newer one that only added to tables, and after any other it says what to do', async () => {
    const place = await formerDatabase([]);
    const add = async (on: Kysely<unknown>) =>
      void (await sql`alter table registration add column more text`.execute(on));
    await opened(place, ({ db, kind }) =>
      migrate(db as Kysely<unknown>, kind, { ...migrations, '2099-01-01-01-more': add }),
    );
    await opened(place, async (database) =>
      expect(await registerAnother(database, '10.0.0.2')).toEqual(expect.any(String)),
    );
    const nothing = async () => undefined;
    const breaking = { '2099-01-01-01-more': nothing, '2099-01-02-01-less-breaking': nothing };
    await opened(place, ({ db, kind }) => migrate(db as Kysely<unknown>, kind, { ...migrations, ...breaking }));
    await expect(openAccountsDatabase(place)).rejects.toThrow(
      'A newer release has changed the accounts database (2099-01-02-01-less-breaking)',
    );
  });

  test('back to the release before: it accepts the tables of now, and each takes its rows', async () => {
    const steps = released.slice(0, -1);
    const place = await formerDatabase([]);
    await opened(place, async ({ db, kind }) => {
      const names = new Set(steps.map(({ name }) => name));
      const ofThen = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.has(name)));
      await migrate(db as Kysely<unknown>, kind, ofThen);
      const tables = makeRows(passwordHash, engine === 'sqlite' ? 1 : true);
      for (const [table, rows] of Object.entries(tables)) {
        if (!had(steps, table, '')) continue;
        // Exactly the columns that the former release names.
        const known = rows.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([column]) => had(steps, table, column))),
        );
        await (db as unknown as Kysely<Record<string, Record<string, unknown>>>)
          .insertInto(table)
          .values(known)
          .execute();
      }
    });
    // And forward again.
    await opened(place, async (database) =>
      expect(await registerAnother(database, '10.0.0.4')).toEqual(expect.any(String)),
    );
  });

  test('back to a release that refuses later migrations: the lines of docs/operating.md lead there, and forward again', async () => {
    const guide = readFileSync(join(projectRoot, 'docs/operating.md'), 'utf8');
    const lines = (/```sql\n(create table later_migration.*?)```/s.exec(guide)?.[1] ?? '').match(/[^;]+;/g) ?? [];
    const [keep = '', forget = '', ...again] = lines;
    const last = /> '([\w-]+)'/.exec(forget)?.[1] ?? '';
    const ofThen = Object.entries(migrations).filter(([name]) => name <= last);
    const provided = Object.fromEntries(ofThen.map(([name]) => [name, { up: async () => undefined }]));
    const place = await formerDatabase([]);
    await opened(place, async ({ db }) => {
      const former = new Migrator({
        db,
        provider: { getMigrations: async () => provided },
        allowUnorderedMigrations: true,
      });
      expect(String((await former.migrateToLatest()).error)).toContain('previously executed migration');
      for (const line of [keep, forget]) await sql.raw(line).execute(db);
      expect((await former.migrateToLatest()).error).toBeUndefined();
      for (const line of again) await sql.raw(line).execute(db);
    });
    expect(again).toHaveLength(2);
    expect(await opened(place, columns)).toEqual(freshColumns);
  });

  test('a migration that would run after a newer one is refused', async () => {
    const place = await formerDatabase([]);
    await opened(place, async ({ db, kind }) => {
      const late = { '2026-11-26-01-late': async () => undefined };
      await expect(migrate(db as Kysely<unknown>, kind, { ...late, ...migrations })).rejects.toThrow(
        `The migration 2026-11-26-01-late must have a name that is later than ${Object.keys(migrations).at(-1)}.`,
      );
    });
  });
});
