/** One built site for all tests that only read: started before the first, stopped after the last. `inject('siteUrl')` gives its address. */
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { newSiteData } from './site-data.ts';
import { startBuiltSite } from './start-built-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await newSiteData('site');
  const site = await startBuiltSite({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  project.provide('siteUrl', site.url);
  return async () => {
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
