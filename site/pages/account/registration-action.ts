/** The actions of the registration forms, and the screen that a visitor gets (R10, R50, R51). */
import { listAccountCurrencies } from '../../../content/costs/account-facts.ts';
import { cleanEmail } from '../../i18n/clean-text.ts';
import { type FormErrorKey, type FormName, type FormOutput, pickDetails } from '../../forms/form-schemas.ts';
import { type FormState, formState } from '../../forms/form-state.ts';
import {
  type ActionAnswer,
  type ActionContext,
  type PersonalContext,
  checkSubmission,
  findPasswordFaults,
  redirectTo,
  refuse,
  refuseBusy,
  rememberDevice,
  showPage,
  readTyped,
} from '../../page/form-action.ts';
import { type RegistrationRule, declarationVersion, writeDeclaration } from '../../forms/registration-rule.ts';
import type { NewRegistration, PendingRegistration } from '../../page/form-services.ts';
import { forgetLink, maySendMail, buildOldLinkState, readOpenedLink, refuseLink } from './mailed-links.ts';
import { isCountry, parsePhoneNumber } from '../forms/countries.ts';

/** The parameter tells which step was done, for a browser that does not keep the cookie. */
const sentPath = '/register?step=details#form';
const pendingSeconds = 30 * 60;
const sentSeconds = 24 * 60 * 60;
/** The fewest milliseconds for the details; nobody fills them in faster. The server measures, so it also works without JavaScript. */
const minDetailsMs = 1500;

/** The documents that a registration accepts; Strapi refuses to withdraw them (cms/src/rules/types/legal-version-rules.ts). */
const acceptedDocumentIds = ['terms-of-service', 'privacy-policy'];

/** Reads the current documents that a registration accepts; null when one is missing, because then nobody can accept it. */
function readAcceptedDocuments({ read, locale }: ActionContext) {
  const documents = acceptedDocumentIds.flatMap((id) => read.get('legal-document', id, locale) ?? []);
  return documents.length === acceptedDocumentIds.length ? documents : null;
}

/** Finds what the country of the visitor's network address asks of a registration. */
async function findVisitorRule({ registrationRule, findCountry }: PersonalContext): Promise<RegistrationRule> {
  return registrationRule(await findCountry());
}

/** Whether the registration needs the declaration: for the declared country, or for the one that the visitor comes from. */
async function needsDeclaration(context: ActionContext, country: string): Promise<boolean> {
  return context.registrationRule(country) === 'declaration' || (await findVisitorRule(context)) === 'declaration';
}

/** Refuses a visitor who comes from a country where no account may be opened. Nothing is stored. @returns null for everybody else. */
async function refuseVisitor(context: ActionContext, view: string, name: FormName): Promise<ActionAnswer | null> {
  if ((await findVisitorRule(context)) !== 'refused') return null;
  return showPage(
    422,
    formState(view, { values: readTyped(name, context), problem: context.t('register.visitorRefused') }),
  );
}

/** Finds errors that the form's own rules cannot find: the country and its policy, and a phone number that does not exist there. */
async function findKnownFaults(context: ActionContext): Promise<Record<string, FormErrorKey>> {
  const { form, registrationRule } = context;
  const country = form.value('country');
  if (!isCountry(country)) return { country: 'country' };
  if (registrationRule(country) === 'refused') return { country: 'countryRefused' };
  const undeclared = form.value('initiative') !== declarationVersion && (await needsDeclaration(context, country));
  return {
    ...(undeclared && { initiative: 'initiative' as const }),
    ...(!parsePhoneNumber(form.value('phone').trim(), country) && { phone: 'phone' as const }),
  };
}

/** The query parameters in which a link or a ticket brings an account type and a currency. */
export const choiceQuery = ['account', 'currency'] as const;

function readChoice(parameters: URLSearchParams): Record<string, string> {
  const choices = choiceQuery.map((name) => [name, parameters.get(name)?.slice(0, 40) ?? '']);
  return Object.fromEntries(choices.filter(([, value]) => value !== '')) as Record<string, string>;
}

/** Shows what the address chooses in the first form of a registration. */
function showChoice(choice: Record<string, string>, view: 'account' | 'one-step'): FormState | null {
  return Object.keys(choice).length > 0 ? formState(view, { values: choice }) : null;
}

/** The personal part of the registration in one step. */
export async function loadOneStepState({ parameters }: PersonalContext): Promise<FormState | null> {
  return showChoice(readChoice(parameters), 'one-step');
}

