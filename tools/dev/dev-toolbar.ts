/**
 * Adds a bar for developers to the pages of `npm run dev`. The bar selects another country or language, and resets the answers of the visitor.
 * `dev.ts` adds this script to the page and reads its cookie.
 */
import { consentCookie } from '../../site/consent/consent-record.ts';
import { countryKey, proofKey } from '../../site/browser/page-storage.ts';
import { readConsent } from '../../site/browser/stored-consent.ts';
import { countryPolicies, findPolicy } from '../../server/visitor/country-policy.ts';
import { localeRecords, locales } from '../../content/locales.ts';
import { devCountryCookie } from './dev-country.ts';
import styles from './dev-toolbar.css?inline';

type Choice = [code: string, name: string];

function readCookie(name: string): string {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? '';
}

function dropCookie(name: string): void {
  for (const domain of ['', `; Domain=${location.hostname}`]) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}

function listCountries(): Choice[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const choices = ['ZA', 'GB', 'US', ...Object.keys(countryPolicies)].map((code): Choice => {
    const { notice, redirect } = findPolicy(code);
    const effects = [notice === 'eu' ? 'notice' : '', redirect === 'es' ? 'Spanish' : ''].filter(Boolean).join(', ');
    return [code, [names.of(code), effects && `(${effects})`].filter(Boolean).join(' ')];
  });
  return [['', 'unknown'], ...choices.toSorted(([, a], [, b]) => a.localeCompare(b))];
}

function select(label: string, choices: Choice[], value: string, choose: (value: string) => void): HTMLElement {
  const field = document.createElement('select');
  for (const [code, name] of choices) field.add(new Option(name, code, false, code === value));
  field.addEventListener('change', () => choose(field.value));
  const element = document.createElement('label');
  element.append(label, field);
  return element;
}

function button(label: string, press: () => void): HTMLElement {
  const element = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
  element.addEventListener('click', () => {
    press();
    location.reload();
  });
  return element;
}

function chooseCountry(code: string): void {
  if (code) document.cookie = `${devCountryCookie}=${code}; Path=/; SameSite=Lax`;
  else dropCookie(devCountryCookie);
  sessionStorage.removeItem(countryKey);
  location.reload();
}

function chooseLanguage(code: string): void {
  // The header's own links have the address of this page in each language.
  const link = document.querySelector<HTMLAnchorElement>(`a[data-language="${code}"]`);
  if (link) return location.assign(link.href);
  dropCookie('locale');
  location.reload();
}

function forgetConsent(): void {
  dropCookie(consentCookie);
  for (const key of [consentCookie, proofKey]) localStorage.removeItem(key);
}

function forgetNotice(): void {
  dropCookie('accepted');
  sessionStorage.removeItem(countryKey);
}

function createBar(): HTMLElement {
  const bar = document.createElement('details');
  bar.open = sessionStorage.getItem('dev-toolbar') === 'open';
  bar.addEventListener('toggle', () => sessionStorage.setItem('dev-toolbar', bar.open ? 'open' : 'closed'));
  const consent = readConsent()?.categories.join(', ') ?? 'not given';
  const notice = readCookie('accepted') === 'yes' ? 'read' : 'not read';
  const languages = [
    ['', 'as the browser says'] as Choice,
    ...locales.map((code): Choice => [code, localeRecords[code].name]),
  ];
  const controls = document.createElement('div');
  controls.append(
    select('Country', listCountries(), readCookie(devCountryCookie), chooseCountry),
    select('Language', languages, readCookie('locale'), chooseLanguage),
    button('Ask for consent again', forgetConsent),
    button('Show the notice again', forgetNotice),
    button('New session', () => sessionStorage.clear()),
    Object.assign(document.createElement('output'), {
      textContent: `consent: ${consent} · notice: ${notice} · the Spanish redirect comes with the second page of a session`,
    }),
  );
  bar.append(Object.assign(document.createElement('summary'), { textContent: 'Visitor' }), controls);
  return bar;
}

const host = Object.assign(document.createElement('dev-toolbar'), { popover: 'manual' });
const root = host.attachShadow({ mode: 'open' });
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
root.adoptedStyleSheets = [sheet];
root.append(createBar());
document.body.append(host);
// As a popover, the bar is above everything, also above modals that block the page.
host.showPopover();
