/** A site in this process that is joined to a Strapi, with the build's renderer and no browser files. */
import { projectRoot } from '../../scripts/project-root.ts';
import { parseConfig } from '../../server/config.ts';
import { type RunningSite, startSite } from '../../server/site.ts';
import type { SyncTimes } from '../../content/feed/strapi/strapi-sync.ts';
import { vi } from 'vitest';
import { builtRenderer } from './built-renderer.ts';
import { apiToken, webhookSecret } from './strapi-process.ts';

/** The final compression of thousands of pages would take a core for minutes, and nothing here looks at it. Refused, the cache keeps the first. */
vi.mock('node:zlib', async (original) => ({
  ...(await original<typeof import('node:zlib')>()),
  brotliCompress: (_bytes: Buffer, _options: object, done: (error: Error | null) => void) => setImmediate(done, new Error('left out in tests')),
}));

export const siteOrigin = 'http://site.test';
export const buildId = 'test';
export const documentAssets = () => ({ styles: [], scripts: [], fonts: [] });

export async function siteWith(environment: Record<string, string>, syncTimes: Partial<SyncTimes> = {}): Promise<RunningSite> {
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

export function siteFromStrapi(strapiUrl: string, dataDir: string, syncTimes: Partial<SyncTimes> = {}, more: Record<string, string> = {}): Promise<RunningSite> {
  return siteWith({ DATA_DIR: dataDir, STRAPI_URL: strapiUrl, STRAPI_TOKEN: apiToken, STRAPI_WEBHOOK_SECRET: webhookSecret, ...more }, syncTimes);
}

/** The same with its content read, which on a busy machine takes longer than a start waits. */
export async function readySiteFromStrapi(...parameters: Parameters<typeof siteFromStrapi>): Promise<RunningSite> {
  const site = await siteFromStrapi(...parameters);
  await until(() => site.mirror.size() > 0, 120_000, 'the first sync');
  return site;
}

/** Waits until a question has the wanted answer. @returns milliseconds it took. @throws after the limit. */
export async function until(question: () => Promise<boolean> | boolean, limit = 10_000, what = 'it'): Promise<number> {
  const started = performance.now();
  while (!(await question())) {
    if (performance.now() - started > limit) throw new Error(`${what} did not come true within ${limit} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - started;
}
