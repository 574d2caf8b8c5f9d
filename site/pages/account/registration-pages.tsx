/** `/register` and `/old-register` (R10, R50): the page's own blocks, with the form after the hero. Two steps, or one step for old campaign links. */
import type { ReactNode } from 'react';
import type { FormState } from '../../forms/form-state.ts';
import type { LoaderContext } from '../../page/page-module.ts';
import { linkTo } from '../../route-patterns.ts';
import { Buttons, Form, FormSection, Notice, SubmitRow } from '../../ui/Form.tsx';
import { CheckField, EmailField, PasswordField, SelectField, TextField } from '../../ui/fields.tsx';
import styles from '../../ui/Form.module.css';
import fieldStyles from '../../ui/fields.module.css';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { type AccountChoices, AccountFields, listAccountChoices } from './AccountFields.tsx';
import { type Country, listCountries } from '../forms/countries.ts';
import { type RegistrationRule, declarationVersion, writeDeclaration } from '../../forms/registration-rule.ts';
import { BlocksWithForm, type ContentPageData, createContentPage } from '../content-page.tsx';
import {
  choiceQuery,
  loadOneStepState,
  loadRegistrationState,
  oneStepAction,
  registerAction,
} from './registration-action.ts';

interface RegistrationChoices extends AccountChoices {
  countries: CountryChoice[];
}

interface RegistrationProps extends RegistrationChoices {
  state: FormState | null;
}

interface CountryChoice extends Country {
  rule: RegistrationRule;
}

function StepList({ step }: { step: 1 | 2 }) {
  const { t } = useCurrentPage();
  return (
    <>
      <p>{t('register.stepOf', { step })}</p>
      <ol role="list" className={styles.steps} aria-label={t('register.stepOf', { step })}>
        <li aria-current={step === 1 ? 'step' : undefined}>{t('register.accountInfo')}</li>
        <li aria-current={step === 2 ? 'step' : undefined}>{t('register.personalDetails')}</li>
      </ol>
    </>
  );
}

function LogInInstead() {
  const { t, href } = useCurrentPage();
  return (
    <p>
      {t('register.haveAccount')} <a href={href(linkTo('/login'))}>{t('register.logIn')}</a>
    </p>
  );
}

/**
 * The declaration at the country field that the policy of some countries asks for. The CSS shows it as soon as such a country is chosen, also without
 * a script; the server shows it when the country of the visitor's network asks for it.
 */
function OwnInitiative({ state }: { state: FormState | null }) {
  const { t } = useCurrentPage();
  const { sentence, box } = writeDeclaration(t);
  const declares = state?.values['declares'] || state?.values['initiative'] || state?.errors['initiative'];
  return (
    <>
      <div className={fieldStyles.declaration} data-declares={declares ? 'yes' : 'no'}>
        <p>{sentence}</p>
        <CheckField name="initiative" value={declarationVersion} state={state}>
          {box}
        </CheckField>
      </div>
      <p className={fieldStyles.refused}>{t('forms.errors.countryRefused')}</p>
    </>
  );
}

function DetailFields({ state, countries }: Pick<RegistrationProps, 'state' | 'countries'>) {
  const { t, href } = useCurrentPage();
  const dial = countries.find(({ code }) => code === state?.values['country'])?.dial;
  const [before = '', between = '', after = ''] = t('register.accept', { terms: '\u0000', privacy: '\u0000' }).split(
    '\u0000',
  );
  return (
    <>
      <div className={styles.pair}>
        <TextField
          name="firstName"
          label={t('forms.firstName')}
          state={state}
          autoComplete="given-name"
          maxLength={60}
        />
        <TextField
          name="lastName"
          label={t('forms.lastName')}
          state={state}
          autoComplete="family-name"
          maxLength={60}
        />
      </div>
      <SelectField
        name="country"
        label={t('register.country')}
        state={state}
        empty={t('register.choose')}
        autoComplete="country"
        choices={countries.map(({ code, name, dial: prefix, rule }) => ({
          value: code,
          label: name,
          dial: prefix,
          registration: rule === 'open' ? undefined : rule,
        }))}
      />
      <OwnInitiative state={state} />
      <TextField
        name="phone"
        label={t('register.phone')}
        hint={t('register.phoneHint')}
        state={state}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        prefix={
          <output className={fieldStyles.dial} htmlFor="country" data-dial-output>
            {dial}
          </output>
        }
      />
      <TextField
        name="promoCode"
        label={t('register.promo')}
        state={state}
        optional
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
      />
      <CheckField name="terms" state={state}>
        {before}
        <a href={href(linkTo('/legal/:slug', { slug: 'terms-of-service' }))} target="_blank">
          {t('register.terms')}
        </a>
        {between}
        <a href={href(linkTo('/privacy-policy'))} target="_blank">
          {t('register.privacy')}
        </a>
        {after}
      </CheckField>
    </>
  );
}

