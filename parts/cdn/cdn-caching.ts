/** Chooses the headers for a CDN that the site purges: a lifetime of a day, and the keys of the answer. */
import type { CdnConfig } from './cdn-settings.ts';
import { type SharedCaching, unpurged } from '../../server/http/shared-caching.ts';
import { cdnAdapters } from './cdn-adapters.ts';
import { SiteKeys } from './purge-keys.ts';

/** No `stale-while-revalidate`: after a purge, a CDN would still show the old page to one visitor. */
const purgedCacheControl = 'public, max-age=0, s-maxage=86400, stale-if-error=86400';

export function createSharedCaching(config: CdnConfig, siteUrl: string): SharedCaching {
  const { header, separator, variesByLanguage } = cdnAdapters[config.name];
  const site = new SiteKeys(siteUrl);
  return {
    variesByLanguage,
    headers(usual, tags) {
      const tagList = [...tags];
      if (tagList.length === 0) return unpurged.headers(usual, tagList);
      return [
        ['cache-control', purgedCacheControl],
        [header, site.forAnswer(tagList).join(separator)],
        // nginx, between the site and the CDN, is not purged and must not keep the answer.
        ['x-accel-expires', '0'],
      ];
    },
  };
}
