/**
 * What differs by visitor is decided here and not in the HTML: consent, country, language. This part is in every first load and
 * therefore only looks; whatever there is to do is loaded then. Bots are left alone: the same five names as R44, and automated browsers.
 */
import { countryKey } from './country/country-key.ts';
import { loadChunk } from './load-chunk.ts';
import { track } from './page-loader.ts';
import { pageStorage } from './page-storage.ts';
import { storedConsent } from './stored-consent.ts';
import { swapped } from './swap-page.ts';

const consent = () => loadChunk(() => import('./consent/consent.ts'));
/** Something on this page, or a tag of the whole site (`html[data-tags]`), waits for consent. */
const somethingWaits = () => document.querySelector('[data-consent], [data-tags]') !== null;

/** What the visitor's country asks for, in words; null when the site could not say, so that the next page asks again. */
async function askCountry(): Promise<string | null> {
  const answer = await fetch('/api/geo');
  // A body that nobody reads holds its connection.
  await answer.text();
  return answer.headers.get('country-policy');
}

/** Resolves when what the country asks for stands, at once when the session knows it. */
async function tendCountry(): Promise<void> {
  const session = pageStorage('sessionStorage');
  const known = session?.getItem(countryKey);
  const words = known ?? await askCountry();
  if (words === null) return;
  session?.setItem(countryKey, words);
  if (words) (await loadChunk(() => import('./country/country-effects.ts'))).applyCountryPolicy(words, words === known);
}

export function tendVisitor(): void {
  if (navigator.webdriver || /bot|crawl|spider|slurp|teoma/i.test(navigator.userAgent)) return;
  // A failure is for the console only (R42).
  const country = tendCountry().catch(console.error);
  const record = storedConsent();
  if (!record || somethingWaits()) void consent().then(({ startConsent }) => startConsent(record, country)).catch(console.error);
  document.addEventListener(swapped, () => {
    if (somethingWaits()) void consent().then(({ tendPage }) => tendPage()).catch(console.error);
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-cookie-settings]');
    if (!link) return;
    event.preventDefault();
    // When it cannot be opened, the link leads to the plain form.
    track(consent().then(({ openPreferences }) => openPreferences())).catch(() => location.assign(link.href));
  });
}
