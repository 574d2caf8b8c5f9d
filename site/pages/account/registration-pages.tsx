/** `/register` and `/old-register`: the page's own blocks, with the form after the hero. */
import type { FormState } from '../../forms/form-state.ts';
import { type Country, countryList } from './phone-number.ts';
import { BlocksWithForm, type ContentPageData, loadContentPage } from '../content-page.tsx';
import { staticPageHead } from '../../page/page-head.ts';
import { NotFound, type PageModule, definePage } from '../../page/page-module.ts';
import { oneStepAction, registerAction, registrationState } from './registration-action.ts';
import {
  AccountStep,
  ConfirmScreen,
  ConfirmWithNewPassword,
  DetailsStep,
  OldLinkScreen,
  OneStepRegistration,
  SentScreen,
} from './registration-forms.tsx';

interface RegistrationData extends ContentPageData {
  countries: Country[];
}

function Screen({ state, countries }: { state: FormState | null; countries: Country[] }) {
  switch (state?.view) {
    case 'details':
      return <DetailsStep state={state} countries={countries} />;
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
      return <AccountStep state={state} />;
  }
}

export const registerPage: PageModule = definePage<RegistrationData>({
  kind: 'register',
  loader: (context) => {
    const content = loadContentPage('register', context);
    return content instanceof NotFound ? content : { ...content, countries: countryList(context.locale) };
  },
  action: registerAction,
  viewOfIntent: {
    continue: 'account',
    create: 'details',
    confirm: 'confirm-password',
    'confirm-new': 'confirm-new',
    resend: 'sent',
    'new-link': 'old-link',
  },
  personal: { cookies: ['registration'], query: ['confirm'], state: registrationState },
  head: ({ page }, context) => staticPageHead(page, context),
  Component: ({ data: { blocks, countries }, state }) => (
    <BlocksWithForm blocks={blocks} form={<Screen state={state} countries={countries} />} />
  ),
});

export const oldRegisterPage: PageModule = definePage<RegistrationData>({
  kind: 'register',
  loader: (context) => {
    const content = loadContentPage('old-register', context);
    return content instanceof NotFound ? content : { ...content, countries: countryList(context.locale) };
  },
  action: oneStepAction,
  viewOfIntent: { create: 'one-step' },
  head: ({ page }, context) => staticPageHead(page, context, { noindex: true }),
  Component: ({ data: { blocks, countries }, state }) => (
    <BlocksWithForm blocks={blocks} form={<OneStepRegistration state={state} countries={countries} />} />
  ),
});
