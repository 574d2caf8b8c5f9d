/** The Hono app: routes every request that the raw path (`http-server.ts`) does not answer from the page cache. */
import { Hono } from 'hono';
import { MemoryLimiter } from '../base/memory-limiter.ts';
import { currentRequestId } from '../base/request-id.ts';
import { createContentApi } from './api/content-api.ts';
import { createCostsApi } from './api/costs-api.ts';
import { createInstrumentsApi } from './api/instruments-api.ts';
import { createLocaleApi } from './api/locale-api.ts';
import { createSearchApi } from './api/search-api.ts';
import { createTradingHoursApi } from './api/trading-hours-api.ts';
import { MediaFiles } from './assets/media-files.ts';
import { createSiteFileRoutes } from './assets/site-files.ts';
import { createStaticFile, immutable } from './assets/static-files.ts';
import { buildStaticResponse } from './assets/static-response.ts';
import { createRefill } from './content/refill.ts';
import type { RequestContext, SiteEnv } from './http/request-context.ts';
import { createHealthRoutes } from './process/health-routes.ts';
import { reportsPath } from './http/security-headers.ts';
import { type HeaderParts, completeHeaders } from './http/response-headers.ts';
import { findNetwork } from './http/visit.ts';
import { type PageParts, createPageRoutes } from './page-routes.ts';
import { createBuildFileRoutes } from './pages/build-files.ts';
import { createDiagramRoute } from './pictures/diagram-route.ts';
import { createSharePictureRoute } from './pictures/share-picture-route.ts';
import type { BrowserReports } from './process/browser-reports.ts';
import type { SiteCore } from './site-core.ts';
import type { SitePeople } from './site-people.ts';
import { createConsentApi } from './visitor/consent-api.ts';
import { createCountryApi } from './visitor/country-api.ts';

interface Parts
  extends
    SiteCore,
    SitePeople,
    Omit<HeaderParts, 'cmsPublicUrl'>,
    Omit<PageParts, 'hasContent' | 'countLookup' | 'replica' | 'search' | 'config'> {
  reports: BrowserReports;
  startedAt: Date;
  /** False until there is content, and during shutdown. */
  ready: () => boolean;
  /** Routes below `/api/content`. */
  contentControl: Hono;
}

export type App = Hono<SiteEnv>;

/**
 * The limit per minute and network address. Whole offices share an address, and the suggestions for each typed word count as a search too. Each search
 * blocks all visitors for a few milliseconds.
 */
const maxSearches = 300;

/** Prefixes of files and APIs, never of pages. */
const reservedPaths = /^\/(?:assets|media|api|share-pictures|drawings)\//;

/** Pictures of the content, as they are and in smaller sizes. */
function createMediaRoutes({ pictures, content }: SiteCore): Hono {
  const app = new Hono();
  const media = new MediaFiles(content.replica);
  app.get('/media/:hash/:name', (context) => media.answer(context));
  app.get('/media/:hash/:width/:name', async (context) => {
    const { hash, width, name } = context.req.param();
    const bytes = await pictures.find(hash, Number(width), name);
    return bytes
      ? buildStaticResponse(context, createStaticFile(bytes, name, immutable))
      : context.text('There is no such file.', 404);
  });
  return app;
}

export function createApp(parts: Parts): App {
  const { config, content, opened, preview, shared, metrics, log, events } = parts;
  const { replica, search } = content;
  const searchLimit = new MemoryLimiter({ points: maxSearches, seconds: 60 });
  const pageParts = {
    ...parts,
    replica,
    search,
    hasContent: createRefill(replica),
    countLookup: (context: Pick<RequestContext, 'req' | 'env'>) =>
      searchLimit.use(findNetwork(context, config.clientIpHeader)),
  };
  const app: App = new Hono();
  app.use(completeHeaders({ ...parts, cmsPublicUrl: config.cmsPublicUrl }));
  opened.mount?.(app);
  app.route('/', createHealthRoutes(parts));
  app.route('/api/strapi', createContentApi(replica, config.siteUrl, shared));
  app.get('/api/settings', (context) =>
    context.json({ strapiUrl: config.publicStrapiUrl }, 200, { 'cache-control': 'public, max-age=300' }),
  );
  app.route('/api/instruments.csv', createInstrumentsApi(pageParts));
  app.route('/api/costs', createCostsApi(pageParts));
  app.route('/api/search', createSearchApi(pageParts));
  app.route('/api/trading-hours', createTradingHoursApi(replica, config.siteUrl, shared));
  app.route('/api/locale', createLocaleApi(config.siteUrl.startsWith('https:')));
  app.route('/_builds', createBuildFileRoutes(pageParts));
  app.route('/api/geo', createCountryApi(config, parts.findCountry));
  app.route('/api/consent', createConsentApi({ config, log, metrics, ...parts.consent }));
  app.route(reportsPath, parts.reports.routes());
  app.route('/api/content', parts.contentControl);
  app.route('/api/preview', preview.routes());
  app.route('/', createSiteFileRoutes(replica, config.siteUrl, shared));
  app.route('/', createMediaRoutes(parts));
  app.route('/', createSharePictureRoute(pageParts));
  const looks = [preview.look.bind(preview), ...(opened.lookAtOtherContent ? [opened.lookAtOtherContent] : [])];
  const onDrawing = (address: string, svg: string) => events.emit('drawing', address, svg);
  app.route('/', createDiagramRoute({ ...pageParts, looks, onDrawing }));
  app.all('*', async (context, next) => {
    const { path } = context.req;
    const file = parts.assets.get(path) ?? (await parts.otherBuilds.find(path));
    if (file) return buildStaticResponse(context, file);
    return reservedPaths.test(path) ? context.text(`Page not found: ${path}`, 404) : next();
  });
  app.route('/', createPageRoutes(pageParts));
  app.onError((error, context) => {
    log.error({ err: error, path: context.req.path }, 'unhandled');
    return context.text(
      `Something went wrong on our side. Please try again in a minute. Reference: ${currentRequestId()}`,
      500,
    );
  });
  return app;
}
