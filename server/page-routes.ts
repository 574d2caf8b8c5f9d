/** Creates the routes of pages and their forms: a request is parsed and matched once, then handlers run in turn until one answers. */
import { hashStyle } from './http/style-source.ts';
import { Hono, type MiddlewareHandler } from 'hono';
import type { Replica } from '../content/replica/replica.ts';
import { type SiteSearch, refusedSearch } from '../content/search/site-search.ts';
import { defaultLocale } from '../content/locales.ts';
import type { Config } from './config.ts';
import type { PersonalPages } from './forms/personal-pages.ts';
import { chooseFirstVisitLocale, isCrawler } from './http/language-choice.ts';
import { localePath } from '../site/i18n/locale-path.ts';
import { isReferred, buildReferralCookie } from './http/referral.ts';
import { noStore, refuseWithoutContent } from './http/refusals.ts';
import type { CachedPage } from './pages/page-bytes.ts';
import type { PageEnv, PageRequestContext } from './pages/page-request.ts';
import { type SharedCaching, anyChangeTag, unpurged } from './http/shared-caching.ts';
import { pageCacheControl, buildPageReply } from './pages/page-response.ts';
import { resolveRedirect } from './pages/redirect-target.ts';
import type { PageAnswer, SitePages, SiteRenderer } from './pages/site-pages.ts';
import type { Preview } from './content/preview.ts';
import type { PartAdditions } from './part.ts';

export interface PageServices {
  config: Config;
  replica: Replica;
  /** Both wait for a replica that is being refilled. */
  hasContent: () => Promise<boolean>;
  search: SiteSearch;
  pages: SitePages;
  personalPages: PersonalPages;
  preview: Preview;
  /** What the parts of this site add. */
  additions: PartAdditions;
  renderer: () => Promise<SiteRenderer>;
  /** Counts a search or another lookup. @returns seconds until this visitor may have the next; 0 when they may now. */
  countLookup: (context: Pick<PageRequestContext, 'req' | 'env'>) => number;
  shared: SharedCaching;
}

type Handler = MiddlewareHandler<PageEnv>;

const notIndexed = { ...noStore, 'x-robots-tag': 'noindex' };
const inAMinute = ' Please try again in a minute.';
const onlyThisVisitor = 'private, no-store';

/** Refuses an invalid address, redirects from a non-canonical one, and finds the page of any other. */
function matchPage({ pages, renderer }: PageServices): Handler {
  return async (context, next) => {
    const { method } = context.req;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
      return context.text('This address answers GET, HEAD and POST.', 405, { allow: 'GET, HEAD, POST' });
    const parsed = context.env.incoming.address;
    if (parsed.kind === 'redirect') {
      context.header('cache-control', pageCacheControl);
      return context.redirect(parsed.to, 301);
    }
    if (parsed.kind !== 'page') return context.text('This address cannot be read.', 400);
    context.set('page', pages.request(await renderer(), parsed.address));
    return next();
  };
}

/**
 * Makes the navigator load drafts, and pages that may be personal, as documents. The status is 200, because the browser's console would show an
 * error as a fault.
 */
function refusePersonalPayloads({ preview }: PageServices): Handler {
  return async (context, next) => {
    const { address, matched } = context.var.page;
    const isPersonal =
      address.payload && (preview.readTarget(context.req.header('cookie')) ?? matched?.route.page.personal);
    return isPersonal ? context.json({ document: true }, 200, notIndexed) : next();
  };
}

function renderPreview({ preview }: PageServices): Handler {
  return async (context, next) => {
    const previewed = await preview.render(context, context.var.page.address);
    if (!previewed) return next();
    context.set('preview', true);
    return previewed;
  };
}

function keepReferral(https: boolean): Handler {
  return async (context, next) => {
    const cookieHeader = context.req.header('cookie') ?? '';
    const { address, parameters } = context.var.page;
    const landing = localePath(address.path, address.locale);
    const referral = buildReferralCookie(parameters, { cookieHeader, https, landing });
    context.set('referral', referral);
    if (referral) context.header('set-cookie', referral);
    return next();
  };
}

function renderPersonalPage({ personalPages }: PageServices): Handler {
  return async (context, next) => (await personalPages.show(context)) ?? next();
}

/** Answers 429 with a page that asks the visitor to come back later; the search stays in its field, or in the address. */
function buildRefusal(page: CachedPage, seconds: number): Response {
  const { body } = buildPageReply(page, {});
  return new Response(body && new Uint8Array(body), {
    status: 429,
    headers: { ...noStore, 'content-type': 'text/html; charset=utf-8', 'retry-after': String(seconds) },
  });
}

