/** One visitor's request to a page that answers them alone or takes their form: what every step of its trip needs. */
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
  /** Of the answer; what the page does adds to them. */
  setCookieHeaders: string[];
}

export function formRequest(context: PageContext, matched: MatchedRoute, clientIpHeader: string): FormRequest {
  return { ...context.var.page, context, matched, visit: visitOf(context, clientIpHeader), setCookieHeaders: [] };
}

/** Nobody reads and fills in a form in less; the browser measures it from the moment the page stood. */
const shortestVisitMs = 700;

/** @returns with `timed` whether the browser said how long the page had stood. */
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
