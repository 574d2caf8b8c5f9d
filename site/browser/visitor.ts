/**
 * What differs by visitor is decided here and not in the HTML: consent, country, language. This part is in every first load and
 * therefore only looks; whatever there is to do is loaded then. Bots are left alone: the same five names as R44, and automated browsers.
 */
import { consentCookie, validRecord } from '../consent/consent-record.ts';
import { cookie } from './cookie.ts';
import { countryKey } from './country/country-key.ts';
import { pageStorage } from './page-storage.ts';
import { swapped } from './swap-page.ts';

const consent = () => import('./consent/consent.ts');
const pageWaits = () => document.querySelector('[data-consent]') !== null;

/** Resolves when what the country asks for stands, at once when the session knows it. A failure is for the console only (R42). */
async function tendCountry(): Promise<void> {
  try {
    const session = pageStorage('sessionStorage');
    let words = session?.getItem(countryKey);
    const checkedBefore = typeof words === 'string';
    if (!checkedBefore) {
      const answer = await fetch('/api/geo');
      // A body that nobody reads holds its connection.
      await answer.text();
      if (!answer.ok) throw new Error(`${answer.status}`);
      words = answer.headers.get('country-policy') ?? '';
      session?.setItem(countryKey, words);
    }
    if (words) (await import('./country/country-effects.ts')).applyCountryPolicy(words, checkedBefore);
  } catch (error) {
    console.error(error);
  }
}

export function tendVisitor(): void {
  if (navigator.webdriver || /bot|crawl|spider|slurp|teoma/i.test(navigator.userAgent)) return;
  const country = tendCountry();
  const record = validRecord(cookie(consentCookie));
  if (!record || pageWaits() || document.documentElement.dataset['tags'] || pageStorage('localStorage')?.getItem('consentProof')) {
    void consent().then(({ startConsent }) => startConsent(record, country));
  }
  document.addEventListener(swapped, () => {
    if (pageWaits()) void consent().then(({ tendPage }) => tendPage());
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-cookie-settings]');
    if (!link) return;
    event.preventDefault();
    // When it cannot be opened, the link leads to the plain form.
    consent().then(({ openPreferences }) => openPreferences()).catch(() => location.assign(link.href));
  });
}
