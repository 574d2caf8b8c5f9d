/** The uncached side of pages (docs/decisions/0012-page-modules.md): what one visitor sees, and what their forms do. Nothing that leaves here may be kept by anyone. */
import type { Mirror } from '../../content/mirror/mirror.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import { type FormState, formState } from '../../site/forms/form-state.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import type { ActionAnswer, PersonalContext, SubmittedForm } from '../../site/page/form-action.ts';
import type { FormServices } from '../../site/page/form-services.ts';
import type { Config } from '../config.ts';
import { BodyTooLarge, BodyUnreadable, type FormBody, readFormBody } from './form-body.ts';
import type { IncomingFiles } from './incoming-files.ts';
import type { Logger } from '../log.ts';
import { type PageAddress, declaredQuery, shownPath } from '../pages/page-address.ts';
import { keptReferral } from '../http/referral.ts';
import type { MatchedRoute } from '../pages/route-matcher.ts';
import type { RequestContext } from '../http/request-context.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import type { SitePages, SiteRenderer } from '../pages/site-pages.ts';
import { formCookies, hasCookie, visitOf } from '../http/visitor.ts';

export interface FormServer extends FormServices {
  limits: FormServices['limits'] & { use: (uses: { 'submit:address'?: string; 'submit-plain:address'?: string }) => Promise<number> };
}

interface Parts {
  config: Config;
  mirror: Mirror;
  search: SiteSearch;
  pages: SitePages;
  /** Null while the accounts database cannot be reached. */
  services: () => FormServer | null;
  incoming: IncomingFiles;
  log: Logger;
  onSubmission: (kind: string, status: number) => void;
}

const unkept = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };
/** Nobody reads and fills in a form in less; the browser measures it from the moment the page stood. */
const shortestVisit = 700;
/** The screen that an intent was sent from, where a page has several. */
const viewOfIntent: Record<string, string> = { continue: 'account', create: 'details', confirm: 'confirm-password', 'confirm-new': 'confirm-new', resend: 'sent', 'new-link': 'old-link', choose: 'new-password' };