function AccountStep(props: RegistrationProps) {
  const { state } = props;
  const { t, href } = useCurrentPage();
  const kept = Boolean(state?.values['kept']);
  return (
    <FormSection
      heading={t('register.heading')}
      text={
        <>
          <StepList step={1} />
          <LogInInstead />
          {state?.values['cookieless'] && (
            <p>
              <a href={href(linkTo('/old-register'))}>{t('register.oneStep')}</a>
            </p>
          )}
        </>
      }
    >
      <Form schema={kept ? 'kept-account' : 'account'} intent="continue" state={state}>
        <EmailField state={state} />
        <PasswordField state={state} isNew kept={kept} />
        <AccountFields {...props} />
        <SubmitRow label={t('register.continueToDetails')} />
      </Form>
    </FormSection>
  );
}

function DetailsStep(props: RegistrationProps) {
  const { state, accounts } = props;
  const { t } = useCurrentPage();
  const { account = '', currency = '' } = state?.values ?? {};
  const chosen = [accounts.find(([id]) => id === account)?.[1], currency].filter(Boolean).join(', ');
  return (
    <FormSection
      heading={t('register.heading')}
      takesFocus={!state?.problem && Object.keys(state?.errors ?? {}).length === 0}
      text={
        <>
          <StepList step={2} />
          {state?.values['email'] && <p>{t('register.account', { email: state.values['email'] })}</p>}
          {chosen && <p>{t('register.chosen', { account: chosen })}</p>}
        </>
      }
    >
      <Form schema="details" intent="create" state={state}>
        <input type="hidden" name="account" value={account} />
        <input type="hidden" name="currency" value={currency} />
        <DetailFields {...props} />
        <Buttons>
          <button className="button">{t('register.create')}</button>
          <button className="button secondary" name="back" value="yes" formNoValidate data-unchecked>
            {t('register.back')}
          </button>
        </Buttons>
      </Form>
    </FormSection>
  );
}

function OneStepRegistration(props: RegistrationProps) {
  const { state } = props;
  const { t } = useCurrentPage();
  return (
    <FormSection heading={t('register.heading')} text={<LogInInstead />}>
      <Form schema="registration" intent="create" state={state}>
        <EmailField state={state} />
        <PasswordField state={state} isNew />
        <AccountFields {...props} />
        <DetailFields {...props} />
        <SubmitRow label={t('register.create')} />
      </Form>
    </FormSection>
  );
}

/** Without its cookie the page does not know the e-mail address: it can neither show the address nor send another message there. */
function SentScreen({ state }: { state: FormState }) {
  const { t } = useCurrentPage();
  const { email } = state.values;
  const isWrong = Object.keys(state.errors).length > 0;
  return (
    <FormSection heading={t('register.sentHeading')}>
      {!state.problem && !isWrong && (
        <Notice>
          <p>{state.notice ?? (email ? t('register.sentText', { email }) : t('register.sentNoCookie'))}</p>
        </Notice>
      )}
      {(email ?? state.problem) && (
        <Form schema={null} intent="resend" state={{ ...state, errors: {} }}>
          <p>{t('register.sentSpam')}</p>
          <Buttons>
            <button className="button secondary">{t('register.resend')}</button>
          </Buttons>
        </Form>
      )}
      {email && (
        <details className={styles.more} open={isWrong}>
          <summary>{t('register.mistyped')}</summary>
          <Form schema="sign-in" intent="correct" state={state}>
            <EmailField state={state} />
            <PasswordField state={state} />
            <SubmitRow label={t('register.correct')} />
          </Form>
        </details>
      )}
    </FormSection>
  );
}