/** Keeps of a choice what the content has: an account type, and a currency in which it is kept. */
function keepKnownChoice(
  { read, locale }: ActionContext,
  { account, currency }: Record<'account' | 'currency', string>,
) {
  const types = read.list('account-type', locale);
  const chosen = types.filter(({ id }) => id === account);
  const currencies = listAccountCurrencies(chosen.length > 0 ? chosen : types);
  return { account: chosen[0]?.id ?? '', currency: currencies.includes(currency) ? currency : '' };
}

/** Finds the e-mail address that this browser has registered, or whose password was later entered in it. */
function findRegisteredEmail(pending: PendingRegistration | null): string | undefined {
  return pending?.stage === 'sent' ? pending.email : undefined;
}

/** Chooses the screen for a visitor's cookie or link. */
export async function loadRegistrationState(context: PersonalContext): Promise<FormState | null> {
  const { cookies, services, parameters, t } = context;
  const token = readOpenedLink(context);
  const pending = await services.findRegistration(cookies.get('registration'));
  const done = parameters.get('step');
  const choice = readChoice(parameters);
  if (token !== null) {
    if (!token || (await services.findLinkEmail(token, 'verify')) === null) return buildOldLinkState(context, token);
    if (parameters.get('choose')) return formState('confirm-new', { values: { token } });
    return formState(
      (await services.isRegisteringBrowser(token, findRegisteredEmail(pending))) ? 'confirm' : 'confirm-password',
      { values: { token } },
    );
  }
  // The step before set a cookie, and the browser did not keep it.
  if (!pending) {
    if (done) return done === 'account' ? buildNoCookieState(t) : done === 'details' ? formState('sent') : null;
    return showChoice(choice, 'account');
  }
  const values: Record<string, string> = { ...pending.draft, ...choice, email: pending.email };
  if (pending.stage === 'account') return formState('account', { values: { ...values, kept: 'yes' } });
  if (pending.stage === 'details' && (await findVisitorRule(context)) === 'declaration') values['declares'] = 'yes';
  return formState(pending.stage === 'sent' ? 'sent' : 'details', {
    values,
    ...(parameters.get('again') ? { notice: t('register.resent') } : {}),
  });
}

function buildNoCookieState(t: PersonalContext['t']): FormState {
  return formState('account', { values: { cookieless: 'yes' }, problem: t('register.noCookie') });
}

/**
 * Refuses a form when another tab has replaced its registration, or gone back in it. Ignores the form's fields. It does not show a registration that may
 * be somebody else's: this visitor begins again.
 */
async function refuseOtherTab(context: ActionContext): Promise<ActionAnswer> {
  const own = context.form.step === 'other' ? null : await loadRegistrationState(context);
  const state = own ?? formState('account', { step: '' });
  return showPage(422, { ...state, problem: context.t('register.otherTab') });
}

async function submitAccountStep(context: ActionContext): Promise<ActionAnswer> {
  const { services, cookies, form, visit } = context;
  const formerToken = cookies.get('registration');
  const former = form.step === 'same' ? await services.findRegistration(formerToken) : null;
  // With another address it may be another person: password and details of the first one are not theirs.
  const own = former?.email === cleanEmail(form.value('email')).toLowerCase() ? former : null;
  const schema = own?.stage === 'account' ? 'kept-account' : 'account';
  const refused = await refuseVisitor(context, 'account', schema);
  if (refused) return refused;
  const checked = checkSubmission(context, 'account', schema, findPasswordFaults(context, form.value('email')));
  if (!checked.ok) return checked.answer;
  const wait = await services.limits.use({ 'register:address': visit.address });
  if (wait > 0) return refuseBusy(context, 'account', schema, wait);
  const { email, password, account, currency } = checked.output;
  if (await services.hasAccount(email)) return refuse(context, 'account', schema, { email: 'duplicate' });
  const draft = { ...own?.draft, account, currency };
  const token = await services.startRegistration({ email, password: password || null, draft, formerToken });
  if (token === null) return refuse(context, 'account', 'account', { password: 'passwordRequired' });
  cookies.set('registration', token, pendingSeconds);
  return redirectTo('/register?step=account#form');
}

