/** One built site for all tests that only read: started before the first, stopped after the last. `inject('siteUrl')` gives its address. */
import type { TestProject } from 'vitest/node';
import { startBuiltSite } from './start-built-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // A country that a request does not name is unknown, as without this setting.
  const site = await startBuiltSite({ LOG_LEVEL: 'warn', GEO_COUNTRY_HEADER: 'x-country' });
  project.provide('siteUrl', site.url);
  return () => site.stop();
}
