/**
 * Decides what differs by visitor, because the HTML does not: consent, country, language. This file is in every first load and
 * therefore only checks whether there is something to do, and loads the code for it then. Automated browsers are skipped.
 */
import { isAutomated } from './automated-browser.ts';
import { loadChunk } from './loading/load-chunk.ts';
import { countryKey, pageStorage } from './page-storage.ts';
import { storedConsent } from './stored-consent.ts';
import { swapped } from './navigation/swapped.ts';

/** Resolves when the country's policy is applied; sends no request when the session already knows the policy. */
async function setUpCountry(): Promise<void> {
  const session = pageStorage('sessionStorage');
  const known = session?.getItem(countryKey);
  // An unread body keeps its connection busy.
  const words: string | null =
    known ?? (await fetch('/api/geo').then((answer) => answer.text().then(() => answer.headers.get('country-policy'))));
  // Without an answer, the next page asks again.
  if (words !== null) session?.setItem(countryKey, words);
  if (words) (await loadChunk(() => import('./consent/country-effects.ts'))).applyCountryPolicy(words, words === known);
}

export function setUpConsentAndCountry(): void {
  if (isAutomated()) return;
  // A failure is for the console only (R42).
  const country = setUpCountry().catch(console.error);
  const look = () => {
    // No decision yet; or a part of this page, or a tag of the whole site (`html[data-tags]`), depends on the decision.
    if (!storedConsent() || document.querySelector('[data-consent], [data-tags]'))
      void loadChunk(() => import('./consent/consent.ts')).then((part) => part.setUpConsent(country), console.error);
  };
  look();
  document.addEventListener(swapped, look);
}
