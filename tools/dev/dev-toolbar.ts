/**
 * A bar for developers, only on the pages of `npm run dev`: shows the site as from another country or in another language, and resets what the
 * visitor has answered. It runs in the browser; `dev.ts` adds it to the page and reads its cookie.
 */
import { consentCookie } from '../../site/consent/consent-record.ts';
import { countryKey } from '../../site/browser/country/country-key.ts';
import { proofKey } from '../../site/browser/consent/proof-key.ts';
import { storedConsent } from '../../site/browser/stored-consent.ts';
import { countryPolicies, policyOf } from '../../server/country/country-policy.ts';
import { localeRecords, locales } from '../../content/locales.ts';
import { devCountryCookie } from './dev-country.ts';
import styles from './dev-toolbar.css?inline';

function cookieValue(name: string): string {
  return (
    document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? ''
  );
}

function dropCookie(name: string): void {
  for (const domain of ['', `; Domain=${location.hostname}`]) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}

function effects(code: string): string {
  const { notice, redirect } = policyOf(code);
  return [notice === 'eu' ? 'notice' : '', redirect === 'es' ? 'Spanish' : ''].filter(Boolean).join(', ');
}

function countryChoices(): [string, string][] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const codes = ['ZA', 'GB', 'US', ...Object.keys(countryPolicies)].map((code): [string, string] => [
    code,
    [names.of(code), effects(code) && `(${effects(code)})`].filter(Boolean).join(' '),
  ]);
  return [['', 'unknown'], ...codes.toSorted(([, a], [, b]) => a.localeCompare(b))];
}

function select(
  label: string,
  choices: [string, string][],
  value: string,
  choose: (value: string) => void,
): HTMLLabelElement {
  const field = document.createElement('select');
  for (const [code, name] of choices) field.add(new Option(name, code, false, code === value));
  field.addEventListener('change', () => choose(field.value));
  const element = document.createElement('label');
  element.append(label, field);
  return element;
}

function button(label: string, press: () => void): HTMLButtonElement {
  const element = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
  element.addEventListener('click', press);
  return element;
}

/** Deletes the country that the session has cached; without one, the page requests it again. */
function askCountryAgain(): void {
  sessionStorage.removeItem(countryKey);
}

const actions = {
  country: (code: string) => {
    if (code) document.cookie = `${devCountryCookie}=${code}; Path=/; SameSite=Lax`;
    else dropCookie(devCountryCookie);
    askCountryAgain();
    location.reload();
  },
  language: (code: string) => {
    // The header's own links have the address of this page in each language.
    const link = document.querySelector<HTMLAnchorElement>(`a[data-language="${code}"]`);
    if (link) return location.assign(link.href);
    dropCookie('locale');
    location.reload();
  },
  consent: () => {
    dropCookie(consentCookie);
    localStorage.removeItem(consentCookie);
    localStorage.removeItem(proofKey);
    location.reload();
  },
  notice: () => {
    dropCookie('accepted');
    askCountryAgain();
    location.reload();
  },
  session: () => {
    sessionStorage.clear();
    location.reload();
  },
};

function bar(): HTMLElement {
  const element = document.createElement('details');
  element.open = sessionStorage.getItem('dev-toolbar') === 'open';
  element.addEventListener('toggle', () => sessionStorage.setItem('dev-toolbar', element.open ? 'open' : 'closed'));
  const title = Object.assign(document.createElement('summary'), { textContent: 'Visitor' });
  const categories = storedConsent()?.categories.join(', ');
  const status = Object.assign(document.createElement('output'), {
    textContent: `consent: ${categories ?? 'not given'} · notice: ${cookieValue('accepted') === 'yes' ? 'read' : 'not read'} · the Spanish redirect comes with the second page of a session`,
  });
  const languages = [['', 'as the browser says'], ...locales.map((code) => [code, localeRecords[code].name])] as [
    string,
    string,
  ][];
  const parts = document.createElement('div');
  parts.append(
    select('Country', countryChoices(), cookieValue(devCountryCookie), actions.country),
    select('Language', languages, cookieValue('locale'), actions.language),
    button('Ask for consent again', actions.consent),
    button('Show the notice again', actions.notice),
    button('New session', actions.session),
    status,
  );
  element.append(title, parts);
  return element;
}

const host = Object.assign(document.createElement('dev-toolbar'), { popover: 'manual' });
const root = host.attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
root.adoptedStyleSheets = [sheet];
root.append(bar());
document.body.append(host);
// As a popover, the bar is above everything, also above modals that block the page.
host.showPopover();
