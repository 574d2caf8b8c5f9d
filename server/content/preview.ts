/**
 * Preview (R30): a signed link sets a cookie. For requests with the cookie the server bypasses the cache and renders the draft of the named
 * document, with everything else as visitors see it. A bar on the page shows that it is a preview, and ends it.
 */
import { hashStyle } from '../http/style-source.ts';
import { type Context, Hono } from 'hono';
import { strapiTypeNamed } from '../../content/feed/strapi-types.ts';
import { storedLocales } from '../../content/language-neutral.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import type { ContentSource } from './content-source.ts';
import { findShownPath } from '../pages/preview-path.ts';
import { readCookie } from '../http/cookies.ts';
import { encodeLocation, isOwnPath } from '../http/own-path.ts';
import { ChangedPagesFinder } from './changed-pages.ts';
import type { PageCache } from '../pages/page-cache.ts';
import type { PageAddress } from '../pages/page-address.ts';
import { buildPageReply } from '../pages/page-response.ts';
import { PreviewDrafts } from './preview-drafts.ts';
import {
  type PreviewTarget,
  buildPreviewCookie,
  checkLink,
  writeCookieText,
  previewCookie,
  readCookieText,
} from './preview-link.ts';
import type { SitePages, SiteRenderer } from '../pages/site-pages.ts';
import { openPreviewPages } from './preview-pages.ts';
import { TypedPreview } from './typed-preview.ts';

interface Options {
  secret: string;
  content: ContentSource;
  settings: RenderSettings;
  renderer: () => Promise<SiteRenderer>;
  /** The pages of visitors, and their cache. */
  pages: SitePages;
  cache: PageCache;
  /** The site is on https: the cookie is then sent over https only. */
  secure: boolean;
}

const uncachedHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' };
const refusals = {
  invalid: 'This preview link is not valid. Open the preview again from the content service.',
  expired: 'This preview link has expired. Open the preview again from the content service.',
};

const draftsUnread = 'The preview cannot read the drafts now:';

function readSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

export class Preview {
  readonly #options: Options;
  readonly #drafts: PreviewDrafts;
  readonly #changedPages: ChangedPagesFinder;
  readonly #typed: TypedPreview;

