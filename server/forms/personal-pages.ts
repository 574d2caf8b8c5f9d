/** The uncached pages (docs/decisions/0012-page-modules.md): personal pages and submitted forms. No cache may store its responses. */
import { createHash } from 'node:crypto';
import { currentRequestId } from '../../base/request-id.ts';
import { hashStyle } from '../http/style-source.ts';
import type { Replica } from '../../content/replica/replica.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import { type FormState, formState } from '../../site/forms/form-state.ts';
import { isBlockForm } from '../../site/forms/block-form.ts';
import { shownFields, trapField } from '../../site/forms/form-schemas.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import type { ActionAnswer, PersonalContext, SubmittedForm } from '../../site/page/form-action.ts';
import type { LoaderContext } from '../../site/page/page-module.ts';
import type { FormLimit } from '../../site/forms/form-limits.ts';
import type { FormServices, LeadSource, Visit } from '../../site/page/form-services.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { findReferral } from '../http/referral.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { createFormCookies, hasCookie, describeVisit } from '../http/visit.ts';
import { shortenPath } from '../pages/page-address.ts';
import type { PageRequestContext, PageRequest } from '../pages/page-request.ts';
import type { MatchedRoute } from '../pages/route-matcher.ts';
import type { SitePages } from '../pages/site-pages.ts';
import { BodyRefused, BodyTooLarge, type FormBody, type IncomingFiles, readFormBody } from './form-body.ts';

interface Options {
  config: Config;
  replica: Replica;
  search: SiteSearch;
  pages: SitePages;
  /** Null while the accounts database cannot be reached. */
  services: () => FormServices | null;
  findCountry: (context: PageRequestContext) => Promise<string | null>;
  registrationRule: LoaderContext['registrationRule'];
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

function createFormRequest(context: PageRequestContext, matched: MatchedRoute, clientIpHeader: string): FormRequest {
  return { ...context.var.page, context, matched, visit: describeVisit(context, clientIpHeader), setCookieHeaders: [] };
}

/** Nobody fills in a form faster; the browser measures from the moment it shows the page. */
const minVisitMs = 700;

/** Reads the form. @returns it, and in `timed` whether the browser sent the time since the page was shown. */
function readSubmittedForm(
  { fields, file, fileTooLarge }: FormBody,
  step: string | null,
): SubmittedForm & { timed: boolean } {
  const elapsed = fields.get('elapsed') ?? '';
  const sentStep = fields.get('step');
  return {
    value: (field) => fields.get(field) ?? '',
    file,
    fileTooLarge,
    timed: elapsed !== '',
    trapped: (fields.get(trapField) ?? '') !== '',
    step: sentStep === undefined ? 'unknown' : sentStep === step ? 'same' : 'other',
    tooFast: /^\d{1,12}$/.test(elapsed) && Number(elapsed) < minVisitMs,
  };
}

const uncachedHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
/** For the page that a mailed link opens: the sites that it leads to do not learn its address. */
const noReferrer = { 'referrer-policy': 'no-referrer' };
/** How long the page of a mailed link can be loaded again. */
const linkSeconds = 30 * 60;

/** Why a form is refused before its action sees it. */
interface Refusal {
  status: number;
  /** In the page's language. */
  problem: string;
  /** Until the visitor may try again. */
  seconds?: number;
}

/** The received parts of a refused form. The browser keeps no file: the visitor has to choose it again. */
type Received = Partial<Pick<FormBody, 'fields' | 'fileUnheard' | 'unstored'>> & { file?: unknown };

/**
 * Adds the cookies. The end of a session also clears the browser's cache, and only that: storage and the other cookies contain the record of
 * consent, text typed on other pages, and the known device.
 */
function addCookies(response: Response, { setCookieHeaders }: FormRequest): Response {
  for (const header of setCookieHeaders) {
    response.headers.append('set-cookie', header);
    const [, token] = /^(?:__Host-)?session=([^;]*)/.exec(header) ?? [];
    if (token === undefined) continue;
    // Scripts may know that somebody is signed in, for as long as the session lasts, and nothing else.
    const hint = header.replace(/^[^;]*/, `signed-in=${token && 'yes'}`).replace(/; *HttpOnly/i, '');
    response.headers.append('set-cookie', hint);
    if (token === '') response.headers.set('clear-site-data', '"cache"');
  }
  return response;
}

export class PersonalPages {
  readonly #options: Options;
  readonly #https: boolean;

  constructor(options: Options) {
    this.#options = options;
    this.#https = options.config.siteUrl.startsWith('https:');
  }