async function register(
  context: ActionContext,
  form: FormOutput<'details'>,
  account: NewRegistration['account'],
): Promise<'registered' | 'duplicate' | 'unavailable'> {
  const { services, cookies, locale, visit, leadSource, t, findCountry } = context;
  const details = { ...pickDetails(form), ...keepKnownChoice(context, form) };
  const documents = readAcceptedDocuments(context);
  if (!documents) return 'unavailable';
  const { country } = details;
  const { sentence, box } = writeDeclaration(t);
  const declaration = (await needsDeclaration(context, country))
    ? { version: form.initiative, text: `${sentence} ${box}`, locale, country, visitorCountry: await findCountry() }
    : undefined;
  const token = await services.register({
    account,
    details: { ...details, phone: parsePhoneNumber(details.phone, details.country) ?? details.phone },
    acceptedDocuments: documents,
    ...(declaration && { declaration }),
    ...leadSource,
    locale,
    address: visit.address,
  });
  if (token === null) return 'duplicate';
  cookies.set('registration', token, sentSeconds);
  return 'registered';
}

async function submitDetailsStep(context: ActionContext): Promise<ActionAnswer> {
  const { services, cookies, form, t, visit } = context;
  const token = cookies.get('registration');
  const pending = await services.findRegistration(token);
  if (!token) return showPage(422, buildNoCookieState(t));
  if (!pending) return showPage(422, formState('account', { problem: t('register.expired') }));
  if (form.step === 'other' || pending.stage === 'account') return refuseOtherTab(context);
  // The form was sent twice, or the browser went back after success: the answer is the same as the first time.
  if (pending.stage === 'sent') return redirectTo(sentPath);
  const draft = readTyped('details', context);
  if (form.value('back')) {
    await services.reopenRegistration(token, draft);
    return redirectTo('/register#form');
  }
  const shown = { ...draft, email: pending.email };
  const refused = await refuseVisitor(context, 'details', 'details');
  if (refused) return refused;
  const checked = checkSubmission(context, 'details', 'details', await findKnownFaults(context));
  if (!checked.ok) {
    if (checked.answer.kind === 'page') checked.answer.state.values = shown;
    return checked.answer;
  }
  const showAgain = (status: 422 | 429 | 503, problem: string) =>
    showPage(status, formState('details', { values: shown, problem }));
  if (Date.now() - pending.createdAt < minDetailsMs) return showAgain(422, t('forms.tooFast'));
  const wait = await services.limits.use({ 'register:address': visit.address });
  if (wait > 0) return showAgain(429, t('forms.busy', { minutes: Math.ceil(wait / 60) }));
  const result = await register(context, checked.output, { token });
  if (result === 'registered') return redirectTo(sentPath);
  if (result === 'unavailable') return showAgain(503, t('forms.unavailable'));
  await services.reopenRegistration(token, draft);
  const values = { ...draft, email: pending.email, kept: 'yes' };
  return showPage(422, formState('account', { values, errors: { email: t('forms.errors.duplicate') } }));
}

async function resend(context: ActionContext): Promise<ActionAnswer> {
  const { services, cookies, form, locale, t } = context;
  const pending = await services.findRegistration(cookies.get('registration'));
  if (pending && form.step === 'other') return refuseOtherTab(context);
  if (pending?.stage !== 'sent') return redirectTo('/register');
  if (!(await maySendMail(services, 'verify', pending.email)))
    return showPage(200, formState('sent', { values: { email: pending.email }, notice: t('register.enoughMails') }));
  await services.sendVerification({ email: pending.email, locale });
  return redirectTo('/register?again=1#form');
}

/** Replaces a mistyped address, for a visitor who knows the password of the registration. */
async function correctEmail(context: ActionContext): Promise<ActionAnswer> {
  const { services, cookies, locale, visit } = context;
  const token = cookies.get('registration');
  const pending = await services.findRegistration(token);
  if (pending && context.form.step === 'other') return refuseOtherTab(context);
  if (!token || pending?.stage !== 'sent') return redirectTo('/register');
  const checked = checkSubmission(context, 'sent', 'sign-in');
  if (!checked.ok) return checked.answer;
  const { email, password } = checked.output;
  // The cookie's registration has one password, so guesses are counted by it.
  const wait = await services.limits.use({
    'register:address': visit.address,
    'sign-in:pair': `${pending.email} ${visit.address}`,
  });
  if (wait > 0) return refuseBusy(context, 'sent', 'sign-in', wait);
  if (!(await maySendMail(services, 'verify', email)))
    return showPage(200, formState('sent', { values: { email }, notice: context.t('register.enoughMails') }));
  switch (await services.correctEmail({ token, email, password, locale, address: visit.address })) {
    case 'duplicate':
      return refuse(context, 'sent', 'sign-in', { email: 'duplicate' });
    case 'wrong-password': {
      const errors = { password: context.t('register.wrongPassword') };
      return showPage(422, formState('sent', { values: { email }, errors }));
    }
    case 'corrected':
      return redirectTo('/register?again=1#form');
    default:
      return redirectTo('/login');
  }
}

