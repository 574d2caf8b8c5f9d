/** Everything that the raw path does not answer from the page cache: routing by Hono. */
import { Hono } from 'hono';
import { AddressLimit } from './address-limit.ts';
import type { Mirror } from '../content/mirror/mirror.ts';
import { type SiteSearch, refusedSearch } from '../content/search/site-search.ts';
import { type BrowserReports, reportsPath } from './browser-reports.ts';
import { buildFiles } from './build-files.ts';
import type { Config } from './config.ts';
import { consentApi } from './consent-api.ts';
import type { ConsentStore } from '../accounts/consent/consent-store.ts';
import type { HashedTexts } from './consent-text-hashes.ts';
import { contentApi } from './content-api.ts';
import { sameSecret } from './content-control.ts';
import { countryApi } from './country/country-api.ts';
import { createCountryLookup } from './country/country-lookup.ts';
import { defaultLocale } from '../site/i18n/locales.ts';
import type { FormPages } from './form-pages.ts';
import { forOrigins } from './cross-origin.ts';
import { firstVisitLocale, isCrawler } from './language-choice.ts';
import { localeApi } from './locale-api.ts';
import type { Logger } from './log.ts';
import { MediaFiles } from './media-files.ts';
import type { Metrics } from './metrics.ts';
import { parsePageAddress } from './page-address.ts';
import type { CachedPage } from './page-cache.ts';
import type { PictureSizes } from './picture-sizes.ts';
import type { Preview } from './preview.ts';
import { pageCacheControl, pageReply } from './page-response.ts';
import type { RequestContext, SiteEnv } from './request-context.ts';
import { referralSetCookie } from './referral.ts';
import type { SitePages, SiteRenderer } from './site-pages.ts';
import { searchApi } from './search-api.ts';
import { siteFiles } from './site-files.ts';
import { allowFraming } from './security-headers.ts';
import { type StaticFile, immutable, staticFile } from './static-files.ts';
import { staticResponse } from './static-response.ts';
import { ipOf, networkOf } from './visitor.ts';

interface Parts {
  config: Config;
  mirror: Mirror;
  search: SiteSearch;
  pages: SitePages;
  formPages: FormPages;
  renderer: () => Promise<SiteRenderer>;
  assets: Map<string, StaticFile>;
  headers: Record<string, string>;
  /** What documents carry besides. */
  documentHeaders: Record<string, string>;
  reports: BrowserReports;
  metrics: Metrics;
  log: Logger;
  startedAt: Date;
  buildId: string;
  consent: { store: ConsentStore; texts: HashedTexts };
  /** False while the content is not there yet and during shutdown. */
  ready: () => boolean;
  /** Routes below `/api/content`. */
  contentControl: Hono;
  preview: Preview;
  pictures: PictureSizes;
}

export type App = Hono<SiteEnv>;

/** Pictures, and what other sites show of this one: they need no permission to be shown elsewhere. */
const forEverySite = /^\/(?:embed|media)\//;

/** In a minute: whole offices share an address, and a suggestion for each word that somebody types is a search as well. Each takes a few milliseconds of everybody's. */
const mostSearches = 300;

