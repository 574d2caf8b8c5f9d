/**
 * A day view: one signed link opens the whole site as of a moment, for a visitor with the cookie that it sets (docs/compliance.md). A past moment is answered from the
 * archive, with the bytes that visitors were given; a future one by rendering today's content with the planned releases applied. No answer of it is cached or indexed, and each says what it is.
 */
import { Hono, type MiddlewareHandler } from 'hono';
import type { Changes } from '../../content/replica/replica-interface.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { splitLocale, localePath } from '../../site/i18n/locale-path.ts';
import { defaultLocale } from '../../content/locales.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import type { LedgerClient } from '../../server/content/ledger-client.ts';
import type { PastAnswers } from '../../server/part.ts';
import type { ContentSource } from '../../server/content/content-source.ts';
import { PreviewDrafts } from '../../server/content/preview-drafts.ts';
import { buildPreviewCookie } from '../../server/content/preview-link.ts';
import { openPreviewPages } from '../../server/content/preview-pages.ts';
import { encodeLocation, isOwnPath } from '../../server/http/own-path.ts';
import { hashScript } from '../../server/http/style-source.ts';
import type { SiteEnv } from '../../server/http/request-context.ts';
import type { PageRequestContext } from '../../server/pages/page-request.ts';
import type { SiteRenderer } from '../../server/pages/site-pages.ts';
import { createCompressedFile } from '../../server/assets/static-files.ts';
import { buildStaticResponse } from '../../server/assets/static-response.ts';
import { type Day, checkDayLink, readDayCookie, writeDayCookie } from './day-link.ts';
import {
  type NoPageReason,
  type DayNote,
  type DayPage,
  type Place,
  buildNoticePage,
  explainReason,
  markPage,
} from './day-page.ts';
import { PlannedDays } from './planned-day.ts';

interface Options {
  secret: string;
  content: ContentSource;
  settings: RenderSettings;
  renderer: () => Promise<SiteRenderer>;
  /** Null when this site keeps none. */
  past: PastAnswers | null;
  /** Null without Strapi. */
  ledger: Pick<LedgerClient, 'readPlanned'> | null;
  /** The site is on https: the cookie is then sent over https only. */
  secure: boolean;
}

const uncached = 'private, no-store';
const uncachedHeaders = { 'cache-control': uncached, 'x-robots-tag': 'noindex, nofollow' };
const refusals = {
  invalid: 'This link to a day of the site is not valid. Open it again from the content service.',
  expired: 'This link to a day of the site has expired. Open it again from the content service.',
};
/** What a script would show beside a page of another day: today's content. */
const todaysAnswers = /^\/api\/(?:search|costs|instruments\.csv|trading-hours)(?:\/|$)/;
/** Forms without a page of their own. */
const consentForms = /^\/api\/consent(?:\/|$)/;

/** The note of a page that the archive has, or of which it knows when it ended. */
function describeStay({ from, until }: { from: number; until: number | null }): DayNote {
  return { kind: 'stood', from, until };
}

export class DayView {
  readonly #options: Options;
  readonly #drafts: PreviewDrafts;
  readonly #planned: PlannedDays;

  constructor(options: Options) {
    this.#options = options;
    this.#drafts = new PreviewDrafts(options.content);
    this.#planned = new PlannedDays(options.ledger, this.#drafts, options.content.replica);
  }

  #readDay(cookies: string | undefined): Day | null {
    return readDayCookie(cookies, this.#options.secret, Math.floor(Date.now() / 1000));
  }

  /** `GET /api/preview/day`: checks a link, sets the cookie and leads to the address. `/api/preview/end` ends it. */
  routes(): Hono {
    const { secret, secure } = this.#options;
    return new Hono().get('/', (context) => {
      const now = Math.floor(Date.now() / 1000);
      const checked = checkDayLink(new URL(context.req.url).search.slice(1), secret, now);
      if (!checked.ok) return context.text(refusals[checked.reason], 403, uncachedHeaders);
      const { day, path } = checked;
      if (!isOwnPath(path)) return context.text(refusals.invalid, 404, uncachedHeaders);
      context.header('location', encodeLocation(path));
      context.header('set-cookie', buildPreviewCookie(writeDayCookie(day, secret), day.expires - now, secure));
      return context.body(null, 303, uncachedHeaders);
    });
  }

  /** Answers the request of a day view for a page, also a form that it sends. @returns null for a visitor of today's site. */
  async answer(context: PageRequestContext): Promise<Response | null> {
    const day = this.#readDay(context.req.header('cookie'));
    if (!day) return null;
    const { address } = context.var.page;
    if (context.req.method === 'POST') {
      // The rest of the body is not read.
      if (!context.env.incoming.complete) context.header('connection', 'close');
      return this.#answerNoPage(context, day, 'form');
    }
    // The navigator then loads the address as a document.
    if (address.payload) return context.json({ document: true }, 200, uncachedHeaders);
    return day.moment > Date.now() ? this.#answerPlanned(context, day) : this.#answerArchived(context, day);
  }

