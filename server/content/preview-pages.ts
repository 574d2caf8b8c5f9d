/** Pages of a replica that holds something else than visitors see: drafts, or what is planned. Nothing of them is cached or counted. */
import { Histogram } from 'prom-client';
import type { Replica } from '../../content/replica/replica.ts';
import { createSiteSearch } from '../../content/search/site-search.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import { PageCache } from '../pages/page-cache.ts';
import { SitePages } from '../pages/site-pages.ts';

/** Renders for editors are not counted: no registry has this one. */
const renderSeconds = new Histogram({ name: 'preview', help: 'unread', labelNames: ['kind'], registers: [] });

export function openPreviewPages(replica: Replica, settings: RenderSettings): SitePages {
  return new SitePages({
    replica,
    cache: new PageCache(),
    search: createSiteSearch(replica),
    settings,
    metrics: () => ({ renderSeconds }),
    onAlarm: () => undefined,
    uncached: true,
  });
}