/** The browser that registered confirms with one click; in any other the visitor must enter the account's password. */
function ConfirmScreen({ state }: { state: FormState }) {
  const { t, href } = useCurrentPage();
  const asks = state.view === 'confirm-password';
  const { token = '' } = state.values;
  const choose = `${href(linkTo('/register'))}?confirm=${encodeURIComponent(token)}&choose=1#form`;
  return (
    <FormSection
      heading={t('register.confirmHeading')}
      text={
        <>
          <p>{t(asks ? 'register.confirmPassword' : 'register.confirmText')}</p>
          {asks && (
            <p>
              <a href={choose}>{t('register.chooseOwn')}</a>
            </p>
          )}
        </>
      }
    >
      <Form schema={asks ? 'own-password' : null} intent="confirm" state={state}>
        <input type="hidden" name="token" value={token} />
        {asks && <PasswordField state={state} />}
        <SubmitRow label={t('register.confirm')} />
      </Form>
    </FormSection>
  );
}

function ConfirmWithNewPassword({ state }: { state: FormState }) {
  const { t } = useCurrentPage();
  return (
    <FormSection heading={t('recovery.newHeading')} text={<p>{t('register.chooseText')}</p>}>
      <Form schema="new-password" intent="confirm-new" state={state}>
        <input type="hidden" name="token" value={state.values['token']} />
        <PasswordField state={state} label={t('recovery.newPassword')} isNew />
        <SubmitRow label={t('register.confirmNew')} />
      </Form>
    </FormSection>
  );
}

function OldLinkScreen({ state }: { state: FormState }): ReactNode {
  const { t } = useCurrentPage();
  return (
    <FormSection
      heading={t('register.linkHeading')}
      text={
        <>
          <p>{t('register.linkText')}</p>
          <LogInInstead />
        </>
      }
    >
      {state.notice && (
        <Notice>
          <p>{state.notice}</p>
        </Notice>
      )}
      <Form schema="address" intent="new-link" state={state}>
        <EmailField state={state} />
        <SubmitRow label={t('register.newLink')} />
      </Form>
    </FormSection>
  );
}

interface RegistrationData extends ContentPageData {
  choices: RegistrationChoices;
}

function Screen(props: RegistrationProps) {
  const { state } = props;
  switch (state?.view) {
    case 'details':
      return <DetailsStep {...props} />;
    case 'sent':
      return <SentScreen state={state} />;
    case 'confirm':
    case 'confirm-password':
      return <ConfirmScreen state={state} />;
    case 'confirm-new':
      return <ConfirmWithNewPassword state={state} />;
    case 'old-link':
      return <OldLinkScreen state={state} />;
    default:
      return <AccountStep {...props} />;
  }
}

function loadChoices({ locale, read, registrationRule }: LoaderContext): Pick<RegistrationData, 'choices'> {
  return {
    choices: {
      countries: listCountries(locale).map((country) => ({ ...country, rule: registrationRule(country.code) })),
      ...listAccountChoices(read.list('account-type', locale)),
    },
  };
}

export const registerPage = createContentPage<RegistrationData>('register', {
  kind: 'register',
  load: loadChoices,
  action: registerAction,
  viewOfIntent: {
    continue: 'account',
    create: 'details',
    confirm: 'confirm-password',
    'confirm-new': 'confirm-new',
    resend: 'sent',
    correct: 'sent',
    'new-link': 'old-link',
  },
  personal: {
    cookies: ['registration'],
    query: ['link', 'step', ...choiceQuery],
    secret: 'confirm',
    state: loadRegistrationState,
  },
  Component: ({ data: { blocks, choices }, state }) => (
    <BlocksWithForm blocks={blocks} form={<Screen state={state} {...choices} />} />
  ),
});

export const oldRegisterPage = createContentPage<RegistrationData>('old-register', {
  kind: 'register',
  load: loadChoices,
  action: oneStepAction,
  viewOfIntent: { create: 'one-step' },
  personal: { cookies: [], query: choiceQuery, state: loadOneStepState },
  Component: ({ data: { blocks, choices }, state }) => (
    <BlocksWithForm blocks={blocks} form={<OneStepRegistration state={state} {...choices} />} />
  ),
});
