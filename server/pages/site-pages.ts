/** Serves pages through the cache: turns an address into a cached page or another answer. */
import { currentRequestId } from '../../base/request-id.ts';
import { type CachedPage, createCachedPage } from './page-bytes.ts';
import type { PageCache } from './page-cache.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { traced } from '../../base/tracing.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import { chosenPatterns } from '../../site/route-patterns.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import type { FormState } from '../../site/forms/form-state.ts';
import type { Locale } from '../../content/locales.ts';
import { MovedTo, NotFound } from '../../site/page/page-module.ts';
import type { RenderRequest, RenderSettings, renderError, renderPage } from '../../site/render-page.tsx';
import type { drawWantedDiagram } from '../../site/pages/diagrams/diagram.ts';
import type { Route } from '../../site/routes.ts';
import type { Metrics } from '../metrics.ts';
import { type PageAddress, pickDeclaredQuery, shortenPath } from './page-address.ts';
import { findRedirect } from './find-redirect.ts';
import { resolveRedirect } from './redirect-target.ts';
import type { PageRequest } from './page-request.ts';
import { type MatchedRoute, createRouteMatcher } from './route-matcher.ts';
import { StalePages } from './stale-pages.ts';

export type PageAnswer =
  | { kind: 'page'; page: CachedPage }
  | { kind: 'redirect'; to: string; permanent: boolean }
  | { kind: 'not-found'; html: string; message: string }
  | { kind: 'fatal'; html: string; message: string };

/** What every visitor of an address gets from now on. */
export type AddressAnswer =
  | { kind: 'page'; html: string; tags: readonly string[] }
  | { kind: 'redirect'; to: string }
  | { kind: 'gone' };

/** The functions of `site/` that render; in development they are replaced whenever a file changes. */
export interface SiteRenderer {
  routes: readonly Route[];
  renderPage: typeof renderPage;
  renderError: typeof renderError;
  drawWantedDiagram: typeof drawWantedDiagram;
}

interface Options {
  replica: Replica;
  cache: PageCache;
  search: SiteSearch;
  settings: RenderSettings;
  metrics: () => Pick<Metrics, 'renderSeconds'>;
  onAlarm: OnAlarm;
  /** Renders every request again and caches nothing, because a cache hit would bypass this class. For development and previews. */
  uncached?: boolean;
  /** Called with what an address without parameters answers, before a visitor gets it: whenever that may be new. */
  onAnswer?: (address: string, answer: AddressAnswer) => void;
}

function isChosen(pattern: string): boolean {
  return (chosenPatterns as readonly string[]).includes(pattern);
}

export class SitePages {
  readonly #options: Options;
  /** One for each table of routes: development replaces the table. */
  readonly #matchers = new WeakMap<readonly Route[], ReturnType<typeof createRouteMatcher>>();
  readonly #stalePages: StalePages;

  constructor(options: Options) {
    this.#options = options;
    this.#stalePages = new StalePages(options.cache);
  }

  request(renderer: SiteRenderer, address: PageAddress): PageRequest {
    const matched = this.#matcher(renderer)(address.path);
    const { cached, query: declared } = matched?.route.page ?? { cached: false, query: [] };
    const parameters = new URLSearchParams(address.queryString);
    const query = pickDeclaredQuery(parameters, declared);
    const path = localePath(address.path, address.locale);
    return {
      renderer,
      address,
      parameters,
      query,
      matched,
      caching:
        cached === 'without-query' && query.size > 0
          ? 'none'
          : cached && !this.#options.uncached
            ? 'page-cache'
            : 'shared',
      key: query.size > 0 ? `${path}?${query}` : path,
    };
  }

  /** Renders a page for one visitor and stores it nowhere. @returns null when there is no such page. @throws when it cannot be rendered. */
  renderPersonal(
    { renderer, address: { locale, path }, query }: PageRequest,
    { route, params }: MatchedRoute,
    state: FormState,
  ): string | null {
    const request: RenderRequest = {
      locale,
      path,
      params,
      query,
      read: this.#options.replica.reader(),
      search: this.#options.search,
    };
    const { settings } = this.#options;
    // No script of another company reads the secret of a mailed link, which the form carries.
    const shown =
      state.values['token'] === undefined
        ? settings
        : { ...settings, thirdParties: { ...settings.thirdParties, analyticsId: '', adTags: [] } };
    const rendered = traced('render', { 'page.kind': route.page.kind }, () =>
      renderer.renderPage(route.page, request, shown, state),
    );
    return 'html' in rendered ? rendered.html : null;
  }