  constructor(options: Options) {
    this.#options = options;
    this.#drafts = new PreviewDrafts(options.content);
    this.#changedPages = new ChangedPagesFinder({
      ...options,
      drafts: this.#drafts,
      replica: options.content.replica,
      openPages: (replica) => openPreviewPages(replica, options.settings),
    });
    this.#typed = new TypedPreview({
      ...options,
      drafts: this.#drafts,
      feed: options.content.drafts,
      openPages: (replica, preview) => openPreviewPages(replica, { ...options.settings, preview }),
    });
  }

  readTarget(cookies: string | undefined): PreviewTarget | null {
    return readCookieText(readCookie(cookies, previewCookie), this.#options.secret, readSeconds());
  }

  /** Renders the page with the draft, or returns null when this request has no preview. */
  async render(context: Context, address: PageAddress): Promise<Response | null> {
    const target = this.readTarget(context.req.header('cookie'));
    if (!target) return null;
    const { settings, renderer } = this.#options;
    const type = strapiTypeNamed(target.type);
    if (!type) return null;
    const rendered = await renderer();
    let answer;
    try {
      answer = await this.#drafts.read({ type: type.type, id: target.key, locale: target.locale }, (replica) => {
        const preview = { type: target.type, key: target.key, locale: target.locale };
        const pages = openPreviewPages(replica, { ...settings, preview });
        return pages.answer(pages.request(rendered, address));
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return context.text(`${draftsUnread} ${message}\nEnd it at /api/preview/end to see the published page.`, 503, {
        ...uncachedHeaders,
        'retry-after': '5',
      });
    }
    if (answer.kind === 'redirect')
      return new Response(null, { status: 302, headers: { ...uncachedHeaders, location: encodeLocation(answer.to) } });
    context.set('styleSource', answer.kind === 'page' ? answer.page.styleSource : hashStyle(answer.html));
    if (answer.kind !== 'page')
      return context.html(answer.html || answer.message, answer.kind === 'fatal' ? 500 : 404, uncachedHeaders);
    const reply = buildPageReply(answer.page, {});
    const headers = reply.headers.filter(([name]) => name === 'content-type' || name === 'content-length');
    return new Response(reply.body && new Uint8Array(reply.body), {
      status: 200,
      headers: [...headers, ...Object.entries(uncachedHeaders)],
    });
  }

  /** Calls `look` with the draft. @returns its result; null without a preview, or when the draft cannot be read now. */
  async look<Result>(cookies: string | undefined, look: (draft: Replica) => Result): Promise<Result | null> {
    const target = this.readTarget(cookies);
    const type = target && strapiTypeNamed(target.type);
    if (!target || !type) return null;
    try {
      return await this.#drafts.read({ type: type.type, id: target.key, locale: target.locale }, look);
    } catch {
      return null;
    }
  }

  /** Answers what a draft would change: the list of pages, or with `page` one of them as it is (`side=before`) or would be. */
  async #answerChanges(context: Context): Promise<Response> {
    const checked = checkLink(new URL(context.req.url).search.slice(1), this.#options.secret, readSeconds());
    if (!checked.ok) return context.text(refusals[checked.reason], 403);
    const { type: name, key, locale } = checked.target;
    const type = strapiTypeNamed(name);
    if (!type) return context.text('The site does not show documents of this kind.', 404);
    const { page, side, withdraw, shared = '' } = context.req.query();
    const languages = type.localized ? [locale] : storedLocales(type.type);
    const proposal = {
      documents: languages.map((language) => ({ type: type.type, id: key, locale: language })),
      withdraw: withdraw === 'true',
      shared: shared.split(','),
    };
    if (page === undefined) return context.json(await this.#changedPages.find(proposal));
    context.set('preview', true);
    return this.#changedPages.show(context, proposal, page, side !== 'before');
  }

  routes(): Hono {
    const { secret, secure } = this.#options;
    const app = new Hono();
    app.use(async (context, next) => {
      for (const [name, value] of Object.entries(uncachedHeaders)) context.header(name, value);
      await next();
    });
    app.route('/frame', this.#typed.routes());
    app.get('/changes', async (context) => {
      try {
        return await this.#answerChanges(context);
      } catch (error) {
        return context.text(`${draftsUnread} ${error instanceof Error ? error.message : String(error)}`, 503);
      }
    });
    app.get('/', async (context) => {
      const checked = checkLink(new URL(context.req.url).search.slice(1), this.#options.secret, readSeconds());
      if (!checked.ok) return context.text(refusals[checked.reason], 403, uncachedHeaders);
      const { target } = checked;
      const type = strapiTypeNamed(target.type);
      if (!type) return context.text('The site does not show documents of this kind.', 404, uncachedHeaders);
      const isDraft = target.status === 'draft';
      try {
        const findPath = (replica: Replica) => findShownPath(replica.reader(), type.type, target.key, target.locale);
        const path = isDraft
          ? await this.#drafts.read({ type: type.type, id: target.key, locale: target.locale }, findPath)
          : findPath(this.#options.content.replica);
        if (!isOwnPath(path)) return context.text(refusals.invalid, 404, uncachedHeaders);
        context.header('location', encodeLocation(path));
      } catch (error) {
        return context.text(`${draftsUnread} ${error instanceof Error ? error.message : String(error)}`, 503, {
          ...uncachedHeaders,
          'retry-after': '5',
        });
      }
      context.header(
        'set-cookie',
        isDraft
          ? buildPreviewCookie(writeCookieText(target, secret), target.expires - readSeconds(), secure)
          : buildPreviewCookie('', 0, secure),
      );
      return context.body(null, 303, uncachedHeaders);
    });
    app.on(['GET', 'POST'], '/end', (context) => {
      const path = context.req.query('path');
      context.header('location', isOwnPath(path) ? encodeLocation(path) : '/');
      context.header('set-cookie', buildPreviewCookie('', 0, secure));
      return context.body(null, 303, uncachedHeaders);
    });
    return app;
  }
}
