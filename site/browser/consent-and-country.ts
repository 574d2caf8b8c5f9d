/**
 * What differs by visitor is decided here and not in the HTML: consent, country, language. This part is in every first load and
 * therefore only looks; whatever there is to do is loaded then. Bots are left alone: the same five names as R44, and automated browsers.
 */
import { countryKey } from './country/country-key.ts';
import { loadChunk } from './loading/load-chunk.ts';
import { pageStorage } from './page-storage.ts';
import { storedConsent } from './stored-consent.ts';
import { swapped } from './navigation/swap-page.ts';

const consent = () => loadChunk(() => import('./consent/consent.ts'));

/** Resolves when what the country asks for stands, at once when the session knows it. */
async function setUpCountry(): Promise<void> {
  const session = pageStorage('sessionStorage');
  const known = session?.getItem(countryKey);
  // A body that nobody reads holds its connection.
  const words: string | null =
    known ?? (await fetch('/api/geo').then((answer) => answer.text().then(() => answer.headers.get('country-policy'))));
  // When the site could not say, the next page asks again.
  if (words !== null) session?.setItem(countryKey, words);
  if (words) (await loadChunk(() => import('./country/country-effects.ts'))).applyCountryPolicy(words, words === known);
}

export function setUpConsentAndCountry(): void {
  if (navigator.webdriver || /bot|crawl|spider|slurp|teoma/i.test(navigator.userAgent)) return;
  // A failure is for the console only (R42).
  const country = setUpCountry().catch(console.error);
  const look = () => {
    // There is no answer yet; or something on this page, or a tag of the whole site (`html[data-tags]`), waits for one.
    if (!storedConsent() || document.querySelector('[data-consent], [data-tags]'))
      void consent().then((part) => part.setUpConsent(country), console.error);
  };
  look();
  document.addEventListener(swapped, look);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-cookie-settings]');
    if (!link) return;
    event.preventDefault();
    // When it cannot be opened, the link leads to the plain form.
    consent()
      .then((part) => part.openPreferences())
      .catch(() => location.assign(link.href));
  });
}