export class FormPages {
  readonly #parts: Parts;
  readonly #https: boolean;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#https = parts.config.siteUrl.startsWith('https:');
  }

  /** The page as this visitor sees it, or null when it is the same as for everyone. */
  async personal(context: RequestContext, renderer: SiteRenderer, address: PageAddress): Promise<Response | null> {
    const matched = this.#parts.pages.match(renderer, address.path);
    const personal = matched?.route.page.personal;
    if (!matched || !personal) return null;
    const search = new URLSearchParams(address.search);
    if (!hasCookie(context.req.header('cookie'), personal.cookies, this.#https) && !personal.query.some((name) => search.has(name))) return null;
    const lines: string[] = [];
    try {
      const state = await personal.state(this.#personalContext(context, this.#open(), matched, address, lines));
      return state && this.#page(context, renderer, matched, address, 200, state, lines);
    } catch (error) {
      return this.#unavailable(context, renderer, matched, address, error);
    }
  }

  async submit(context: RequestContext, renderer: SiteRenderer, address: PageAddress): Promise<Response> {
    const { config, pages, log, onSubmission } = this.#parts;
    const services = this.#parts.services();
    const matched = pages.match(renderer, address.path);
    const page = matched?.route.page;
    if (!matched || !page?.action) return context.text('This address answers GET and HEAD.', 405, { allow: 'GET, HEAD', ...unkept });
    if (!isSameOrigin(context.req.raw.headers, config.siteUrl)) return context.text('This form was not sent from this site.', 403, unkept);
    const visit = visitOf(context, config.clientIpHeader);
    const wait = await services?.limits.use({ 'submit:address': visit.address }) ?? 0;
    if (wait > 0) return context.text('Too many requests. Please wait a few minutes.', 429, { ...unkept, 'retry-after': String(wait), connection: 'close' });
    let body: FormBody;
    try {
      body = await readFormBody(context.env.incoming, page.takesFile ? { files: this.#parts.incoming, address: visit.address } : null);
    } catch (error) {
      if (error instanceof BodyTooLarge) return context.text('This is more than the form takes.', 413, { ...unkept, connection: 'close' });
      if (error instanceof BodyUnreadable) return context.text('This form could not be read.', 400, { ...unkept, connection: 'close' });
      throw error;
    }
    try {
      if (body.fileUnheard) throw new Error('too many files are being received');
      if (body.unstored) throw body.unstored;
      const lines: string[] = [];
      const form = submittedForm(body);
      const plain = body.fields.get('elapsed') ? 0 : await services?.limits.use({ 'submit-plain:address': visit.address }) ?? 0;
      if (plain > 0) return context.text('Too many requests. Please wait a few minutes.', 429, { ...unkept, 'retry-after': String(plain) });
      const personal = this.#personalContext(context, this.#open(), matched, address, lines);
      const answer = await page.action({ ...personal, form, referral: keptReferral(personal.parameters, visit.cookie) });
      const status = answer.kind === 'redirect' ? 303 : answer.status;
      if (status === 429 || form.trapped) await personal.services.challenge.noteFailure();
      onSubmission(page.kind, status);
      log.info({ page: page.kind, intent: form.value('intent').slice(0, 20), status, trapped: form.trapped }, 'form');
      return this.#answer(context, renderer, matched, address, answer, lines);
    } catch (error) {
      onSubmission(page.kind, 503);
      return this.#unavailable(context, renderer, matched, address, error, body);
    } finally {
      await body.discard();
    }
  }

  /** @throws while the accounts database cannot be reached. */
  #open(): FormServer {
    const services = this.#parts.services();
    if (!services) throw new Error('the accounts database cannot be reached');
    return services;
  }

  /** The form again, with what was typed: nothing was accepted, and it may work in a minute. */
  #unavailable(context: RequestContext, renderer: SiteRenderer, matched: MatchedRoute, address: PageAddress, error: unknown, received: Partial<Pick<FormBody, 'fields' | 'file' | 'fileUnheard' | 'unstored'>> = {}): Response {
    const { fields = new Map<string, string>(), file, fileUnheard, unstored } = received;
    this.#parts.log.error({ err: error, page: matched.route.page.kind }, 'a form could not be answered');
    const typed = [...fields].filter(([name]) => name !== 'password').map(([name, value]) => [name, value.slice(0, 5000)] as const);
    const t = translator(address.locale);
    const state = formState(viewOfIntent[fields.get('intent') ?? ''] ?? 'form', {
      values: Object.fromEntries(typed), problem: t('forms.unavailable'), ...(file || fileUnheard || unstored ? { errors: { cv: t('forms.errors.cvAgain') } } : {}),
    });
    return this.#page(context, renderer, matched, address, 503, state, []);
  }

  #personalContext(context: RequestContext, services: FormServer, matched: MatchedRoute, address: PageAddress, lines: string[]): PersonalContext {
    const { mirror, search: siteSearch, config } = this.#parts;
    const { locale, path, search } = address;
    const visit = visitOf(context, config.clientIpHeader);
    return {
      locale, path, params: matched.params, query: declaredQuery(search, matched.route.page.query), read: mirror.reader(), search: siteSearch, t: translator(locale),
      services, visit, cookies: formCookies(visit.cookie, this.#https, lines), parameters: new URLSearchParams(search), portalUrl: config.accounts.clientPortalUrl,
    };
  }

  #answer(context: RequestContext, renderer: SiteRenderer, matched: MatchedRoute, address: PageAddress, answer: ActionAnswer, lines: string[]): Response {
    if (answer.kind === 'page') return this.#page(context, renderer, matched, address, answer.status, answer.state, lines);
    const to = answer.to.startsWith('/') ? localePath(answer.to, address.locale) : answer.to;
    return withCookies(new Response(null, { status: 303, headers: { ...unkept, location: to } }), lines);
  }

  #page(context: RequestContext, renderer: SiteRenderer, matched: MatchedRoute, address: PageAddress, status: number, state: FormState, lines: string[]): Response {
    const html = this.#parts.pages.renderPersonal(renderer, matched, address, state);
    if (html === null) return context.text(`Page Not Found: ${shownPath(address)}`, 404, unkept);
    // Not compressed: secrets and typed text stand side by side in it (BREACH).
    return withCookies(new Response(html, { status, headers: { ...unkept, 'content-type': 'text/html; charset=utf-8', ...(status === 429 || status === 503 ? { 'retry-after': '60' } : {}) } }), lines);
  }
}

function submittedForm({ fields, file, fileTooLarge }: FormBody): SubmittedForm {
  const elapsed = fields.get('elapsed') ?? '';
  return {
    value: (field) => fields.get(field) ?? '', file, fileTooLarge,
    trapped: (fields.get('fax') ?? '') !== '',
    tooFast: /^\d{1,12}$/.test(elapsed) && Number(elapsed) < shortestVisit,
  };
}

/**
 * What a session left in the browser's cache goes with the session. Only the cache: storage and the other cookies hold the record of consent, what
 * was typed elsewhere, and the device that is known.
 */
function withCookies(response: Response, lines: string[]): Response {
  if (lines.some((line) => /^(?:__Host-)?session=;/.test(line))) response.headers.set('clear-site-data', '"cache"');
  for (const line of lines) response.headers.append('set-cookie', line);
  return response;
}