/** Confirms the e-mail address, then redirects to the clients' portal, or to the login of this site when there is none. */
async function confirm(context: ActionContext): Promise<ActionAnswer> {
  const { services, visit, form, cookies, portalUrl, t } = context;
  const token = form.value('token');
  const choosesPassword = form.value('intent') === 'confirm-new';
  const refused = await refuseLink(context, choosesPassword ? 'confirm-new' : 'confirm-password', token, 'verify');
  if (refused) return refused;
  const registeredEmail = findRegisteredEmail(await services.findRegistration(cookies.get('registration')));
  const checksForm = choosesPassword || !(await services.isRegisteringBrowser(token, registeredEmail));
  const checked = checksForm
    ? checkSubmission(
        context,
        choosesPassword ? 'confirm-new' : 'confirm-password',
        choosesPassword ? 'new-password' : 'own-password',
        choosesPassword ? findPasswordFaults(context, (await services.findLinkEmail(token, 'verify')) ?? '') : {},
      )
    : null;
  if (checked && !checked.ok) {
    if (checked.answer.kind === 'page') checked.answer.state.values['token'] = token;
    return checked.answer;
  }
  const password = checked?.output.password ?? '';
  const confirmation = choosesPassword
    ? await services.confirmWithNewPassword({ token, password, networkAddress: visit.address })
    : await services.confirmEmail({ token, password, registeredEmail, networkAddress: visit.address });
  if (confirmation.kind === 'wrong-password')
    return showPage(
      422,
      formState('confirm-password', { values: { token }, errors: { password: t('register.wrongPassword') } }),
    );
  if (confirmation.kind === 'old-link') return showPage(410, formState('old-link'));
  rememberDevice(context, confirmation.email);
  forgetLink(context);
  cookies.set('registration', '', 0);
  return redirectTo(portalUrl || '/login?done=confirmed#form');
}

async function sendNewLink(context: ActionContext): Promise<ActionAnswer> {
  const { services, visit, locale, t } = context;
  const checked = checkSubmission(context, 'old-link', 'address');
  if (!checked.ok) return checked.answer;
  const { email } = checked.output;
  const wait = await services.limits.use({ 'recover:address': visit.address });
  if (wait > 0) return refuseBusy(context, 'old-link', 'address', wait);
  if (await maySendMail(services, 'verify', email)) await services.sendVerification({ email, locale });
  return showPage(200, formState('old-link', { notice: t('register.newLinkSent') }));
}

export async function registerAction(context: ActionContext): Promise<ActionAnswer> {
  switch (context.form.value('intent')) {
    case 'continue':
      return submitAccountStep(context);
    case 'create':
      return submitDetailsStep(context);
    case 'resend':
      return resend(context);
    case 'correct':
      return correctEmail(context);
    case 'confirm':
    case 'confirm-new':
      return confirm(context);
    case 'new-link':
      return sendNewLink(context);
    default:
      return redirectTo('/register');
  }
}

/** Handles `/old-register`: everything in one step, by the same rules. */
export async function oneStepAction(context: ActionContext): Promise<ActionAnswer> {
  const { services, visit, form } = context;
  const refused = await refuseVisitor(context, 'one-step', 'registration');
  if (refused) return refused;
  const checked = checkSubmission(context, 'one-step', 'registration', {
    ...findPasswordFaults(context, form.value('email')),
    ...(await findKnownFaults(context)),
  });
  if (!checked.ok) return checked.answer;
  const wait = await services.limits.use({ 'register:address': visit.address });
  if (wait > 0) return refuseBusy(context, 'one-step', 'registration', wait);
  const { email, password } = checked.output;
  const result = await register(context, checked.output, { email, password });
  if (result === 'unavailable')
    return showPage(
      503,
      formState('one-step', { values: readTyped('registration', context), problem: context.t('forms.unavailable') }),
    );
  return result === 'registered'
    ? redirectTo(sentPath)
    : refuse(context, 'one-step', 'registration', { email: 'duplicate' });
}