/** A page that says to come back later, and keeps what was asked. */
function refusedPage(page: CachedPage, seconds: number): Response {
  const { body } = pageReply(page, { encoding: undefined, ifNoneMatch: undefined, path: '/search' });
  return new Response(body && new Uint8Array(body), { status: 429, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': String(seconds) } });
}

export function createApp(parts: Parts): App {
  const { config, mirror, pages, assets, headers, metrics, log } = parts;
  const app: App = new Hono();
  const https = config.siteUrl.startsWith('https:');
  const { formPages } = parts;

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
    if (context.res.headers.get('content-type')?.startsWith('text/html')) for (const [name, value] of Object.entries(parts.documentHeaders)) context.res.headers.set(name, value);
    // What is missing or fails now may be there in a moment, and a cache may keep a 404 that says nothing.
    if (context.res.status >= 400 && !context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
    if (context.get('preview')) allowFraming(context.res.headers, config.cmsPublicUrl);
    if (forEverySite.test(context.req.path)) context.res.headers.set('cross-origin-resource-policy', 'cross-origin');
    metrics.requests.inc({ kind: context.req.path.startsWith('/api/') ? 'api' : 'page', status: String(context.res.status) });
    log.debug({ method: context.req.method, path: context.req.path, status: context.res.status }, 'request');
  });

  const searchLimit = new AddressLimit(mostSearches, 60_000);
  const searchWait = (context: RequestContext) => searchLimit.use(networkOf(ipOf(context, config.clientIpHeader)));

  app.get('/healthz', (context) => context.text('ok', 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', (context) => (parts.ready() ? context.text('ready', 200, { 'cache-control': 'no-store' }) : context.text('not ready', 503, { 'cache-control': 'no-store' })));
  app.get('/metrics', async (context) => {
    // Whose address it is says nothing behind a proxy; who has no token is told no more than of any other address that does not exist.
    if (!sameSecret(/^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1], config.metricsToken)) return context.notFound();
    return context.body(await metrics.registry.metrics(), 200, { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' });
  });
  for (const path of ['/api/strapi/*', '/api/settings', '/embed/*']) app.use(path, forOrigins(config.embedOrigins));
  app.route('/api/strapi', contentApi(mirror, config.siteUrl));
  app.get('/api/settings', (context) => context.json({ strapiUrl: config.publicStrapiUrl }, 200, { 'cache-control': 'public, max-age=300' }));
  app.route('/api/search', searchApi(parts.search, mirror, searchWait));
  app.route('/api/locale', localeApi(config.siteUrl.startsWith('https:')));
  app.route('/_builds', buildFiles({ buildId: parts.buildId, startedAt: parts.startedAt, pollSeconds: config.releasePollSeconds, mirror, renderer: parts.renderer }));
  app.route('/api/geo', countryApi(config, createCountryLookup({ geoUrl: config.geoUrl, localCountry: config.geoLocalCountry, log })));
  app.route('/api/consent', consentApi({ config, log, metrics, ...parts.consent }));
  app.route(reportsPath, parts.reports.routes());
  app.route('/api/content', parts.contentControl);
  app.route('/api/preview', parts.preview.routes());
  app.route('/', siteFiles(mirror, config.siteUrl, config.securityContact));

  const media = new MediaFiles(mirror);
  app.get('/media/:hash/:name', (context) => media.answer(context));

  app.get('/media/:hash/:width/:name', async (context) => {
    const { hash, width, name } = context.req.param();
    const bytes = await parts.pictures.find(hash, Number(width), name);
    return bytes ? staticResponse(context, staticFile(bytes, name, immutable)) : context.text('There is no such file.', 404);
  });

  app.all('*', async (context) => {
    const { req } = context;
    const file = assets.get(req.path);
    if (file) return staticResponse(context, file);
    if (/^\/(?:assets|media|api|embed)\//.test(req.path)) return context.text(`Page not found: ${req.path}`, 404);
    if (req.method !== 'GET' && req.method !== 'HEAD' && req.method !== 'POST') return context.text('This address answers GET, HEAD and POST.', 405, { allow: 'GET, HEAD, POST' });
    // The target as it came: `new URL` would have folded `..` and escapes before anyone could judge them.
    const target = context.env.incoming.url ?? '/';
    const result = parsePageAddress(target);
    if (result.kind === 'redirect') {
      context.header('cache-control', pageCacheControl);
      return context.redirect(result.to, 301);
    }
    if (result.kind !== 'page') return context.text('This address cannot be read.', 400);
    const { payload = false } = result.address;
    const renderer = await parts.renderer();
    if (req.method === 'POST') return formPages.submit(context, renderer, result.address);
    // Drafts, and what may be one visitor's, are loaded as documents. That is no fault: an error status would stand in the browser's console.
    const page = pages.match(renderer, result.address.path)?.route.page;
    const ofOneVisitor = parts.preview.target(req.header('cookie')) ?? page?.personal;
    if (payload && ofOneVisitor) return context.json({ document: true }, 200, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const previewed = await parts.preview.page(context, result.address);
    if (previewed) {
      context.set('preview', true);
      return previewed;
    }
    // No content yet is our failure, not the address's: 404 would be believed by search engines.
    const waiting = () => context.text('The site is waiting for its content. Please try again in a minute.', 503, { 'cache-control': 'no-store', 'retry-after': '10' });
    if (mirror.size() === 0) return waiting();
    const referral = referralSetCookie(new URLSearchParams(result.address.search), https);
    // With a cookie in it the answer is this visitor's: only their browser may keep it.
    if (referral) context.header('set-cookie', referral);
    const personal = await formPages.personal(context, renderer, result.address);
    if (personal) return personal;
    const searches = page?.kind === 'search' && Boolean(new URLSearchParams(result.address.search).get('q'));
    const wait = searches ? searchWait(context) : 0;
    if (searches && wait === 0) await parts.search.ready(result.address.locale);
    const answer = pages.answer(renderer, result.address, wait > 0 ? refusedSearch : parts.search);
    // The replica broke under this very page.
    if (answer.kind === 'fatal' && mirror.size() === 0) return waiting();
    // The navigator loads anything but a page as a document, where redirects and the error screen are at home.
    if (payload && wait > 0) return context.json({ error: 'limited' }, 429, { 'cache-control': 'no-store', 'retry-after': String(wait) });
    if (payload && answer.kind !== 'page') return context.json({ error: answer.kind }, answer.kind === 'fatal' ? 500 : 404, { 'cache-control': 'no-store' });
    if (answer.kind === 'page') {
      if (wait > 0) return refusedPage(answer.page, wait);
      const [path = '/', search] = target.split('?', 2);
      const locale = path === '/' ? firstVisitLocale(req.header()) : defaultLocale;
      if (locale !== defaultLocale) {
        context.header('vary', 'Accept-Language, Cookie');
        context.header('cache-control', 'private, no-store');
        return context.redirect(`/${locale}${search === undefined ? '' : `?${search}`}`, 302);
      }
      const reply = pageReply(answer.page, { encoding: req.header('accept-encoding'), ifNoneMatch: req.header('if-none-match'), path, payload });
      const response = new Response(reply.body && new Uint8Array(reply.body), { status: reply.status, headers: reply.headers });
      if (referral) {
        response.headers.append('set-cookie', referral);
        response.headers.set('cache-control', 'private, no-store');
      }
      return response;
    }
    if (answer.kind === 'redirect') {
      // Content as well: a 301 that says nothing is kept by browsers for ever, and an article that is named back would lead in a circle.
      context.header('cache-control', referral ? 'private, no-store' : pageCacheControl);
      return context.redirect(answer.to, answer.permanent ? 301 : 302);
    }
    const status = answer.kind === 'fatal' ? 500 : 404;
    const noStore = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
    // R07: a crawler gets the status and the words, not the screen.
    if (isCrawler(req.header('user-agent')) || !answer.html) return context.text(answer.message, status, noStore);
    return context.html(answer.html, status, noStore);
  });

  app.onError((error, context) => {
    log.error({ err: error, path: context.req.path }, 'unhandled');
    return context.text('Something went wrong on our side. Please try again in a minute.', 500);
  });
  return app;
}
