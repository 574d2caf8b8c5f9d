/** The archive's log names the rows of the ledger and the consents, and what was changed behind Strapi's back raises an alarm. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openAccountsDatabase } from '../../../accounts/database/open-accounts-database.ts';
import { compareLinked } from '../linked-proofs.ts';
import { createLedgerClient } from '../../../server/content/ledger-client.ts';
import { ArchiveReader } from '../store/archive-reader.ts';
import { openArchiveDatabase } from '../store/archive-tables.ts';
import { verifyArchive } from '../store/verify-archive.ts';
import type { RunningSite } from '../../../server/site.ts';
import { until } from '../../../tests/until.ts';
import { readySiteFromStrapi } from '../../../tests/strapi/site-from-strapi.ts';
import { type SharedStrapi, withStrapi } from '../../../tests/strapi/shared-strapi.ts';
import { webhookSecret } from '../../../tests/strapi/strapi-process.ts';

let folder: string;
let strapi: SharedStrapi;
let site: RunningSite;
withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-linked-'));
  strapi = shared;
  await strapi.seedAgain();
  site = await readySiteFromStrapi(strapi.url, folder, {}, { ARCHIVE: 'on', PORT: strapi.sitePort });
}, 300_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

test('consents and the newest row of the ledger are in the log; one that is changed or missing is found', async () => {
  const given = await fetch(`${site.url}/api/consent/choice`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site.url },
    body: new URLSearchParams({ choice: 'all', locale: 'en' }),
    redirect: 'manual',
  });
  expect(given.status).toBe(303);
  const archive = await openArchiveDatabase({ databaseUrl: '', dataDir: folder });
  const accounts = await openAccountsDatabase({ databaseUrl: '', dataDir: folder });
  const reader = new ArchiveReader(archive);
  const ledger = createLedgerClient(strapi.url, webhookSecret);
  const has = async (subject: string) => (await reader.listChanges(subject)).length > 0;
  // The process of the archive only gets what the others leave of the CPU.
  await until(async () => (await has('ledger')) && (await has('consents')), 'both entries', 150_000);

  async function verify(): Promise<string[]> {
    const linked = compareLinked(accounts, ledger);
    const faults: string[] = [];
    for await (const fault of verifyArchive(reader, { compare: linked.compare })) faults.push(fault);
    return [...faults, ...(await linked.finish())];
  }
  expect(await verify()).toEqual([]);
  const { id } = await accounts.db.selectFrom('consent_decision').select('id').executeTakeFirstOrThrow();
  const triggers = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(
    accounts.db,
  );
  for (const { name } of triggers.rows) await sql.raw(`drop trigger "${name}"`).execute(accounts.db);
  await accounts.db.updateTable('consent_decision').set({ categories: '["ads"]' }).execute();
  expect(await verify()).toEqual([expect.stringContaining(`consent ${id} was changed.`)]);
  await accounts.db.deleteFrom('consent_decision').execute();
  expect(await verify()).toEqual([expect.stringContaining(`consent ${id} is missing.`)]);
  await accounts.close();
  await archive.db.destroy();
});

test('words that were written past Strapi raise an alarm once they are live; nobody without the secret may ask', async () => {
  const ledger = createLedgerClient(strapi.url, webhookSecret);
  const forex = { type: 'page', id: 'forex', locale: 'en' } as const;
  expect(await ledger.findUnapproved([forex])).toEqual([]);
  await expect(createLedgerClient(strapi.url, 'another-secret').readRow()).rejects.toThrow('403');
  const { title } = await strapi.admin.draft('page', 'forex', 'en');
  await strapi.query(
    `update pages set title = 'Forex without any risk' where title = '${String(title)}' and published_at is not null`,
  );
  expect(await ledger.findUnapproved([forex])).toEqual([
    { document: forex, approved: [title], live: ['Forex without any risk'] },
  ]);
  expect(site.alarms.get('not-approved')).toBeUndefined();
  await site.sync();
  await until(() => site.alarms.has('not-approved'), 'the alarm');
});
