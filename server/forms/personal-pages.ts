/** The uncached pages (docs/decisions/0012-page-modules.md): personal pages and submitted forms. No cache may store its responses. */
import { currentRequestId } from '../../accounts/request-id.ts';
import { hashStyle } from '../http/style-source.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import { type FormState, formState } from '../../site/forms/form-state.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import type { ActionAnswer, PersonalContext, SubmittedForm } from '../../site/page/form-action.ts';
import type { FormServices, Visit } from '../../site/page/form-services.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { keptReferral } from '../http/referral.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { formCookies, hasCookie, describeVisit } from '../http/visit.ts';
import { shownPath } from '../pages/page-address.ts';
import type { PageRequestContext, PageRequest } from '../pages/page-request.ts';
import type { MatchedRoute } from '../pages/route-matcher.ts';
import type { SitePages } from '../pages/site-pages.ts';
import { BodyTooLarge, BodyUnreadable, type FormBody, type IncomingFiles, readFormBody } from './form-body.ts';

interface Parts {
  config: Config;
  replica: Replica;
  search: SiteSearch;
  pages: SitePages;
  /** Null while the accounts database cannot be reached. */
  services: () => FormServices | null;
  incoming: IncomingFiles;
  log: Logger;
  onSubmission: (kind: string, status: number) => void;
}

/** A request for a personal page or with a submitted form, with everything that the steps of handling it need. */
interface FormRequest extends PageRequest {
  context: PageRequestContext;
  matched: MatchedRoute;
  visit: Visit;
  /** Values of the response's `Set-Cookie` headers; the page's code appends to them. */
  setCookieHeaders: string[];
}

function formRequest(context: PageRequestContext, matched: MatchedRoute, clientIpHeader: string): FormRequest {
  return { ...context.var.page, context, matched, visit: describeVisit(context, clientIpHeader), setCookieHeaders: [] };
}

/** Nobody fills in a form faster; the browser measures from the moment it shows the page. */
const shortestVisitMs = 700;

/** @returns the form, and in `timed` whether the browser sent the time since the page was shown. */
function submittedForm({ fields, file, fileTooLarge }: FormBody): SubmittedForm & { timed: boolean } {
  const elapsed = fields.get('elapsed') ?? '';
  return {
    value: (field) => fields.get(field) ?? '',
    file,
    fileTooLarge,
    timed: elapsed !== '',
    trapped: (fields.get('fax') ?? '') !== '',
    tooFast: /^\d{1,12}$/.test(elapsed) && Number(elapsed) < shortestVisitMs,
  };
}

const unkept = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
/** For what a mailed link opens. */
const unnamed = { 'referrer-policy': 'no-referrer' };
/** How long the page of a mailed link can be loaded again. */
const linkSeconds = 30 * 60;

function tooManyRequests({ context }: FormRequest, seconds: number, headers: Record<string, string> = {}): Response {
  return context.text('Too many requests. Please wait a few minutes.', 429, {
    ...unkept,
    'retry-after': String(seconds),
    ...headers,
  });
}

/**
 * Adds the cookies. The end of a session also clears the browser's cache, and only that: storage and the other cookies contain the record of
 * consent, text typed on other pages, and the known device.
 */
function withCookies(response: Response, { setCookieHeaders }: FormRequest): Response {
  if (setCookieHeaders.some((header) => /^(?:__Host-)?session=;/.test(header)))
    response.headers.set('clear-site-data', '"cache"');
  for (const header of setCookieHeaders) response.headers.append('set-cookie', header);
  return response;
}