  /** Renders the page for this visitor, or returns null when it is the same as for everyone. */
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
    const request = createFormRequest(context, matched, this.#options.config.clientIpHeader);
    if (takesSecret) return this.#hideSecret(request, personal.secret ?? '');
    try {
      const state = await personal.state(this.#personalContext(request));
      return state && this.#page(request, 200, state);
    } catch (error) {
      return this.#refuseUnavailable(request, error);
    }
  }

  /** Moves the secret of a mailed link from the address to a cookie, and redirects. Third-party scripts, other sites and the history would keep an address. */
  #hideSecret(request: FormRequest, secret: string): Response {
    const { address, parameters, visit, setCookieHeaders } = request;
    const others = new URLSearchParams([...parameters, ['link', '1']]);
    others.delete(secret);
    const token = parameters.get(secret)?.slice(0, 100) ?? '';
    createFormCookies(visit.cookie, this.#https, setCookieHeaders).set('link', token, linkSeconds);
    const location = localePath(`${address.path}?${others.toString()}`, address.locale);
    return addCookies(
      new Response(null, { status: 303, headers: { ...uncachedHeaders, ...noReferrer, location } }),
      request,
    );
  }

  async submit(context: PageRequestContext): Promise<Response> {
    const { config, incoming } = this.#options;
    const { matched } = context.var.page;
    if (!matched?.route.page.action)
      return context.text('This address answers GET and HEAD.', 405, { allow: 'GET, HEAD', ...uncachedHeaders });
    if (matched.route.page.hasForm?.(this.#loaderContext({ ...context.var.page, matched })) === false)
      return this.#sendOn(context) ?? this.#refuseMethod(context);
    const request = createFormRequest(context, matched, config.clientIpHeader);
    const { address } = request.visit;
    const t = translator(request.address.locale);
    const refusal = isSameOrigin(context.req.raw.headers, config.siteUrl)
      ? await this.#refuseMany(request, 'submit:address')
      : { status: 403, problem: t('forms.foreign') };
    const taker = matched.route.page.takesFile && !refusal ? { files: incoming, address } : null;
    let body: FormBody;
    try {
      body = await readFormBody(context.env.incoming, taker);
    } catch (error) {
      if (!(error instanceof BodyRefused)) throw error;
      const isLarge = error instanceof BodyTooLarge;
      const bodyRefusal = { status: isLarge ? 413 : 400, problem: t(isLarge ? 'forms.tooLarge' : 'forms.unreadable') };
      const response = await this.#refuse(request, refusal ?? bodyRefusal, error);
      // The rest of the body is not read.
      if (!context.env.incoming.complete) response.headers.set('connection', 'close');
      return response;
    }
    if (refusal) return this.#refuse(request, refusal, body);
    try {
      return await this.#act(request, body);
    } catch (error) {
      this.#options.onSubmission(matched.route.page.kind, 503);
      return this.#refuseUnavailable(request, error, body);
    } finally {
      await body.discard();
    }
  }

  /** Runs the action of the page. @throws when the form could not be received whole, or while the accounts database cannot be reached. */
  async #act(request: FormRequest, body: FormBody): Promise<Response> {
    const { page } = request.matched.route;
    const { log, onSubmission } = this.#options;
    if (!page.action) throw new Error(`${page.kind} has no action`);
    if (body.fileUnheard) throw new Error('too many files are being received');
    if (body.unstored) throw body.unstored;
    const form = readSubmittedForm(body, this.#step(request));
    // Forms without the time that our script measures have a lower limit.
    const refusal = form.timed ? null : await this.#refuseMany(request, 'submit-plain:address');
    if (refusal) return this.#refuse(request, refusal, body);
    const personal = this.#personalContext(request);
    const answer = await page.action({
      ...personal,
      form,
      leadSource: this.#findSource(request),
    });
    const status = answer.kind === 'page' ? answer.status : answer.kind === 'redirect' ? 303 : 405;
    onSubmission(page.kind, status);
    log.info({ page: page.kind, intent: form.value('intent').slice(0, 20), status, trapped: form.trapped }, 'form');
    return this.#answer(request, answer);
  }

  #findSource({ address: { path, locale }, parameters, visit }: FormRequest): LeadSource {
    const hasStoredRecord = this.#options.config.thirdParties.consentStorage === 'localStorage';
    const landing = localePath(path, locale);
    return { ...findReferral(parameters, visit.cookie, { hasStoredRecord, landing }), source: path };
  }

  /** Counts one use of a limit. @returns null when it allows this form, or while the accounts database cannot be reached. */
  async #refuseMany({ address, visit }: FormRequest, limit: FormLimit): Promise<Refusal | null> {
    const seconds = (await this.#options.services()?.limits.use({ [limit]: visit.address })) ?? 0;
    if (seconds === 0) return null;
    return {
      status: 429,
      problem: translator(address.locale)('forms.busy', { minutes: Math.ceil(seconds / 60) }),
      seconds,
    };
  }

  /** Shows the form again, with the typed text and a sentence. A network address that is refused again and again gets only the sentence, which costs little. */
  async #refuse(request: FormRequest, refusal: Refusal, received: Received): Promise<Response> {
    const { status, problem, seconds } = refusal;
    const response = (await this.#refuseMany(request, 'refused:address'))
      ? new Response(problem, { status, headers: { ...uncachedHeaders, 'content-type': 'text/plain; charset=utf-8' } })
      : this.#showAgain(request, status, problem, { ...received, file: request.matched.route.page.takesFile });
    if (seconds) response.headers.set('retry-after', String(seconds));
    return response;
  }

  /** Answers 503 with the form and the typed text: nothing was accepted, and a retry in a minute may work. */
  #refuseUnavailable(request: FormRequest, error: unknown, received: Received = {}): Response {
    this.#options.log.error({ err: error, page: request.matched.route.page.kind }, 'a form could not be answered');
    const t = translator(request.address.locale);
    const requestId = currentRequestId();
    const problem = [t('forms.unavailable'), requestId && `${t('fatal.reference')} ${requestId}`];
    return this.#showAgain(request, 503, problem.filter(Boolean).join(' '), received);
  }

  #showAgain(request: FormRequest, status: number, problem: string, received: Received): Response {
    const { fields = new Map<string, string>(), file, fileUnheard, unstored } = received;
    const values = Object.fromEntries([...fields].filter(([name]) => shownFields.has(name) || isBlockForm(name)));
    const intent = fields.get('intent') ?? '';
    const view = isBlockForm(intent) ? intent : (request.matched.route.page.viewOfIntent[intent] ?? 'form');
    const state = formState(view, {
      values,
      problem,
      // The step that the form was rendered for, not the one of the current cookie, which another tab may have replaced.
      step: fields.get('step') ?? '',
      ...(file || fileUnheard || unstored
        ? { errors: { cv: translator(request.address.locale)('forms.errors.cvAgain') } }
        : {}),
    });
    return this.#page(request, status, state);
  }

