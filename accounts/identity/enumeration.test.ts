/**
 * The work that a visitor waits for must not reveal whether an address has an account: the same hashes, the same statements, in the
 * same order. The tests count work instead of timing it, so that a busy machine cannot blur the result.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type AccountsDatabase, openAccountsDatabase } from '../database/open-accounts-database.ts';
import { noReferral, storedDetails } from '../../tests/accounts/registration-samples.ts';
import { register } from './registration.ts';
import { type Auth, createAuth } from './auth.ts';
import { requestRecovery } from './recovery.ts';
import { signIn } from './sign-in.ts';
import { confirmEmail, requestVerification } from './verification.ts';
import { issueToken } from './one-time-tokens.ts';

const work: string[] = [];

// The real functions, which record each call under one name: a hash costs as much as a verification.
vi.mock('./password-hash.ts', async (original) => {
  const real = await original<typeof import('./password-hash.ts')>();
  return {
    hashPassword: (password: string) => {
      work.push('argon2');
      return real.hashPassword(password);
    },
    verifyPassword: (stored: string, password: string) => {
      work.push('argon2');
      return real.verifyPassword(stored, password);
    },
  };
});

/** Records each statement as its kind and its tables. */
const statements: KyselyPlugin = {
  transformQuery({ node }) {
    const tables: string[] = [];
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const one = value as { kind?: string; table?: { identifier?: { name?: string } } };
      if (one.kind === 'TableNode') tables.push(one.table?.identifier?.name ?? '');
      for (const part of Object.values(value)) look(part);
    };
    look(node);
    work.push(`${node.kind.replace('QueryNode', '')} ${[...new Set(tables)].join(' ')}`);
    return node;
  },
  transformResult: async ({ result }) => result,
};

const password = 'Secret1!x';
const visit = { address: '10.0.0.1', userAgent: 'test', cookie: '' };
let dataDir: string;
let database: AccountsDatabase;
let auth: Auth;

async function person(email: string): Promise<string> {
  await register(database, {
    account: { email, password },
    details: storedDetails,
    acceptedDocuments: [],
    ...noReferral,
    locale: 'en',
    source: '/register',
    address: '',
  });
  return (await database.db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-enumeration-'));
  const opened = await openAccountsDatabase({ databaseUrl: '', dataDir });
  database = { ...opened, db: opened.db.withPlugin(statements) };
  auth = createAuth(database, { siteUrl: 'https://broker.example', secret: 's'.repeat(32) });
  await confirmEmail(database, {
    token: await issueToken(database.db, await person('known@example.com'), 'verify', 'message'),
    password,
    registeredEmail: undefined,
    networkAddress: '',
  });
  await person('unconfirmed@example.com');
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => void work.splice(0));

/** The recorded work of one attempt. */
async function recordCost(attempt: () => Promise<unknown>): Promise<string[]> {
  work.splice(0);
  await attempt();
  return [...work];
}

test('signing in hashes once for a wrong password, an unknown address and an unconfirmed one, and answers alike', async () => {
  const results: unknown[] = [];
  const cost = (email: string, word: string) =>
    recordCost(async () =>
      results.push(await signIn(database, auth, { email, password: word }, visit, async () => null)),
    );
  const costs = [
    await cost('known@example.com', 'Wrong1!pw'),
    await cost('nobody@example.com', 'Wrong1!pw'),
    await cost('unconfirmed@example.com', 'Wrong1!pw'),
  ];
  expect(results).toEqual([{ kind: 'refused' }, { kind: 'refused' }, { kind: 'refused' }]);
  for (const steps of costs) {
    expect(steps.filter((step) => step === 'argon2')).toHaveLength(1);
    expect(steps.filter((step) => step === 'Insert audit')).toHaveLength(1);
  }
  // Statement by statement: an attacker who asks often enough can measure one more lookup for an existing account.
  expect(costs[0]?.filter((step) => step.startsWith('Select'))).toEqual([
    'Select user primary',
    'Select account primary',
  ]);
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[2]).toEqual(costs[0]);
  // With the right password: the same hashing, and then the session.
  expect((await cost('known@example.com', password)).filter((step) => step === 'argon2')).toHaveLength(1);
  expect(results.at(-1)).toMatchObject({ kind: 'signed-in' });
});

test.each([
  ['a new password', (email: string) => requestRecovery(database, { email, locale: 'en', address: '' })],
  ['a new confirmation mail', (email: string) => requestVerification(database, { email, locale: 'en' })],
])('a request for %s does the same for every address: no read, and one written message', async (_, ask) => {
  const costs = [
    await recordCost(() => ask('known@example.com')),
    await recordCost(() => ask('nobody@example.com')),
    await recordCost(() => ask('unconfirmed@example.com')),
  ];
  expect(costs[0]?.filter((step) => step === 'Insert outbox')).toHaveLength(1);
  expect(costs[0]?.filter((step) => step.startsWith('Select'))).toEqual([]);
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[2]).toEqual(costs[0]);
});