export class PersonalPages {
  readonly #parts: Parts;
  readonly #https: boolean;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#https = parts.config.siteUrl.startsWith('https:');
  }

  /** The page as this visitor sees it, or null when it is the same as for everyone. */
  async show(context: PageRequestContext): Promise<Response | null> {
    const { matched, parameters } = context.var.page;
    const personal = matched?.route.page.personal;
    if (!matched || !personal) return null;
    const takesSecret = personal.secret !== undefined && parameters.has(personal.secret);
    if (
      !takesSecret &&
      !hasCookie(context.req.header('cookie'), personal.cookies, this.#https) &&
      !personal.query.some((name) => parameters.has(name))
    )
      return null;
    const request = formRequest(context, matched, this.#parts.config.clientIpHeader);
    if (takesSecret) return this.#hideSecret(request, personal.secret ?? '');
    try {
      const state = await personal.state(this.#personalContext(request));
      return state && this.#page(request, 200, state);
    } catch (error) {
      return this.#unavailable(request, error);
    }
  }

  /** Before anything is shown, the secret of a mailed link leaves the address, which scripts of others, other sites and the history would keep. */
  #hideSecret(request: FormRequest, secret: string): Response {
    const { address, parameters, visit, setCookieHeaders } = request;
    const others = new URLSearchParams([...parameters, ['link', '1']]);
    others.delete(secret);
    const token = parameters.get(secret)?.slice(0, 100) ?? '';
    formCookies(visit.cookie, this.#https, setCookieHeaders).set('link', token, linkSeconds);
    const location = localePath(`${address.path}?${others.toString()}`, address.locale);
    return withCookies(new Response(null, { status: 303, headers: { ...unkept, ...unnamed, location } }), request);
  }

  async submit(context: PageRequestContext): Promise<Response> {
    const { config, incoming } = this.#parts;
    const { matched } = context.var.page;
    if (!matched?.route.page.action)
      return context.text('This address answers GET and HEAD.', 405, { allow: 'GET, HEAD', ...unkept });
    if (!isSameOrigin(context.req.raw.headers, config.siteUrl))
      return context.text('This form was not sent from this site.', 403, unkept);
    const request = formRequest(context, matched, config.clientIpHeader);
    const { address } = request.visit;
    const wait = (await this.#parts.services()?.limits.use({ 'submit:address': address })) ?? 0;
    if (wait > 0) return tooManyRequests(request, wait, { connection: 'close' });
    let body: FormBody;
    try {
      body = await readFormBody(
        context.env.incoming,
        matched.route.page.takesFile ? { files: incoming, address } : null,
      );
    } catch (error) {
      if (error instanceof BodyTooLarge)
        return context.text('This is more than the form takes.', 413, { ...unkept, connection: 'close' });
      if (error instanceof BodyUnreadable)
        return context.text('This form could not be read.', 400, { ...unkept, connection: 'close' });
      throw error;
    }
    try {
      return await this.#act(request, body);
    } catch (error) {
      this.#parts.onSubmission(matched.route.page.kind, 503);
      return this.#unavailable(request, error, body);
    } finally {
      await body.discard();
    }
  }

  /** @throws when the form could not be received whole, or while the accounts database cannot be reached. */
  async #act(request: FormRequest, body: FormBody): Promise<Response> {
    const { page } = request.matched.route;
    const { log, onSubmission } = this.#parts;
    if (!page.action) throw new Error(`${page.kind} has no action`);
    if (body.fileUnheard) throw new Error('too many files are being received');
    if (body.unstored) throw body.unstored;
    const form = submittedForm(body);
    // Forms without the time that our script measures have a lower limit.
    const wait = form.timed
      ? 0
      : ((await this.#parts.services()?.limits.use({ 'submit-plain:address': request.visit.address })) ?? 0);
    if (wait > 0) return tooManyRequests(request, wait);
    const personal = this.#personalContext(request);
    const answer = await page.action({
      ...personal,
      form,
      referral: keptReferral(
        request.parameters,
        request.visit.cookie,
        this.#parts.config.thirdParties.consentStorage === 'localStorage',
      ),
    });
    const status = answer.kind === 'redirect' ? 303 : answer.status;
    if (status === 429 || form.trapped) await personal.services.challenge.noteFailure();
    onSubmission(page.kind, status);
    log.info({ page: page.kind, intent: form.value('intent').slice(0, 20), status, trapped: form.trapped }, 'form');
    return this.#answer(request, answer);
  }

  /** 503 with the form and the typed text: nothing was accepted, and a retry in a minute may work. */
  #unavailable(
    request: FormRequest,
    error: unknown,
    received: Partial<Pick<FormBody, 'fields' | 'file' | 'fileUnheard' | 'unstored'>> = {},
  ): Response {
    const { fields = new Map<string, string>(), file, fileUnheard, unstored } = received;
    const { page } = request.matched.route;
    this.#parts.log.error({ err: error, page: page.kind }, 'a form could not be answered');
    const typed = [...fields]
      .filter(([name]) => name !== 'password')
      .map(([name, value]) => [name, value.slice(0, 5000)] as const);
    const t = translator(request.address.locale);
    const requestId = currentRequestId();
    const state = formState(page.viewOfIntent[fields.get('intent') ?? ''] ?? 'form', {
      values: Object.fromEntries(typed),
      problem: [t('forms.unavailable'), requestId && `${t('fatal.reference')} ${requestId}`].filter(Boolean).join(' '),
      ...(file || fileUnheard || unstored ? { errors: { cv: t('forms.errors.cvAgain') } } : {}),
    });
    return this.#page(request, 503, state);
  }

  /** @throws while the accounts database cannot be reached. */
  #personalContext({
    address: { locale, path },
    matched,
    parameters,
    query,
    visit,
    setCookieHeaders,
  }: FormRequest): PersonalContext {
    const { replica, search, config } = this.#parts;
    const services = this.#parts.services();
    if (!services) throw new Error('the accounts database cannot be reached');
    return {
      locale,
      path,
      params: matched.params,
      query,
      read: replica.reader(),
      search,
      t: translator(locale),
      services,
      visit,
      cookies: formCookies(visit.cookie, this.#https, setCookieHeaders),
      parameters,
      portalUrl: config.accounts.clientPortalUrl,
    };
  }

  #answer(request: FormRequest, answer: ActionAnswer): Response {
    if (answer.kind === 'page') return this.#page(request, answer.status, answer.state);
    const location = answer.to.startsWith('/') ? localePath(answer.to, request.address.locale) : answer.to;
    return withCookies(new Response(null, { status: 303, headers: { ...unkept, location } }), request);
  }

  #page(request: FormRequest, status: number, state: FormState): Response {
    const html = this.#parts.pages.renderPersonal(request, request.matched, state);
    if (html === null) return request.context.text(`Page Not Found: ${shownPath(request.address)}`, 404, unkept);
    request.context.set('styleSource', hashStyle(html));
    // Never compress this response: it contains secrets next to typed text (BREACH).
    return withCookies(
      new Response(html, {
        status,
        headers: {
          ...unkept,
          ...(state.values['token'] === undefined ? {} : unnamed),
          'content-type': 'text/html; charset=utf-8',
          ...(status === 429 || status === 503 ? { 'retry-after': '60' } : {}),
        },
      }),
      request,
    );
  }
}
