/** A site in this process that reads from a Strapi, with the build's renderer and no browser files. */
import { projectRoot } from '../../tools/project-root.ts';
import { parseConfig } from '../../server/config.ts';
import type { RunningSite } from '../../server/running-site.ts';
import { startSite } from '../../server/site.ts';
import type { SyncTimes } from '../../content/feed/strapi/strapi-sync.ts';
import { vi } from 'vitest';
import { until } from '../until.ts';
import { builtRenderer } from '../built-renderer.ts';
import { apiToken, webhookSecret } from './strapi-process.ts';

/**
 * Compressing thousands of pages would take a core for minutes, and no test here checks it: the final compression fails, the first one uses
 * the fastest level.
 */
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>();
  return {
    ...zlib,
    brotliCompressSync: (bytes: Buffer) =>
      zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 0 } }),
    gzipSync: (bytes: Buffer) => zlib.gzipSync(bytes, { level: 0 }),
    brotliCompress: (_bytes: Buffer, _options: object, done: (error: Error | null) => void) =>
      setImmediate(done, new Error('left out in tests')),
  };
});

export const siteOrigin = 'http://site.test';
export const buildId = 'test';
export const documentAssets = () => ({ style: null, scripts: [], fonts: [] });

export async function siteWith(
  environment: Record<string, string>,
  syncTimes: Partial<SyncTimes> = {},
): Promise<RunningSite> {
  return startSite({
    config: parseConfig({ PORT: '0', LOG_LEVEL: 'silent', SITE_URL: siteOrigin, ...environment }),
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
