/** The Hono app: routes every request that the raw path (`http-server.ts`) does not answer from the page cache. */
import { Hono } from 'hono';
import { currentRequestId } from '../base/request-id.ts';
import { MemoryLimiter } from '../base/memory-limiter.ts';
import { matchesSecret } from '../base/ids-and-tokens.ts';
import { createArchiveApi } from './archive/archive-api.ts';
import { createPageLogApi } from './archive/page-log-api.ts';
import type { SiteArchive } from './archive/site-archive.ts';
import type { BrowserReports } from './process/browser-reports.ts';
import { createBuildFileRoutes } from './pages/build-files.ts';
import { createConsentApi } from './visitor/consent-api.ts';
import type { ConsentStore } from '../accounts/consent-store.ts';
import type { HashedTexts } from './visitor/consent-text-hashes.ts';
import { createContentApi } from './api/content-api.ts';
import { createCountryApi } from './visitor/country-api.ts';
import { createRefill } from './content/refill.ts';
import type { FindCountry } from './visitor/country-lookup.ts';
import { type PageParts, createPageRoutes } from './page-routes.ts';
import { allowOrigins } from './http/cross-origin.ts';
import { createCostsApi } from './api/costs-api.ts';
import { createInstrumentsApi } from './api/instruments-api.ts';
import { createLocaleApi } from './api/locale-api.ts';
import type { Logger } from './log.ts';
import { createDiagramRoute } from './pictures/diagram-route.ts';
import type { OtherBuildAssets } from './assets/other-build-assets.ts';
import { MediaFiles } from './assets/media-files.ts';
import type { Metrics } from './metrics.ts';
import type { PictureSizes } from './assets/picture-sizes.ts';
import type { RequestContext, SiteEnv } from './http/request-context.ts';
import { createTradingHoursApi } from './api/trading-hours-api.ts';
import { createSearchApi } from './api/search-api.ts';
import { createSiteFileRoutes } from './assets/site-files.ts';
import { allowFraming, selectHeadersByContent, reportsPath } from './http/security-headers.ts';
import { noStore } from './http/refusals.ts';
import { addScriptSource, addStyleSource } from './http/style-source.ts';
import { type StaticFile, immutable, createStaticFile } from './assets/static-files.ts';
import { buildStaticResponse } from './assets/static-response.ts';
import { createSharePictureRoute } from './pictures/share-picture-route.ts';
import type { SharePictures } from './pictures/share-pictures.ts';
import { findNetwork } from './http/visit.ts';

interface Parts extends Omit<PageParts, 'hasContent' | 'countLookup'> {
  findCountry: FindCountry;
  assets: Map<string, StaticFile>;
  /** Assets of the builds that this one replaced, and of the one that replaces it. */
  otherBuilds: OtherBuildAssets;
  headers: Record<string, string>;
  /** Additional headers of HTML documents. */
  documentHeaders: Record<string, string>;
  reports: BrowserReports;
  metrics: Metrics;
  log: Logger;
  startedAt: Date;
  buildId: string;
  consent: { store: ConsentStore; texts: HashedTexts };
  /** False until there is content, and during shutdown. */
  ready: () => boolean;
  /** Routes below `/api/content`. */
  contentControl: Hono;
  pictures: PictureSizes;
  sharePictures: SharePictures;
  /** Null when this site keeps none. */
  archive: SiteArchive | null;
}

export type App = Hono<SiteEnv>;

/** Pictures, and the header and footer for other sites: any site may load them (`cross-origin-resource-policy`). */
const forEverySite = /^\/(?:embed|media|share-pictures)\//;

/**
 * The limit per minute and network address. Whole offices share an address, and the suggestions for each typed word count as a search too. Each search
 * blocks all visitors for a few milliseconds.
 */
const maxSearches = 300;

/** Prefixes of files and APIs, never of pages. */
const reservedPaths = /^\/(?:assets|media|api|embed|share-pictures|drawings)\//;