  /** Answers a visitor: a stale page waits for its turn to be rendered, or is served as stale bytes (`stale-pages.ts`). */
  async answerVisitor(request: PageRequest, siteSearch?: SiteSearch): Promise<PageAnswer> {
    const { cache } = this.#options;
    const cached = request.caching === 'page-cache' ? cache.get(request.key) : undefined;
    if (!cached || cached.staleSince === null) return this.answer(request, siteSearch);
    if (!this.#stalePages.mayServe(cached)) return this.#stalePages.render(() => this.answer(request, siteSearch));
    cache.hits += 1;
    return { kind: 'page', page: cached };
  }

  /** Answers a request. When a render fails, it answers with the stale page or `fatal`, and does not throw. @param siteSearch replaces the site's search. */
  answer(request: PageRequest, siteSearch = this.#options.search): PageAnswer {
    const answer = this.#answer(request, siteSearch);
    if (request.address.queryString === '') {
      if (answer.kind === 'redirect') this.#options.onAnswer?.(request.key, answer);
      if (answer.kind === 'not-found') this.#options.onAnswer?.(request.key, { kind: 'gone' });
    }
    return answer;
  }

  #answer(request: PageRequest, siteSearch: SiteSearch): PageAnswer {
    const { cache, settings, replica, onAlarm, metrics } = this.#options;
    const { renderer, address, matched, query, caching, key } = request;
    const { locale, path, queryString } = address;
    if (!matched)
      return this.#findRedirect(address) ?? this.#notFound(renderer, locale, `Page not found: ${shortenPath(address)}`);
    const { route, params } = matched;
    const cached = caching === 'page-cache' ? cache.get(key) : undefined;
    if (cached?.staleSince === null) {
      cache.hits += 1;
      return { kind: 'page', page: cached };
    }
    const renderRequest: RenderRequest = { locale, path, params, query, read: replica.reader(), search: siteSearch };
    const stop = metrics().renderSeconds.startTimer({ kind: route.page.kind });
    const generation = replica.generation();
    try {
      const rendered = traced('render', { 'page.kind': route.page.kind }, () =>
        renderer.renderPage(route.page, renderRequest, settings),
      );
      // After the file broke, the render may have read an empty replica.
      if (replica.generation() !== generation && replica.size() === 0) throw new Error('The replica broke meanwhile.');
      if (rendered instanceof NotFound) {
        // R03, R04: a path that no document has is no page at all; elsewhere the page is there, and its document is not.
        const said = isChosen(route.pattern) ? 'Page not found' : 'Page Not Found';
        return this.#findRedirect(address) ?? this.#notFound(renderer, locale, `${said}: ${shortenPath(address)}`);
      }
      if (rendered instanceof MovedTo)
        return (
          this.#findRedirect(address) ?? {
            kind: 'redirect',
            to: resolveRedirect(rendered.to, locale, queryString),
            permanent: true,
          }
        );
      const tags = [...renderRequest.read.tags];
      if (route.page.cached !== false && query.size === 0)
        this.#options.onAnswer?.(key, { kind: 'page', html: rendered.html, tags });
      const personal = route.page.personal?.cookies ?? null;
      const page =
        // A CDN would keep a page with tags for a day, and only cached pages are purged from it.
        caching === 'page-cache' ? cache.set(key, rendered, tags, personal) : createCachedPage(rendered);
      return { kind: 'page', page };
    } catch (error) {
      onAlarm({
        kind: 'render-failed',
        subject: key,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      if (cached) return { kind: 'page', page: cached };
      const message = 'The page could not be rendered.';
      return { kind: 'fatal', html: this.#errorHtml(renderer, 'fatal', message, locale), message };
    } finally {
      stop();
    }
  }

  #matcher({ routes }: SiteRenderer): ReturnType<typeof createRouteMatcher> {
    const matcher = this.#matchers.get(routes) ?? createRouteMatcher(routes);
    this.#matchers.set(routes, matcher);
    return matcher;
  }

  /** Redirects are documents (R05). One that an editor wrote comes before the former address of a document. */
  #findRedirect(address: PageAddress): PageAnswer | null {
    const redirect = findRedirect(this.#options.replica.reader(), address);
    return redirect && { kind: 'redirect', ...redirect };
  }

  #notFound(renderer: SiteRenderer, locale: Locale, message: string): PageAnswer {
    return { kind: 'not-found', html: this.#errorHtml(renderer, 'notFound', message, locale), message };
  }

  /** Renders the error screen, which may fail as well, for example when the replica's file is gone. @returns an empty string on a failure: only the message is sent. */
  #errorHtml(renderer: SiteRenderer, kind: 'notFound' | 'fatal', message: string, locale: Locale): string {
    try {
      const reference = kind === 'fatal' ? currentRequestId() : null;
      const read = this.#options.replica.reader();
      return renderer.renderError(kind, message, { locale, read, reference }, this.#options.settings);
    } catch (error) {
      this.#options.onAlarm({
        kind: 'render-failed',
        subject: 'error screen',
        message: error instanceof Error ? error.message : String(error),
      });
      return '';
    }
  }
}
