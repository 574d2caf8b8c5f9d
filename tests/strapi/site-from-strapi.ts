/** A site in this process that reads from a Strapi, with the build's renderer and no browser files. */
import { projectRoot } from '../../tools/project-root.ts';
import { parseConfig } from '../../server/parse-config.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { RunningSite } from '../../server/site.ts';
import { startSite } from '../../server/site.ts';
import type { SyncTimes } from '../../content/feed/strapi-sync.ts';
import { replicaRows } from '../replica-rows.ts';
import { until } from '../until.ts';
import { builtRenderer } from '../sites/built-renderer.ts';
import type { SharedStrapi } from './shared-strapi.ts';
import { apiToken, webhookSecret } from './strapi-process.ts';

export const siteOrigin = 'http://site.test';
export const buildId = 'test';
export const documentAssets = () => ({ style: null, scripts: [], fonts: [] });

export async function siteWith(
  environment: Record<string, string>,
  syncTimes: Partial<SyncTimes> = {},
): Promise<RunningSite> {
  return startSite({
    config: parseConfig({ ARCHIVE: 'off', PORT: '0', LOG_LEVEL: 'silent', SITE_URL: siteOrigin, ...environment }),
    root: projectRoot,
    buildId,
    assets: new Map(),
    documentAssets,
    renderer: async () => builtRenderer,
    syncTimes,
  });
}

export function siteFromStrapi(
  strapiUrl: string,
  dataDir: string,
  syncTimes: Partial<SyncTimes> = {},
  more: Record<string, string> = {},
): Promise<RunningSite> {
  return siteWith(
    { DATA_DIR: dataDir, STRAPI_URL: strapiUrl, STRAPI_TOKEN: apiToken, STRAPI_WEBHOOK_SECRET: webhookSecret, ...more },
    syncTimes,
  );
}

/** Starts such a site and waits until its content is read, which on a busy machine takes longer than a start waits. */
export async function readySiteFromStrapi(...parameters: Parameters<typeof siteFromStrapi>): Promise<RunningSite> {
  const site = await siteFromStrapi(...parameters);
  await until(() => site.replica.size() > 0, 'the first sync', 120_000);
  return site;
}

/** Strapi and the site have the seeded content again, whatever a test has added or removed. */
export async function seedBoth(strapi: SharedStrapi, site: RunningSite): Promise<void> {
  await strapi.seedAgain();
  await site.sync();
  // The site keeps many documents that are gone until somebody confirms it.
  await fetch(`${site.url}/api/content/confirm-removal`, {
    method: 'POST',
    headers: { 'x-webhook-secret': webhookSecret },
  });
}

/** Every document with its version. */
export const versions = (replica: Replica) =>
  replicaRows(replica, 'SELECT type, id, locale, taken_down, hash FROM documents')
    .map(({ type, id, locale, taken_down, hash }) =>
      [String(type), String(id), String(locale), taken_down === 0 ? String(hash) : 'taken down'].join(' '),
    )
    .sort();
