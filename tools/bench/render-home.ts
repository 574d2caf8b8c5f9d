/**
 * Renders the home page as the built server does on a cache miss: loader, head, React, HTML. A separate process, so that it can be pinned to one
 * core: `node tools/bench/render-home.ts`. It prints its rates as JSON.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noThirdParties } from '../../site/consent/consent-registry.ts';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { openReplica } from '../../content/replica/replica.ts';
import { createFillIn } from '../../site/instruments/fill-in.ts';
import { createSiteSearch } from '../../content/search/site-search.ts';
import { projectRoot } from '../project-root.ts';
import { readDocumentAssets } from '../../server/assets/built-assets.ts';
import { PageCache } from '../../server/pages/page-cache.ts';
import type { RenderedBytes } from '../../server/pages/page-bytes.ts';
import { locales } from '../../content/locales.ts';
import type * as SiteRenderer from '../../site/site-renderer.ts';
import { median } from './statistics.ts';

const rounds = 5;
const secondsARound = 2;

export interface RenderRates {
  /** Renders a second of the document and its payload, as text. */
  renders: number;
  /** The same, with brotli and gzip of both, compressed as for a first answer. */
  answers: number;
}

const { renderPage, routes } = (await import(
  pathToFileURL(join(projectRoot, 'dist/server/site-renderer.js')).href
)) as typeof SiteRenderer;
const { page } = routes.find(({ pattern }) => pattern === '/') ?? {};
if (!page) throw new Error('the site has no home page');
const assets = readDocumentAssets(join(projectRoot, 'dist'));
const settings = {
  origin: 'https://veldstone.example',
  strapiUrl: '',
  thirdParties: noThirdParties,
  buildId: 'bench',
  assets: () => assets,
  registrationRule: () => 'open' as const,
};

const onAlarm = () => undefined;
const replica = openReplica(':memory:', onAlarm, undefined, createFillIn(onAlarm));
replica.apply(await filesFeed(join(projectRoot, 'demo')).snapshot());
const search = createSiteSearch(replica);

function render(turn: number): RenderedBytes & { tags: ReadonlySet<string> } {
  const read = replica.reader();
  const rendered = renderPage(
    page as NonNullable<typeof page>,
    {
      locale: locales[turn % locales.length] ?? 'en',
      path: '/',
      params: {},
      query: new URLSearchParams(),
      read,
      search,
    },
    settings,
  );
  if (!('html' in rendered)) throw new Error('the home page was not rendered');
  return { ...rendered, tags: read.tags };
}

function rate(task: (turn: number) => void): number {
  const measured = Array.from({ length: rounds + 1 }, () => {
    const end = performance.now() + secondsARound * 1000;
    let count = 0;
    while (performance.now() < end) task((count += 1));
    return count / secondsARound;
  });
  // The first round only warms up V8's compiled code.
  return median(measured.slice(1));
}

// One cache for all turns: it compresses in the background one page at a time, which does not disturb the measurement.
const cache = new PageCache();
const renders = rate((turn) => void render(turn));
const answers = rate((turn) => {
  const { tags, ...bytes } = render(turn);
  cache.set('/', bytes, tags);
});
replica.close();
process.stdout.write(JSON.stringify({ renders, answers } satisfies RenderRates));
process.exit(0);