  /**
   * Hashes the page's cookies for a hidden field of its forms: a form that was rendered for other cookies is then noticed.
   * @returns null when the browser sent none of them.
   */
  #step({ matched, visit }: FormRequest): string | null {
    const values = matched.route.page.personal?.cookies.map(createFormCookies(visit.cookie, this.#https, []).get) ?? [];
    if (!values.some(Boolean)) return null;
    const digest = createHash('sha256').update(JSON.stringify(['step', ...values]));
    return digest.digest('base64url').slice(0, 16);
  }

  #loaderContext({
    address: { locale, path },
    matched,
    query,
  }: Pick<FormRequest, 'address' | 'matched' | 'query'>): LoaderContext {
    const { replica, search, registrationRule } = this.#options;
    const read = replica.reader();
    return {
      locale,
      path,
      params: matched.params,
      query,
      read,
      search,
      t: translator(locale, read.single('interface-word-set', locale)),
      registrationRule,
    };
  }

  /** The page has moved since it was opened: the browser sends the form again, to where the page is now. Never to another site. */
  #sendOn(context: PageRequestContext): Response | null {
    const answer = this.#options.pages.answer(context.var.page);
    if (answer.kind !== 'redirect' || !/^\/(?!\/)/.test(answer.to)) return null;
    return new Response(null, { status: 307, headers: { ...uncachedHeaders, location: answer.to } });
  }

  /** Answers a form that the page does not have, or no longer has. */
  #refuseMethod(context: PageRequestContext): Response {
    const t = translator(context.var.page.address.locale);
    return context.text(t('forms.withdrawn'), 405, { allow: 'GET, HEAD', ...uncachedHeaders });
  }

  /** @throws while the accounts database cannot be reached. */
  #personalContext(request: FormRequest): PersonalContext {
    const { context, parameters, visit, setCookieHeaders } = request;
    const { config, findCountry } = this.#options;
    const services = this.#options.services();
    if (!services) throw new Error('the accounts database cannot be reached');
    return {
      ...this.#loaderContext(request),
      findCountry: () => findCountry(context),
      services,
      visit,
      cookies: createFormCookies(visit.cookie, this.#https, setCookieHeaders),
      parameters,
      portalUrl: config.accounts.clientPortalUrl,
    };
  }

  #answer(request: FormRequest, answer: ActionAnswer): Response {
    if (answer.kind === 'no-form') return this.#refuseMethod(request.context);
    if (answer.kind === 'page') return this.#page(request, answer.status, answer.state);
    const location = answer.to.startsWith('/') ? localePath(answer.to, request.address.locale) : answer.to;
    return addCookies(new Response(null, { status: 303, headers: { ...uncachedHeaders, location } }), request);
  }

  #page(request: FormRequest, status: number, state: FormState): Response {
    const step = state.step ?? this.#step(request) ?? undefined;
    const html = this.#options.pages.renderPersonal(request, request.matched, { ...state, step });
    if (html === null)
      return request.context.text(`Page Not Found: ${shortenPath(request.address)}`, 404, uncachedHeaders);
    request.context.set('styleSource', hashStyle(html));
    // Never compress this response: it contains secrets next to typed text (BREACH).
    return addCookies(
      new Response(html, {
        status,
        headers: {
          ...uncachedHeaders,
          ...(state.values['token'] === undefined ? {} : noReferrer),
          'content-type': 'text/html; charset=utf-8',
          ...(status === 429 || status === 503 ? { 'retry-after': '60' } : {}),
        },
      }),
      request,
    );
  }
}
