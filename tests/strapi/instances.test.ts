/**
 * Two instances share one `DATA_DIR`, and a webhook reaches only one of them: both show what was published, and each reports its version
 * and since when.
 * @module-tag exhaustive
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startValkey } from '../../tools/testing/valkey.ts';
import type { RunningSite } from '../../server/site.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import { StrapiEditor } from './strapi-editor.ts';
import { type RunningStrapi, startStrapi, webhookSecret } from './strapi-process.ts';

let folder: string;
let valkey: ChildProcess;
let valkeyPort: number;
let strapi: RunningStrapi;
let sites: RunningSite[];
let editor: StrapiEditor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-instances-'));
  valkeyPort = await freePort();
  valkey = await startValkey(valkeyPort);
  const port = await freePort();
  strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}` } });
  const joined = (more: Record<string, string>) =>
    readySiteFromStrapi(
      strapi.url,
      join(folder, 'site'),
      { poll: 4000 },
      { VALKEY_URL: `valkey://127.0.0.1:${valkeyPort}`, ...more },
    );
  sites = [await joined({ PORT: String(port) }), await joined({})];
  editor = await StrapiEditor.login(strapi.url);
}, 300_000);
afterAll(async () => {
  for (const site of sites) await site.stop();
  await strapi.stop();
  valkey.kill();
  await rm(folder, { recursive: true, force: true });
});

const shows = (site: RunningSite, text: string) => async () =>
  (await (await fetch(`${site.url}/it/forex`)).text()).includes(text);

test('a published document is on both instances, and both answer which version they serve', async () => {
  // Fill both caches with the old page, so that it has to be dropped from each.
  for (const site of sites) expect(await shows(site, 'Su due istanze')()).toBe(false);
  await editor.edit('page', 'forex', 'it', (draft) => ({ ...draft, title: 'Su due istanze' }));
  for (const site of sites) await until(shows(site, 'Su due istanze'), 'the title');
  const answer = await fetch(`${sites[1]?.url}/api/content/live?type=page&key=forex&locale=it`, {
    headers: { 'x-webhook-secret': webhookSecret },
  });
  const { instances } = (await answer.json()) as { instances: { instance: string; version: string; since: string }[] };
  expect(instances).toHaveLength(2);
  expect(new Set(instances.map((one) => one.instance)).size).toBe(2);
  expect(new Set(instances.map((one) => one.version)).size).toBe(1);
});

test('the other instance gets a change later without Valkey, which is reported once', async () => {
  valkey.kill();
  await until(() => sites.every((site) => (site.alarms.get('instances-unreachable') ?? 0) > 0), 'the alarm');
  await editor.edit('page', 'forex', 'it', (draft) => ({ ...draft, title: 'Senza di esso' }));
  for (const site of sites) await until(shows(site, 'Senza di esso'), 'the title');
  for (const site of sites) expect(site.alarms.get('instances-unreachable')).toBeLessThanOrEqual(2);
  valkey = await startValkey(valkeyPort);
});