/** Answers with a page that is the same for everyone. On a first visit, `/` redirects to the visitor's language (R40). */
function answerPublished(context: PageRequestContext, page: CachedPage, shared: SharedCaching): Response {
  const { address, caching, parameters } = context.var.page;
  const { payload, requested, queryString } = address;
  // The address of a payload determines its language, so even that of `/` is the same for everyone.
  const home = requested === '/' && !payload;
  const locale = home ? chooseFirstVisitLocale(context.req.header()) : defaultLocale;
  if (locale !== defaultLocale) {
    context.header('vary', 'Accept-Language, Cookie');
    context.header('cache-control', onlyThisVisitor);
    return context.redirect(resolveRedirect('/', locale, queryString), 302);
  }
  const { referral } = context.var;
  // No shared cache may store a response that sets a cookie, or could set one for another visitor.
  const isPersonal = caching === 'none' || isReferred(parameters);
  const reply = buildPageReply(
    page,
    {
      encoding: context.req.header('accept-encoding'),
      ifNoneMatch: context.req.header('if-none-match'),
      home,
      payload,
    },
    isPersonal ? unpurged : shared,
  );
  const response = new Response(reply.body && new Uint8Array(reply.body), {
    status: reply.status,
    headers: reply.headers,
  });
  if (isPersonal) response.headers.set('cache-control', onlyThisVisitor);
  if (referral) response.headers.append('set-cookie', referral);
  return response;
}

/** Answers with a redirect, a missing page, or a failed render. */
function answerOther(
  context: PageRequestContext,
  answer: Exclude<PageAnswer, { kind: 'page' }>,
  shared: SharedCaching,
): Response {
  // The navigator then loads the address as a document, which handles redirects and shows the error screen.
  if (context.var.page.address.payload)
    return context.json({ error: answer.kind }, answer.kind === 'fatal' ? 500 : 404, noStore);
  if (answer.kind === 'redirect') {
    // Browsers keep a 301 without `cache-control` for ever: an article that gets its former address back would redirect in a circle.
    if (isReferred(context.var.page.parameters)) context.header('cache-control', onlyThisVisitor);
    else for (const [name, value] of shared.headers(pageCacheControl, [anyChangeTag])) context.header(name, value);
    return context.redirect(answer.to, answer.permanent ? 301 : 302);
  }
  const status = answer.kind === 'fatal' ? 500 : 404;
  // R07: a crawler gets the status and plain text, not the error screen.
  if (isCrawler(context.req.header('user-agent')) || !answer.html)
    return context.text(answer.message, status, notIndexed);
  context.set('styleSource', hashStyle(answer.html));
  return context.html(answer.html, status, notIndexed);
}

export function createPageRoutes(services: PageServices): Hono<PageEnv> {
  const { config, replica, hasContent, pages, personalPages, search, countLookup, shared, additions } = services;
  const app = new Hono<PageEnv>();
  app.use(matchPage(services));
  app.use(async (context, next) => (await additions.answerPage?.(context)) ?? next());
  app.post('*', (context) => personalPages.submit(context));
  app.get(
    '*',
    refusePersonalPayloads(services),
    renderPreview(services),
    async (context, next) => ((await hasContent()) ? next() : refuseWithoutContent(context, inAMinute)),
    keepReferral(config.siteUrl.startsWith('https:')),
    renderPersonalPage(services),
  );
  app.get('*', async (context) => {
    const { page } = context.var;
    const searches = page.matched?.route.page.kind === 'search' && Boolean(page.parameters.get('q'));
    // An uncacheable answer costs as much as a search, and counts as one.
    const wait = searches || page.caching === 'none' ? countLookup(context) : 0;
    if (searches && !(await hasContent())) return refuseWithoutContent(context, inAMinute);
    const findAnswer = () => pages.answerVisitor(page, wait > 0 ? refusedSearch : search);
    let answer = await findAnswer();
    // The replica broke while this page was rendered.
    if (answer.kind === 'fatal' && replica.size() === 0) {
      if (!(await hasContent())) return refuseWithoutContent(context, inAMinute);
      answer = await findAnswer();
    }
    if (wait > 0 && page.address.payload)
      return context.json({ error: 'limited' }, 429, { ...noStore, 'retry-after': String(wait) });
    if (answer.kind !== 'page') return answerOther(context, answer, shared);
    if (!page.address.payload) context.set('styleSource', answer.page.styleSource);
    return wait > 0 ? buildRefusal(answer.page, wait) : answerPublished(context, answer.page, shared);
  });
  return app;
}
