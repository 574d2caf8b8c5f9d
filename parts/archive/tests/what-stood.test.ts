/**
 * What the panel's page “What stood there” is told: the site's archive with who wrote and approved, and who may ask.
 * @module-tag exhaustive
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../tests/services/free-port.ts';
import { type BuiltSite, startBuiltSite } from '../../../tests/sites/start-built-site.ts';
import { until } from '../../../tests/until.ts';
import { StrapiEditor, type StrapiEntry, refused } from '../../../tests/strapi/strapi-editor.ts';
import { type RunningStrapi, apiToken, startStrapi, webhookSecret } from '../../../tests/strapi/strapi-process.ts';

interface Version {
  entry: number;
  from: string;
  until: string | null;
  kind: string;
}
/** Of a row of the ledger: what these tests look at. */
interface Row {
  documentId: string;
  state: string;
  action: string;
  contentHash: string | null;
  actor: { name: string };
}
interface AppliedVersion {
  document: string;
  name: string;
  row: Row | null;
  writers: Row['actor'][];
  approval: Row | null;
}
interface Moment {
  address: string;
  stood: (Version & { applied: AppliedVersion[] }) | null;
}

let folder: string;
let strapi: RunningStrapi;
let site: BuiltSite;
let admin: StrapiEditor;
let author: StrapiEditor;
let approver: StrapiEditor;
let compliance: StrapiEditor;

