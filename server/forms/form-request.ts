/** A request for a personal page or with a submitted form, with everything that the steps of handling it need. */
import type { SubmittedForm } from '../../site/page/form-action.ts';
import type { Visit } from '../../site/page/form-services.ts';
import type { PageContext, PageRequest } from '../pages/page-request.ts';
import type { MatchedRoute } from '../pages/route-matcher.ts';
import { visitOf } from '../http/visit.ts';
import type { FormBody } from './form-body.ts';

export interface FormRequest extends PageRequest {
  context: PageContext;
  matched: MatchedRoute;
  visit: Visit;
  /** Values of the response's `Set-Cookie` headers; the page's code appends to them. */
  setCookieHeaders: string[];
}

export function formRequest(context: PageContext, matched: MatchedRoute, clientIpHeader: string): FormRequest {
  return { ...context.var.page, context, matched, visit: visitOf(context, clientIpHeader), setCookieHeaders: [] };
}

/** Nobody reads and fills in a form faster; the browser measures from the moment the page was shown. */
const shortestVisitMs = 700;

/** @returns the form, and in `timed` whether the browser sent how long the page had been shown. */
export function submittedForm({ fields, file, fileTooLarge }: FormBody): SubmittedForm & { timed: boolean } {
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
