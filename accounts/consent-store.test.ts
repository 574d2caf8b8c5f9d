import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, engines, startDatabase } from '../tests/services/account-databases.ts';
import { type AccountsDatabase, openAccountsDatabase } from './database/open-accounts-database.ts';
import { type ConsentDecision, consentDecision } from './consent-decision.ts';
import { exportConsent } from '../tools/accounts/consent-export.ts';
import { type ConsentStore, createConsentStore } from './consent-store.ts';

const text = { hash: 'a'.repeat(64), locale: 'it', revision: 1, text: '{"title":"Questo sito"}' };
let counter = 0;

function decision(over: Partial<ConsentDecision> = {}): ConsentDecision {
  counter += 1;
  return {
    id: `decision-${counter}`,
    consentId: 'visitor-one',
    firstConsentAt: '2026-11-21T10:00:00.000Z',
    decidedAt: new Date(Date.UTC(2026, 10, 21, 10, 0, counter)).toISOString(),
    categories: ['necessary'],
    services: { analytics: [] },
    revision: 1,
    textHash: text.hash,
    locale: 'it',
    source: 'dialog',
    ...over,
  };
}

describe.each(engines)('proof of consent on %s', (kind) => {
  let place: TestDatabase;
  let folder: string;
  let database: AccountsDatabase;
  let store: ConsentStore;
  let lost = false;
  const faults: string[] = [];
  const spools = () => readdirSync(folder).filter((name) => /^spool\.jsonl(?!.*refused)/.test(name));

  beforeAll(async () => {
    place = await startDatabase(kind);
    folder = mkdtempSync(join(tmpdir(), 'brokerfront-consent-'));
    database = await openAccountsDatabase({ databaseUrl: place.url, dataDir: folder });
    store = createConsentStore({
      connect: async () => {
        if (lost) throw new Error('the database is away');
        return database;
      },
      texts: new Map([[text.hash, text]]),
      spoolFile: join(folder, 'spool.jsonl'),
      onFault: (message) => void faults.push(message),
    });
  });
  afterAll(async () => {
    await database.close();
    await place.stop();
    rmSync(folder, { recursive: true });
  });

  test('the export of a visitor has every decision in order, with the text that was shown, and no other visitor', async () => {
    const first = decision({ categories: ['necessary', 'analytics'], services: { analytics: ['videoEmbed'] } });
    expect(await store.record(first)).toBe('stored');
    expect(await store.record(decision())).toBe('stored');
    await store.record(decision({ consentId: 'somebody-else' }));
    const proof = await exportConsent(database, 'visitor-one');
    expect(proof.decisions.map(({ categories, services }) => ({ categories, services }))).toEqual([
      { categories: ['necessary', 'analytics'], services: { analytics: ['videoEmbed'] } },
      { categories: ['necessary'], services: { analytics: [] } },
    ]);
    expect(proof.texts[text.hash]).toEqual({ title: 'Questo sito' });
    expect(
      Object.keys(await database.db.selectFrom('consent_decision').selectAll().executeTakeFirstOrThrow()).filter(
        (name) => /ip|address|agent/.test(name),
      ),
    ).toEqual([]);
  });

  test('a proof that is sent twice is stored once', async () => {
    const twice = decision({ consentId: 'impatient' });
    await Promise.all([store.record(twice), store.record(twice)]);
    await store.record(twice);
    expect((await exportConsent(database, 'impatient')).decisions).toHaveLength(1);
  });

  test('a repeated choice is one decision; another choice and a change back are new decisions', async () => {
    const choices = [['necessary'], ['necessary'], ['necessary', 'ads'], ['necessary', 'ads'], ['necessary']];
    for (const categories of choices)
      expect(await store.record(decision({ consentId: 'repetitive', categories }))).toBe('stored');
    expect((await exportConsent(database, 'repetitive')).decisions.map(({ categories }) => categories.length)).toEqual([
      1, 2, 1,
    ]);
  });

  test('a proof with a text that no release showed is refused; a text of an earlier release is accepted', async () => {
    expect(await store.record(decision({ consentId: 'inventive', textHash: 'b'.repeat(64) }))).toBe('unknown-text');
    const later = createConsentStore({
      connect: async () => database,
      texts: new Map([['c'.repeat(64), { ...text, hash: 'c'.repeat(64) }]]),
      spoolFile: join(folder, 'later.jsonl'),
      onFault: () => undefined,
    });
    await later.storeWaiting();
    expect(await later.record(decision({ consentId: 'inventive' }))).toBe('stored');
    expect(
      await store.record(decision({ consentId: 'inventive', textHash: 'c'.repeat(64), categories: ['ads'] })),
    ).toBe('stored');
    lost = true;
    expect(await store.record(decision({ consentId: 'inventive', textHash: 'b'.repeat(64) }))).toBe('kept');
    lost = false;
    await store.storeWaiting();
    expect((await exportConsent(database, 'inventive')).decisions).toHaveLength(2);
    expect(spools()).toEqual([]);
  });

  test('the database refuses to change or delete a proof or a text', async () => {
    await store.record(decision({ consentId: 'protected' }));
    await expect(database.db.updateTable('consent_decision').set({ categories: '["ads"]' }).execute()).rejects.toThrow(
      'append-only',
    );
    await expect(database.db.deleteFrom('consent_decision').execute()).rejects.toThrow('append-only');
    await expect(database.db.updateTable('consent_text').set({ text: '{}' }).execute()).rejects.toThrow('append-only');
    expect((await exportConsent(database, 'protected')).decisions).toHaveLength(1);
  });

  test('decisions wait in a file while the database is unreachable, and each is stored exactly once when it returns', async () => {
    lost = true;
    const expectedIds = [
      ['necessary', 'ads'],
      ['necessary', 'analytics'],
    ].map((categories) => decision({ consentId: 'patient-visitor', categories }));
    for (const entry of expectedIds) expect(await store.record(entry)).toBe('kept');
    await store.storeWaiting();
    expect(faults).toContain('the consent spool could not be emptied');
    lost = false;
    expect(await store.record(decision({ consentId: 'patient-visitor' }))).toBe('stored');
    await Promise.all([store.storeWaiting(), store.storeWaiting()]);
    expect((await exportConsent(database, 'patient-visitor')).decisions.map(({ id }) => id)).toEqual(
      expect.arrayContaining(expectedIds.map(({ id }) => id)),
    );
    expect((await exportConsent(database, 'patient-visitor')).decisions).toHaveLength(3);
    expect(spools()).toEqual([]);
  });

  test.each(['is killed', 'loses its database', 'goes on'])(
    'of two processes with one folder, one drains what the other has begun with, and then %s: no decision is lost',
    async (end) => {
      const consentId = `process-${end.replaceAll(' ', '-')}`;
      const process = () => {
        const control = { gate: Promise.resolve(), reach: () => {} };
        const connect = async () => {
          if (lost) throw new Error('the database is away');
          control.reach();
          await control.gate;
          return database;
        };
        const spoolFile = join(folder, 'spool.jsonl');
        const onFault = (message: string) => void faults.push(message);
        return {
          ...createConsentStore({ connect, texts: new Map([[text.hash, text]]), spoolFile, onFault }),
          hold: () => {
            const { promise, resolve, reject } = Promise.withResolvers<void>();
            promise.catch(() => undefined);
            const reached = Promise.withResolvers<void>();
            Object.assign(control, { gate: promise, reach: reached.resolve });
            return { reached: reached.promise, resolve, reject };
          },
        };
      };
      const [one, other] = [process(), process()];
      // Both have written their texts.
      for (const each of [one, other]) await each.storeWaiting();
      const keep = async (categories: string[]) => {
        lost = true;
        expect(await store.record(decision({ consentId, categories }))).toBe('kept');
        lost = false;
      };
      await keep(['necessary']);
      const first = one.hold();
      const slow = one.storeWaiting();
      await other.storeWaiting();
      await keep(['necessary', 'ads']);
      const second = other.hold();
      const begun = other.storeWaiting();
      await second.reached;
      first.resolve();
      await slow;
      if (end === 'loses its database') second.reject(new Error('the database is away'));
      if (end === 'goes on') second.resolve();
      if (end !== 'is killed') await begun;
      await store.storeWaiting();
      const { decisions } = await exportConsent(database, consentId);
      expect(decisions.map(({ categories }) => categories.length)).toEqual([1, 2]);
      expect(spools()).toEqual([]);
      second.resolve();
      await begun;
    },
  );

  test('a change back is stored while the first change still waits in the file', async () => {
    const choose = (categories: string[]) => store.record(decision({ consentId: 'wavering', categories }));
    expect(await choose(['necessary'])).toBe('stored');
    lost = true;
    expect(await choose(['necessary', 'ads'])).toBe('kept');
    lost = false;
    expect(await choose(['necessary'])).toBe('stored');
    await store.storeWaiting();
    expect((await exportConsent(database, 'wavering')).decisions.map(({ categories }) => categories.length)).toEqual([
      1, 2, 1,
    ]);
  });

  test('yes, no and yes again, left in two files by a crash of two processes, are three decisions', async () => {
    const choose = (categories: string[]) => decision({ consentId: 'undecided', categories });
    expect(await store.record(choose(['necessary', 'ads']))).toBe('stored');
    const [no, yes] = [choose(['necessary']), choose(['necessary', 'ads'])];
    // The later file has the name that comes first.
    for (const [name, waiting, after] of [
      ['a', no, 1],
      ['b', yes, 2],
    ] as const)
      writeFileSync(
        join(folder, `spool.jsonl.part-${name}`),
        `${JSON.stringify({ decision: waiting, receivedAt: new Date(Date.now() + after * 1000).toISOString() })}\n`,
      );
    await store.storeWaiting();
    expect((await exportConsent(database, 'undecided')).decisions.map(({ categories }) => categories.length)).toEqual([
      2, 1, 2,
    ]);
    expect(spools()).toEqual([]);
  });

  test('a line that a crash cut off does not delay the other lines of the file, nor is the next one lost', async () => {
    const line = decision({ consentId: 'after-crash' });
    writeFileSync(
      join(folder, 'spool.jsonl'),
      `${JSON.stringify({ decision: line, receivedAt: '2026-11-21T10:00:00.000Z' })}\n{"decision":{"id":"de`,
    );
    lost = true;
    expect(await store.record(decision({ consentId: 'after-crash', categories: ['ads'] }))).toBe('kept');
    lost = false;
    await store.storeWaiting();
    expect((await exportConsent(database, 'after-crash')).decisions).toHaveLength(2);
    expect(faults).toContain('a line of the consent spool cannot be read');
    expect(readFileSync(join(folder, 'spool.jsonl.refused'), 'utf8').split('\n')).toContain('{"decision":{"id":"de');
  });

  test('a decision that the database cannot hold is refused', () => {
    expect(v.is(consentDecision, decision({ revision: 2_147_483_647 }))).toBe(true);
    expect(v.is(consentDecision, decision({ revision: 2_147_483_648 }))).toBe(false);
    const long = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`${'x'.repeat(35)}${index}`, ['y'.repeat(40)]]),
    );
    expect(v.is(consentDecision, decision({ services: long }))).toBe(false);
    expect(v.is(consentDecision, decision({ consentId: 'x'.repeat(12_000) }))).toBe(false);
  });

  // SQLite cannot add a constraint to an existing table.
  test.each(kind === 'postgres' ? [kind] : [])(
    'a line that the database refuses is set aside and does not delay the others; an unreachable database sets no line aside',
    async () => {
      await sql`alter table consent_decision add constraint refused check (consent_id <> 'refused-visitor')`.execute(
        database.db,
      );
      const [refused, honest] = [decision({ consentId: 'refused-visitor' }), decision({ consentId: 'honest-visitor' })];
      expect(await store.record(refused)).toBe('kept');
      lost = true;
      expect(await store.record(honest)).toBe('kept');
      await store.storeWaiting();
      lost = false;
      await store.storeWaiting();
      expect((await exportConsent(database, 'honest-visitor')).decisions).toHaveLength(1);
      expect(faults).toContain('the database refuses a line of the consent spool');
      expect(
        readFileSync(join(folder, 'spool.jsonl.refused'), 'utf8')
          .split('\n')
          .filter((line) => line.includes('-visitor'))
          .map((line) => (JSON.parse(line) as { decision: unknown }).decision),
      ).toEqual([refused]);
      expect(spools()).toEqual([]);
    },
  );

  test('opening a database that is up to date changes nothing', async () => {
    await store.record(decision({ consentId: 'lasting' }));
    const reopened = await openAccountsDatabase({ databaseUrl: place.url, dataDir: folder });
    expect((await exportConsent(reopened, 'lasting')).decisions).toHaveLength(1);
    await reopened.close();
  });
});
