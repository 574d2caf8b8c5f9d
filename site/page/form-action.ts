/** The input and the results of a form action (docs/decisions/0012-page-modules.md), and functions that check and refuse a form. */
import { type FormState, formState } from '../forms/form-state.ts';
import { type AnyForm, type Checked, type FormErrorKey, checkForm, listFields } from '../forms/form-schemas.ts';
import { type LoaderContext, NotFound } from './page-module.ts';
import type { FormServices, LeadSource, ReceivedFile, Visit } from './form-services.ts';

/** Cookies that the site itself sets; their names get the `__Host-` prefix where the site is served over https. */
export type FormCookie = 'registration' | 'session' | 'device' | 'link';

export interface FormCookies {
  get: (name: FormCookie) => string | undefined;
  /** @param seconds lifetime; 0 removes the cookie. */
  set: (name: FormCookie, value: string, seconds: number) => void;
  /** @param header the value of a `Set-Cookie` header, sent unchanged. */
  append: (header: string) => void;
}

export interface SubmittedForm {
  /** An empty string for a field that was not sent. Line ends and spaces are unchanged. */
  value: (field: string) => string;
  file: ReceivedFile | null;
  fileTooLarge: boolean;
  /** The honeypot field, which only a bot fills in, was filled in. */
  trapped: boolean;
  /** Whether the form was rendered for the cookie that came with it; `unknown` for a form that names none. */
  step: 'same' | 'other' | 'unknown';
  /** The form was sent before a person could have read it. */
  tooFast: boolean;
}

/** Data about one visitor; only uncached answers may use it. */
export interface PersonalContext<Param extends string = string> extends LoaderContext<Param> {
  services: FormServices;
  visit: Visit;
  cookies: FormCookies;
  /** Finds the country of the visitor's network address, a guess; null when it is unknown. */
  findCountry: () => Promise<string | null>;
  /** The whole query. */
  parameters: URLSearchParams;
  /** The portal that clients are sent to once they are confirmed or signed in; empty when there is none. */
  portalUrl: string;
}

export interface ActionContext<Param extends string = string> extends PersonalContext<Param> {
  form: SubmittedForm;
  leadSource: LeadSource;
}

export type ActionAnswer =
  /** `to` is a site path without language prefix, or an absolute address. */
  | { kind: 'redirect'; to: string }
  | { kind: 'page'; status: 200 | 404 | 410 | 422 | 429 | 503; state: FormState }
  /** The page has no such form any more. */
  | { kind: 'no-form' };

export function redirectTo(to: string): ActionAnswer {
  return { kind: 'redirect', to };
}

/** Whether the address is that of the page after a form was sent, `?sent=1`. @throws NotFound for any other value. */
export function isSent(query: URLSearchParams): boolean {
  const sent = query.get('sent');
  if (sent !== null && sent !== '1') throw new NotFound();
  return sent === '1';
}

export function showPage(status: Extract<ActionAnswer, { kind: 'page' }>['status'], state: FormState): ActionAnswer {
  return { kind: 'page', status, state };
}

/** Reads the typed fields of a form, to show them again: at most 5000 characters each, and never a password. */
export function readTyped(name: AnyForm, { form }: ActionContext): Record<string, string> {
  const fields = listFields(name).filter((field) => field !== 'password');
  const typed = Object.fromEntries(fields.map((field) => [field, form.value(field).slice(0, 5000)]));
  // The server still has the password of this form, and the form says so.
  return name === 'kept-account' ? { ...typed, kept: 'yes' } : typed;
}

function writeErrors({ t }: Pick<ActionContext, 't'>, errors: Record<string, FormErrorKey>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, key]) => [field, t(`forms.errors.${key}`)]));
}

/** Merges errors of the form's own rules with those that only the server can find, in the order of the fields. A field's own rule wins. */
function mergeErrors(
  name: AnyForm,
  ownErrors: Record<string, FormErrorKey>,
  serverErrors: Record<string, FormErrorKey>,
): Record<string, FormErrorKey> {
  const found: Record<string, FormErrorKey> = { ...serverErrors, ...ownErrors };
  const order = [...new Set([...listFields(name), ...Object.keys(found)])];
  return Object.fromEntries(order.flatMap((field) => (found[field] ? [[field, found[field]]] : [])));
}

/** Shows the form again (422) with its error messages. */
export function refuse(
  context: ActionContext,
  view: string,
  name: AnyForm,
  errors: Record<string, FormErrorKey>,
): ActionAnswer {
  return showPage(422, { view, values: readTyped(name, context), errors: writeErrors(context, errors) });
}

/** Refuses a new password that attackers try first. @param email of the account, or an empty string when form and link do not tell it. */
export function findPasswordFaults(
  { services, form, read, locale }: ActionContext,
  email: string,
): Record<string, FormErrorKey> {
  const personalWords = [email, read.single('common-datum', locale)?.siteName ?? ''];
  return services.isCommonPassword(form.value('password').slice(0, 128), personalWords)
    ? { password: 'passwordCommon' }
    : {};
}

/** Marks the browser as known to an account. Call it only after the visitor has entered the password or proved to own the mailbox. */
export function rememberDevice({ services, cookies }: ActionContext, email: string): void {
  cookies.set('device', services.rememberDevice(email, cookies.get('device')), 365 * 24 * 60 * 60);
}

/** Shows the form again (429) after too many attempts: the same text for everyone, with the time to wait. */
export function refuseBusy(context: ActionContext, view: string, name: AnyForm, seconds: number): ActionAnswer {
  const problem = context.t('forms.busy', { minutes: Math.ceil(seconds / 60) });
  return showPage(429, formState(view, { values: readTyped(name, context), problem }));
}

/**
 * Checks a form and reports all its errors together. A form that a program seems to have filled in, or that was sent too fast to have been read, has to
 * be sent again: nothing that is not kept is ever confirmed.
 * @param serverErrors errors that the form's own rules cannot find: a missing file, a phone number that does not exist.
 */
export function checkSubmission<Name extends AnyForm>(
  context: ActionContext,
  view: string,
  name: Name,
  serverErrors: Record<string, FormErrorKey> = {},
): Extract<Checked<Name>, { ok: true }> | { ok: false; answer: ActionAnswer } {
  const checked = checkForm(name, context.form.value);
  if (!checked.ok || Object.keys(serverErrors).length > 0)
    return {
      ok: false,
      answer: refuse(context, view, name, mergeErrors(name, checked.ok ? {} : checked.errors, serverErrors)),
    };
  const { trapped, tooFast } = context.form;
  if (!trapped && !tooFast) return checked;
  const problem = context.t(trapped ? 'forms.trapped' : 'forms.tooFast');
  return { ok: false, answer: showPage(422, formState(view, { values: readTyped(name, context), problem })) };
}