export function createApp(parts: Parts): App {
  const { config, replica, assets, headers, metrics, log } = parts;
  const app: App = new Hono();
  const headersFor = selectHeadersByContent(headers);

  app.use(async (context, next) => {
    await next();
    const contentType = context.res.headers.get('content-type');
    for (const [name, value] of headersFor(contentType))
      if (name !== 'referrer-policy' || !context.res.headers.has(name)) context.res.headers.set(name, value);
    const { styleSource, scriptSource = '' } = context.var;
    if (styleSource)
      context.res.headers.set(
        'content-security-policy',
        addScriptSource(addStyleSource(headers['content-security-policy'] ?? '', styleSource), scriptSource),
      );
    if (contentType?.startsWith('text/html'))
      for (const [name, value] of Object.entries(parts.documentHeaders)) context.res.headers.set(name, value);
    // An error may be over in a moment, and a cache may store a 404 without `cache-control`.
    if (context.res.status >= 400 && !context.res.headers.has('cache-control'))
      context.res.headers.set('cache-control', 'no-store');
    // A shared copy would show the id of somebody else's request.
    const requestId = currentRequestId();
    if (requestId && /no-store|private/.test(context.res.headers.get('cache-control') ?? ''))
      context.res.headers.set('x-request-id', requestId);
    if (context.get('preview')) allowFraming(context.res.headers, config.cmsPublicUrl);
    if (forEverySite.test(context.req.path)) context.res.headers.set('cross-origin-resource-policy', 'cross-origin');
    metrics.requests.inc({
      kind: context.req.path.startsWith('/api/') ? 'api' : 'page',
      status: String(context.res.status),
    });
    log.debug({ method: context.req.method, path: context.req.path, status: context.res.status }, 'request');
  });

  const searchLimit = new MemoryLimiter({ points: maxSearches, seconds: 60 });
  const searchParts = {
    ...parts,
    hasContent: createRefill(replica),
    countLookup: (context: Pick<RequestContext, 'req' | 'env'>) =>
      searchLimit.use(findNetwork(context, config.clientIpHeader)),
  };

  app.use('/api/*', parts.dayView.refuseToday);
  for (const path of ['/assets/*', '/media/*', '/drawings/*']) app.use(path, parts.dayView.serveArchivedFiles);
  app.get('/healthz', (context) => context.text('ok', 200, noStore));
  app.get('/readyz', (context) =>
    parts.ready() ? context.text('ready', 200, noStore) : context.text('not ready', 503, noStore),
  );
  app.get('/metrics', async (context) => {
    // Behind a proxy, the client's address cannot be trusted, so the token decides. Without it the response is that of any unknown address.
    const token = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (!matchesSecret(token, config.metricsToken)) return context.notFound();
    return context.body(await metrics.registry.metrics(), 200, {
      'content-type': metrics.registry.contentType,
      'cache-control': 'no-store',
    });
  });
  for (const path of ['/api/strapi/*', '/api/settings', '/embed/*']) app.use(path, allowOrigins(config.embedOrigins));
  app.route('/api/strapi', createContentApi(replica, config.siteUrl, parts.shared));
  app.get('/api/settings', (context) =>
    context.json({ strapiUrl: config.publicStrapiUrl }, 200, { 'cache-control': 'public, max-age=300' }),
  );
  app.route('/api/instruments.csv', createInstrumentsApi(searchParts));
  app.route('/api/costs', createCostsApi(searchParts));
  app.route('/api/search', createSearchApi(searchParts));
  app.route('/api/trading-hours', createTradingHoursApi(replica, config.siteUrl, parts.shared));
  app.route('/api/locale', createLocaleApi(config.siteUrl.startsWith('https:')));
  app.route(
    '/_builds',
    createBuildFileRoutes({
      buildId: parts.buildId,
      startedAt: parts.startedAt,
      replica,
      renderer: parts.renderer,
    }),
  );
  app.route('/api/geo', createCountryApi(config, parts.findCountry));
  app.route('/api/consent', createConsentApi({ config, log, metrics, ...parts.consent }));
  app.route(reportsPath, parts.reports.routes());
  app.route('/api/content', parts.contentControl);
  app.route('/api/preview/day', parts.dayView.routes());
  app.route('/api/preview', parts.preview.routes());
  app.route('/api/archive', createArchiveApi({ ...parts, secret: config.webhookSecret }));
  app.route('/.well-known/page-log', createPageLogApi(parts.archive));
  app.route('/', createSiteFileRoutes(replica, config.siteUrl, parts.shared));

  const media = new MediaFiles(replica);
  app.get('/media/:hash/:name', (context) => media.answer(context));

  app.get('/media/:hash/:width/:name', async (context) => {
    const { hash, width, name } = context.req.param();
    const bytes = await parts.pictures.find(hash, Number(width), name);
    return bytes
      ? buildStaticResponse(context, createStaticFile(bytes, name, immutable))
      : context.text('There is no such file.', 404);
  });

  app.route('/', createSharePictureRoute(parts));
  app.route('/', createDiagramRoute({ ...parts, onDrawing: parts.archive?.onDrawing }));

  app.all('*', async (context, next) => {
    const { path } = context.req;
    const file = assets.get(path);
    if (file) return buildStaticResponse(context, file);
    const otherFile = await parts.otherBuilds.find(path);
    if (otherFile) return buildStaticResponse(context, otherFile);
    return reservedPaths.test(path) ? context.text(`Page not found: ${path}`, 404) : next();
  });
  app.route('/', createPageRoutes(searchParts));

  app.onError((error, context) => {
    log.error({ err: error, path: context.req.path }, 'unhandled');
    return context.text(
      `Something went wrong on our side. Please try again in a minute. Reference: ${currentRequestId()}`,
      500,
    );
  });
  return app;
}