  async #answerArchived(context: PageRequestContext, day: Day): Promise<Response> {
    const { past } = this.#options;
    const place = findPlace(context);
    if (!past) return this.#answerNoPage(context, day, 'no-archive');
    // Parameters that today's page does not read, such as those of a campaign, change nothing.
    if (context.var.page.query.size > 0) return this.#answerNoPage(context, day, 'parameters');
    let found;
    try {
      found = await past.read(place.address, day.moment);
    } catch {
      return this.#answerNoPage(context, day, 'archive-away');
    }
    if (found.kind === 'redirect') return redirect(found.to);
    if (found.kind !== 'page')
      return this.#answerNoPage(context, day, found.kind, found.kind === 'unknown' ? null : describeStay(found));
    context.set('scriptSource', hashScript(found.html));
    const marked = markPage(found.html, day, place, describeStay(found), Date.now());
    return this.#show(context, { status: 200, ...marked });
  }

  async #answerPlanned(context: PageRequestContext, day: Day): Promise<Response> {
    const { renderer, settings } = this.#options;
    const rendered = await renderer();
    const { address } = context.var.page;
    let answer;
    let note: DayNote;
    try {
      const changes = await this.#planned.read(day.moment);
      note = { kind: changes.documents.length + changes.removed.length > 0 ? 'planned' : 'nothing-planned' };
      answer = await this.#drafts.withChanges(changes, (replica) => {
        const pages = openPreviewPages(replica, settings);
        return pages.answer(pages.request(rendered, address));
      });
    } catch {
      return this.#answerNoPage(context, day, 'plan-away');
    }
    if (answer.kind === 'redirect') return redirect(answer.to);
    const html = answer.kind === 'page' ? answer.page.document.text() : answer.html;
    const status = answer.kind === 'page' ? 200 : answer.kind === 'not-found' ? 404 : 500;
    return this.#show(context, { status, ...markPage(html, day, findPlace(context), note, Date.now()) });
  }

  #answerNoPage(context: PageRequestContext, day: Day, reason: NoPageReason, note: DayNote | null = null): Response {
    return this.#show(context, buildNoticePage(reason, day, findPlace(context), note, Date.now()));
  }

  #show(context: PageRequestContext, { status, html, styleSource }: DayPage): Response {
    context.set('styleSource', styleSource);
    return context.html(html, status as 200, {
      ...uncachedHeaders,
      ...(status === 503 ? { 'retry-after': '5' } : {}),
    });
  }

  /** Calls `look` with the content of a future day. @returns null for every other request, or when it is not known now. */
  async look<Result>(cookies: string | undefined, look: (planned: Replica) => Result): Promise<Result | null> {
    const day = this.#readDay(cookies);
    if (!day || day.moment <= Date.now()) return null;
    const changes: Changes | null = await this.#planned.read(day.moment).catch(() => null);
    return changes && this.#drafts.withChanges(changes, look);
  }

  /** Answers for a file that today's site does not have with the archive's, in a day view only: no visitor makes the server read the database. */
  readonly serveArchivedFiles: MiddlewareHandler<SiteEnv> = async (context, next) => {
    await next();
    const { past } = this.#options;
    const { status } = context.res;
    if (status === 200 || status === 304 || !past || !this.#readDay(context.req.header('cookie'))) return;
    const { path } = context.req;
    const bytes = await past.readFile(path).catch(() => null);
    if (bytes) context.res = buildStaticResponse(context, await createCompressedFile(bytes, path, uncached));
  };

  /** Refuses what scripts of a page would fetch of today's content, and what a form would store. */
  readonly refuseToday: MiddlewareHandler<SiteEnv> = async (context, next) => {
    const { path, method } = context.req;
    const reason = todaysAnswers.test(path)
      ? 'parameters'
      : method === 'POST' && consentForms.test(path)
        ? 'form'
        : null;
    if (!reason || !this.#readDay(context.req.header('cookie'))) return next();
    const from = context.req.header('referer') ?? '';
    const locale = (URL.canParse(from) && splitLocale(new URL(from).pathname).locale) || defaultLocale;
    // A browser keeps the proof of a consent until a later answer: after the day view it is sent again.
    return context.text(explainReason(reason, locale), path === '/api/consent' ? 503 : 403, uncachedHeaders);
  };
}

function findPlace(context: PageRequestContext): Place {
  const { locale, path } = context.var.page.address;
  return { locale, address: localePath(path, locale) };
}

function redirect(to: string): Response {
  return new Response(null, { status: 302, headers: { ...uncachedHeaders, location: encodeLocation(to) } });
}
