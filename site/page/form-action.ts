/** What an action is given and what it answers (docs/decisions/0012-page-modules.md). */
import type { FormState } from '../forms/form-state.ts';
import { type Checked, type FormErrorKey, type FormName, checkForm, fieldsOf } from '../forms/form-schemas.ts';
import type { LoaderContext } from './page-module.ts';
import type { FormServices, ReceivedFile, Visit } from './form-services.ts';

/** Cookies of the site's own making; the name gets the `__Host-` prefix where the site is served over https. */
export type FormCookie = 'registration' | 'session' | 'device';

export interface FormCookies {
  get: (name: FormCookie) => string | undefined;
  /** @param seconds 0 removes it. */
  set: (name: FormCookie, value: string, seconds: number) => void;
  /** The value of a `Set-Cookie` header as it is. */
  append: (header: string) => void;
}

export interface SubmittedForm {
  /** An empty string for a field that was not sent. Line ends and spaces are as they came. */
  value: (field: string) => string;
  file: ReceivedFile | null;
  fileTooLarge: boolean;
  /** The field that only a machine fills in was filled in, or the form came back before a person could have read it. */
  trapped: boolean;
  tooFast: boolean;
}

/** Anything of one visitor: only uncached answers see it. */
export interface PersonalContext<Param extends string = string> extends LoaderContext<Param> {
  services: FormServices;
  visit: Visit;
  cookies: FormCookies;
  /** The whole query: tokens of mails. */
  parameters: URLSearchParams;
  /** Where clients go once they are confirmed or signed in; empty where there is no such place. */
  portalUrl: string;
}

export interface ActionContext<Param extends string = string> extends PersonalContext<Param> {
  form: SubmittedForm;
  /** Referral parameters of the landing page. */
  referral: Record<string, string>;
}

export type ActionAnswer =
  /** `to` is a site path without language prefix, or an absolute address. */
  { kind: 'redirect'; to: string } | { kind: 'page'; status: 200 | 404 | 410 | 422 | 429 | 503; state: FormState };

export function redirectTo(to: string): ActionAnswer {
  return { kind: 'redirect', to };
}

export function showPage(status: Extract<ActionAnswer, { kind: 'page' }>['status'], state: FormState): ActionAnswer {
  return { kind: 'page', status, state };
}

/** The fields of a form as they were typed, to be shown again: never a password. */
export function typedValues(name: FormName, { form }: ActionContext): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(name)
      .filter((field) => field !== 'password')
      .map((field) => [field, form.value(field).slice(0, 5000)]),
  );
}

function errorTexts({ t }: Pick<ActionContext, 't'>, errors: Record<string, FormErrorKey>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, key]) => [field, t(`forms.errors.${key}`)]));
}

/** What its own rules say of a form, and what only the server can say, in the order of the fields. A field's own rule comes first. */
function allErrors(
  name: FormName,
  own: Record<string, FormErrorKey>,
  known: Record<string, FormErrorKey>,
): Record<string, FormErrorKey> {
  const found: Record<string, FormErrorKey> = { ...known, ...own };
  const order = [...new Set([...fieldsOf(name), ...Object.keys(found)])];
  return Object.fromEntries(order.flatMap((field) => (found[field] ? [[field, found[field]]] : [])));
}

/** The form again, with its messages. */
export function refuse(
  context: ActionContext,
  view: string,
  name: FormName,
  errors: Record<string, FormErrorKey>,
): ActionAnswer {
  return showPage(422, { view, values: typedValues(name, context), errors: errorTexts(context, errors) });
}

/** Whether the password that is chosen is one that would be guessed. @param email whose, where the form or its link says so. */
export function passwordFaults(
  { services, form, read, locale }: ActionContext,
  email: string,
): Record<string, FormErrorKey> {
  const own = [email, read.single('common-datum', locale)?.siteName ?? ''];
  return services.isCommonPassword(form.value('password').slice(0, 128), own) ? { password: 'passwordCommon' } : {};
}

/**
 * Under attack a form asks a question before anything else is done with it. What was typed stays, but for the password.
 * @returns null when there is no attack, or when the question is answered.
 */
export async function askQuestion(context: ActionContext, view: string, name: FormName): Promise<ActionAnswer | null> {
  const {
    services: { challenge },
    form,
    t,
  } = context;
  const token = form.value('challenge');
  if (!challenge.underAttack() || (token && (await challenge.isAnswered(token, form.value('answer'))))) return null;
  const { token: next, summands } = challenge.newQuestion();
  const words = t('forms.numbers').split(' ');
  const [one = '', other = ''] = summands.map((summand) => words[summand - 2] ?? String(summand));
  return showPage(422, {
    view,
    values: { ...typedValues(name, context), challenge: next, question: t('forms.question', { one, other }) },
    problem: t('forms.questionWhy'),
    errors: token ? { answer: t('forms.questionWrong') } : {},
  });
}

/** The browser is known at an account from now on: whoever uses it has shown the password, or that the mailbox is theirs. */
export function rememberDevice({ services, cookies }: ActionContext, email: string): void {
  cookies.set('device', services.rememberDevice(email, cookies.get('device')), 365 * 24 * 60 * 60);
}

/** Too many: the same words for everyone, with the time to wait. */
export function refuseBusy(context: ActionContext, view: string, name: FormName, seconds: number): ActionAnswer {
  return showPage(429, {
    view,
    values: typedValues(name, context),
    errors: {},
    problem: context.t('forms.busy', { minutes: Math.ceil(seconds / 60) }),
  });
}

/**
 * Checks a form and says all that is wrong with it at once; when it came too fast to have been read, asks to send it again.
 * @param known faults that no rule of the form can find: a file that is missing, a telephone number that does not exist.
 */
export function checkSubmission<Name extends FormName>(
  context: ActionContext,
  view: string,
  name: Name,
  known: Record<string, FormErrorKey> = {},
): Extract<Checked<Name>, { ok: true }> | { ok: false; answer: ActionAnswer } {
  const checked = checkForm(name, context.form.value);
  if (!checked.ok || Object.keys(known).length > 0)
    return { ok: false, answer: refuse(context, view, name, allErrors(name, checked.ok ? {} : checked.errors, known)) };
  if (context.form.tooFast)
    return {
      ok: false,
      answer: showPage(422, {
        view,
        values: typedValues(name, context),
        errors: {},
        problem: context.t('forms.tooFast'),
      }),
    };
  return checked;
}
