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
import { type HeaderOptions, completeHeaders } from './http/response-headers.ts';
import { findNetwork } from './http/visit.ts';
import { type PageServices, createPageRoutes } from './page-routes.ts';
import { createBuildFileRoutes } from './pages/build-files.ts';
import { createDiagramRoute } from './pictures/diagram-route.ts';
import { createSharePictureRoute } from './pictures/share-picture-route.ts';
import type { BrowserReports } from './process/browser-reports.ts';
import type { SiteCore } from './site-core.ts';
import type { VisitorServices } from './visitor-services.ts';
import { createConsentApi } from './visitor/consent-api.ts';
import { createCountryApi } from './visitor/country-api.ts';

interface AppServices
  extends
    SiteCore,
    VisitorServices,
    Omit<HeaderOptions, 'cmsPublicUrl'>,
    Omit<PageServices, 'hasContent' | 'countLookup' | 'replica' | 'search' | 'config'> {
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

export function createApp(services: AppServices): App {
  const { config, content, additions, preview, shared, metrics, log, events } = services;
  const { replica, search } = content;
  const searchLimit = new MemoryLimiter({ points: maxSearches, seconds: 60 });
  const pageServices = {
    ...services,
    replica,
    search,
    hasContent: createRefill(replica),
    countLookup: (context: Pick<RequestContext, 'req' | 'env'>) =>
      searchLimit.use(findNetwork(context, config.clientIpHeader)),
  };
  const app: App = new Hono();
  app.use(completeHeaders({ ...services, cmsPublicUrl: config.cmsPublicUrl }));
  additions.mount?.(app);
  app.route('/', createHealthRoutes(services));
  app.route('/api/strapi', createContentApi(replica, config.siteUrl, shared));
  app.get('/api/settings', (context) =>
    context.json({ strapiUrl: config.publicStrapiUrl }, 200, { 'cache-control': 'public, max-age=300' }),
  );
  app.route('/api/instruments.csv', createInstrumentsApi(pageServices));
  app.route('/api/costs', createCostsApi(pageServices));
  app.route('/api/search', createSearchApi(pageServices));
  app.route('/api/trading-hours', createTradingHoursApi(replica, config.siteUrl, shared));
  app.route('/api/locale', createLocaleApi(config.siteUrl.startsWith('https:')));
  app.route('/_builds', createBuildFileRoutes(pageServices));
  app.route('/api/geo', createCountryApi(config, services.findCountry));
  app.route('/api/consent', createConsentApi({ config, log, metrics, ...services.consent }));
  app.route(reportsPath, services.reports.routes());
  app.route('/api/content', services.contentControl);
  app.route('/api/preview', preview.routes());
  app.route('/', createSiteFileRoutes(replica, config.siteUrl, shared));
  app.route('/', createMediaRoutes(services));
  app.route('/', createSharePictureRoute(pageServices));
  const looks = [preview.look.bind(preview), ...(additions.lookAtOtherContent ? [additions.lookAtOtherContent] : [])];
  const onDrawing = (address: string, svg: string) => events.emit('drawingServed', address, svg);
  app.route('/', createDiagramRoute({ ...pageServices, looks, onDrawing }));
  app.all('*', async (context, next) => {
    const { path } = context.req;
    const file = services.assets.get(path) ?? (await services.otherBuilds.find(path));
    if (file) return buildStaticResponse(context, file);
    return reservedPaths.test(path) ? context.text(`Page not found: ${path}`, 404) : next();
  });
  app.route('/', createPageRoutes(pageServices));
  app.onError((error, context) => {
    log.error({ err: error, path: context.req.path }, 'unhandled');
    return context.text(
      `Something went wrong on our side. Please try again in a minute. Reference: ${currentRequestId()}`,
      500,
    );
  });
  return app;
}