const startSite = (port: string) =>
  startBuiltSite({
    PORT: port,
    DATA_DIR: join(folder, 'site'),
    ARCHIVE: 'on',
    LOG_LEVEL: 'warn',
    STRAPI_URL: strapi.url,
    STRAPI_TOKEN: apiToken,
    STRAPI_WEBHOOK_SECRET: webhookSecret,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-what-stood-'));
  const sitePort = String(await freePort());
  strapi = await startStrapi({ environment: { APPROVAL: 'on', SITE_URL: `http://localhost:${sitePort}` } });
  site = await startSite(sitePort);
  admin = await StrapiEditor.login(strapi.url);
  author = await admin.colleague('author', ['Editor, English', 'Editor, Spanish', 'Editor, Italian']);
  approver = await admin.colleague('approver', ['Approver, English', 'Approver, Spanish', 'Approver, Italian']);
  compliance = await admin.colleague('compliance', ['Compliance']);
}, 400_000);
afterAll(async () => {
  await site.stop();
  await strapi.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = <Answer>(question: string, given: Record<string, string> = {}, who = compliance) =>
  who.gate<Answer>(`archive/${question}?${new URLSearchParams(given)}`);
const readChanges = async (address: string) => (await ask<{ changes: Version[] }>('changes', { address })).changes;
const readMoment = (address: string, at: string) => ask<Moment>('moment', { address, at });

/** Visits an address until its changes are these. A page is kept when somebody gets it; without a visitor, later. */
function visited(address: string, isDone: (changes: Version[]) => boolean): Promise<Version[]> {
  return until(
    async () => {
      await (await fetch(`${site.url}${address}`, { redirect: 'manual' })).arrayBuffer();
      const changes = await readChanges(address);
      return isDone(changes) && changes;
    },
    `the changes of ${address}`,
    60_000,
  );
}

async function approve(type: string, draft: StrapiEntry, locale: string, withdraw = false): Promise<void> {
  const given = { uid: `api::${type}.${type}`, documentId: draft.documentId, locale };
  await author.gate('submit', { ...given, comment: '', withdraw });
  const { decision } = await approver.gate<{ decision: { seq: number } }>(`state?${new URLSearchParams(given)}`);
  await approver.gate('approve', { ...given, seq: decision.seq });
}

test('says what stood at a moment, who wrote it and who approved it, and how the address changed', async () => {
  await visited('/es/forex', (changes) => changes.length > 0);
  const before = new Date().toISOString();
  const draft = await author.draft('page', 'forex', 'es');
  const [first, ...others] = draft.blocks as object[];
  const blocks = [{ ...first, heading: 'Un titular nuevo' }, ...others];
  await author.save('page', draft.documentId, { ...draft, blocks }, 'es');
  await approve('page', draft, 'es');
  await visited('/es/forex', (changes) => changes.length > 1);
  const [now, then] = (await readChanges(`${site.url}/es/forex/`)) as [Version, Version];
  expect(now).toMatchObject({ kind: 'page', until: null });
  expect(then.until).toBe(now.from);
  const texts = await Promise.all(
    [now, then].map(async ({ entry }) => (await ask<{ text: string }>('text', { entry: String(entry) })).text),
  );
  expect(texts.map((text) => text.includes('Un titular nuevo'))).toEqual([true, false]);
  expect(await (await fetch(`${site.url}/es/forex`)).text()).toBe(texts[0]);

  const findPage = async (at: string) => {
    const { stood } = await readMoment('/es/forex', at);
    const page = stood?.applied.find(({ document }) => document === 'page/forex.es');
    return { entry: stood?.entry, page, applied: stood?.applied ?? [] };
  };
  const later = await findPage(new Date().toISOString());
  expect(later).toMatchObject({
    entry: now.entry,
    page: {
      name: expect.stringMatching(/^Page “/),
      row: { action: 'publish', actor: { name: 'approver@veldstone.example' } },
      writers: [{ name: 'author@veldstone.example' }],
      approval: { action: 'approve', actor: { name: 'approver@veldstone.example' } },
    },
  });
  // Every document that applied is in the ledger, also those without languages and with another name there.
  expect(later.applied.filter(({ row }) => row === null)).toEqual([]);
  expect(later.applied.length).toBeGreaterThan(5);
  const earlier = await findPage(before);
  expect(earlier).toMatchObject({ entry: then.entry, page: { approval: null } });
  expect(earlier.page?.row?.contentHash).not.toBe(later.page?.row?.contentHash);
  expect(await readMoment('/es/forex', '2020-01-01T00:00Z')).toEqual({ address: '/es/forex', stood: null });
});

test('names a document that was deleted since', async () => {
  const draft = await author.draft('glossary-term', 'leverage');
  const address = `/glossary/${String(draft.slug)}`;
  const [version] = await visited(address, (changes) => changes.length > 0);
  for (const locale of ['en', 'es', 'it']) await approve('glossary-term', draft, locale, true);
  await author.remove('glossary-term', draft.documentId);
  await visited(address, ([newest]) => newest?.kind !== 'page');
  const { stood } = await readMoment(address, version?.from ?? '');
  expect(stood?.applied.find(({ document }) => document === 'glossary-term/leverage.en')).toMatchObject({
    row: { documentId: draft.documentId, state: 'live' },
    name: expect.stringMatching(/“Leverage”$/),
  });
});

test('gives the ZIP of a period by a link that needs no session', async () => {
  await visited('/es/forex', (changes) => changes.length > 0);
  await visited('/es/faqs', (changes) => changes.length > 0);
  const period = { address: '/es/forex', from: '2020-01-01T00:00Z', until: new Date().toISOString() };
  const { url, pages } = await ask<{ url: string; pages: number }>('export-link', period);
  expect(pages).toBe((await readChanges('/es/forex')).length);
  const zip = Buffer.from(await (await fetch(url)).arrayBuffer()).toString('latin1');
  expect(zip.match(/PK\u0001\u0002.{42}pages\/es\/forex\//gs)).toHaveLength(pages);
  const below = await ask<{ pages: number }>('export-link', { ...period, address: '/es/*' });
  expect(below.pages).toBeGreaterThan(pages);
});

test('answers only those who have the right, and says so when the site does not answer', async () => {
  for (const question of ['addresses', 'changes', 'text', 'moment', 'export-link'])
    for (const who of [author, approver])
      expect(await refused(ask(question, { address: '/es/forex' }, who)), question).toMatch(/: 403 /);
  await visited('/es/forex', (changes) => changes.length > 0);
  expect(await ask('addresses', { part: 'forex' }, admin)).toMatchObject({
    addresses: expect.arrayContaining(['/es/forex']),
  });
  // Compliance changes nothing.
  const draft = await compliance.draft('page', 'forex', 'es');
  expect(await refused(compliance.save('page', draft.documentId, { ...draft }, 'es'))).toMatch(/: 403 /);
  expect(await ask('moment', { address: '/es/forex', at: 'x' })).toEqual({ problem: 'address' });
  await site.stop();
  expect(await ask('changes', { address: '/es/forex' })).toEqual({ problem: 'away' });
  site = await startSite(new URL(site.url).port);
});
