/** What answers say to a CDN that is told of changes: to keep them for a day, and under which keys they are purged. */
import type { CdnConfig } from '../cdn-config.ts';
import { type SharedCaching, unpurged } from '../http/shared-caching.ts';
import { cdnAdapters } from './cdn-adapters.ts';
import { SiteKeys } from './purge-keys.ts';

/** No `stale-while-revalidate`: after a purge, a CDN would still show the old page to one visitor. */
const purgedCacheControl = 'public, max-age=0, s-maxage=86400, stale-if-error=86400';

/** @param config null without a CDN. */
export function sharedCaching(config: CdnConfig | null, siteUrl: string): SharedCaching {
  if (!config) return unpurged;
  const { header, separator, variesByLanguage } = cdnAdapters[config.name];
  const site = new SiteKeys(siteUrl);
  return {
    variesByLanguage,
    headers(usual, tags) {
      const named = [...tags];
      if (named.length === 0) return unpurged.headers(usual, named);
      return [
        ['cache-control', purgedCacheControl],
        [header, site.forAnswer(named).join(separator)],
        // nginx, which nobody purges, must not keep the answer between the site and the CDN.
        ['x-accel-expires', '0'],
      ];
    },
  };
}
