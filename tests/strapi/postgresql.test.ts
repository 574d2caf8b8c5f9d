/**
 * On PostgreSQL, with secrets in files: Strapi seeds it, the site shows the content, and publishing reaches the pages, which requires every
 * secret. `strapi-process.ts` says how to run the other tests on it.
 * @module-tag exhaustive
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentAddress } from '../../content/document-address.ts';
import { openReplica } from '../../content/replica/replica.ts';
import type { RunningSite } from '../../server/site.ts';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { prometheusInstalled, startPrometheus } from '../services/prometheus.ts';
import { freePort } from '../services/free-port.ts';
import { metricsToken } from '../sites/start-built-site.ts';
import { until } from '../until.ts';
import { importMany } from './import-cases.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import { StrapiEditor } from './strapi-editor.ts';
import { type RunningStrapi, administrator, apiToken, startStrapi, webhookSecret } from './strapi-process.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { readDemonstration } from '../sites/demonstration.ts';

let folder: string;
let strapi: RunningStrapi;
let metricsUrl: string;
let site: RunningSite;
let editor: StrapiEditor;
/** How the documents were before the tests changed any. */
let seeded: Awaited<ReturnType<typeof compareWithFiles>>;

/** Writes secrets to files, as Docker and Kubernetes provide them. */
async function asFiles(secrets: Record<string, string>): Promise<Record<string, string>> {
  const files = Object.entries(secrets).map(async ([name, value]) => {
    await writeFile(join(folder, name), `${value}\n`);
    return [
      [name, ''],
      [`${name}_FILE`, join(folder, name)],
    ] as const;
  });
  return Object.fromEntries((await Promise.all(files)).flat());
}

/** Compares the site's documents with those in the files. */
async function compareWithFiles(): Promise<{ different: DocumentAddress[]; sizes: number[] }> {
  const files = openReplica(
    ':memory:',
    () => undefined,
    undefined,
    createFillIn(() => undefined),
  );
  files.apply(await readDemonstration());
  const different = files.addresses().filter(({ type, id, locale }) => {
    // Only the addresses of media may differ, because each feed has its own.
    const text = (replica: typeof files) =>
      JSON.stringify(replica.reader().get(type, id, locale), (key, value: unknown) =>
        key === 'url' && /^\/(?:media|uploads)\//.test(String(value)) ? '' : value,
      );
    return text(files) !== text(site.replica);
  });
  const sizes = [files.size(), site.replica.size()];
  files.close();
  return { different, sizes };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-on-postgresql-'));
  const sitePort = await freePort();
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}`;
  strapi = await startStrapi({
    database: 'postgres',
    environment: {
      SITE_URL: `http://127.0.0.1:${sitePort}`,
      CMS_METRICS_PORT: String(metricsPort),
      ...(await asFiles({
        STRAPI_TOKEN: apiToken,
        STRAPI_WEBHOOK_SECRET: webhookSecret,
        ADMIN_PASSWORD: administrator.password,
        DATABASE_PASSWORD: 'any',
        CMS_METRICS_TOKEN: metricsToken,
      })),
    },
  });
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: String(sitePort) });
  seeded = await compareWithFiles();
  editor = await StrapiEditor.login(strapi.url);
}, 400_000);
afterAll(async () => {
  await site.stop();
  await strapi.stop();
  await rm(folder, { recursive: true, force: true });
});

test('every document is the same as in the files', () => {
  expect(seeded.different).toEqual([]);
  expect(seeded.sizes[1]).toBe(seeded.sizes[0]);
});

test('an edit and an unpublishing reach the page in every language', async () => {
  for (const locale of locales) {
    const path = localePath('/crypto', locale);
    const html = async () => (await fetch(`${site.url}${path}`, { headers: { 'user-agent': 'bot' } })).text();
    const before = await html();
    const draft = await editor.draft('page', 'crypto', locale);
    await editor.publish('page', draft.documentId, { ...draft, title: 'On PostgreSQL' }, locale);
    await until(async () => (await html()).includes('On PostgreSQL'), 'the edit');
    await editor.unpublish('page', draft.documentId, locale);
    await until(async () => !(await html()).includes('On PostgreSQL'), 'the unpublishing');
    await editor.publish('page', draft.documentId, { ...draft, textUpdatedAt: draft['textUpdatedAt'] }, locale);
    await until(async () => (await html()).length === before.length, 'what was before');
  }
});

test('600 instruments are imported in one step', { timeout: 120_000 }, async () => {
  const token = await editor.apiToken('import', ['api::instrument.instrument.writeSet']);
  expect(await importMany({ folder, strapiUrl: strapi.url, siteUrl: site.url, editor, token }, 600)).toBe(600);
});

test('the ledger finds a deleted document by name and person, and its history has what was live, and who wrote it', async () => {
  const description = 'A tag that is written, published and deleted, so that only the ledger has it.';
  const tag = await editor.save('tag', null, { name: 'Palladium', description });
  await editor.publish('tag', tag.documentId);
  const moment = new Date().toISOString();
  await editor.remove('tag', tag.documentId);
  const of = `uid=api::tag.tag&documentId=${tag.documentId}&locale=en`;
  type Found = { found: { row: { action: string }; name: string }[] };
  const { found } = await editor.gate<Found>('ledger?name=pALLad&person=ADMIN@');
  expect(found.map(({ name }) => name)).toContain('Tag “Palladium”');
  expect(found.map(({ row }) => row.action)).toContain('delete');
  expect((await editor.gate<Found>('ledger?name=pallad&person=%25')).found).toEqual([]);
  const live = await editor.gate<{ from: { content: object } }>(`compare?${of}&from=at:${moment}&to=draft`);
  expect(live.from.content).toMatchObject({ name: 'Palladium' });
});

test.skipIf(!prometheusInstalled)(
  'the metrics of Strapi have their own port, and show when the database is unreachable',
  { timeout: 200_000 },
  async () => {
    const authorized = { headers: { authorization: `Bearer ${metricsToken}` } };
    expect((await fetch(`${metricsUrl}/metrics`)).status).toBe(404);
    expect((await fetch(`${metricsUrl}/admin`, authorized)).status).toBe(404);
    expect((await fetch(`${strapi.url}/metrics`, authorized)).status).toBe(404);
    const prometheus = await startPrometheus(
      join(folder, 'prometheus'),
      { 'brokerfront-cms': metricsUrl },
      metricsToken,
    );
    try {
      await expect.poll(() => prometheus.series('cms_database_up == 1')).toBe(1);
      expect(await prometheus.firing()).toEqual([]);
      await strapi.postgres?.halt();
      await prometheus.fires('CmsDatabaseDown');
      // Somebody without a token would get a 401: Strapi cannot read what everybody may do.
      const headers = { authorization: `Bearer ${apiToken}` };
      await prometheus.fires('CmsErrors', async () =>
        (await fetch(`${strapi.url}/api/pages`, { headers })).arrayBuffer(),
      );
      await strapi.postgres?.resume();
      await prometheus.clears('CmsDatabaseDown');
      await prometheus.clears('CmsErrors');
      // The same process goes on.
      await expect.poll(async () => (await fetch(`${strapi.url}/api/header`)).status).toBe(200);
    } finally {
      await prometheus.stop();
    }
  },
);
