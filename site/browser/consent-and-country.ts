/**
 * Handles what differs by visitor, because the HTML is the same for all: consent, country, language. This file is in every first load and
 * therefore only checks whether there is something to do, and then loads the code for it, which detects robots by their names.
 */
import { loadChunk } from './loading/load-chunk.ts';
import { countryKey, readStored, store } from './page-storage.ts';
import { readConsent } from './stored-consent.ts';
import { swapped } from './navigation/swapped.ts';

/** Resolves when the country's policy is applied; sends no request when the session already knows the policy. */
async function setUpCountry(): Promise<void> {
  const known = readStored('sessionStorage', countryKey);
  let words = known;
  if (words === null) {
    const answer = await fetch('/api/geo');
    // A proxy may strip the header, or break the body.
    const body = (await answer.json().catch(console.error)) as { policy?: string } | undefined;
    words = body?.policy ?? (console.error(answer), answer.headers.get('country-policy'));
    // Without an answer, the next page asks again.
    store('sessionStorage', countryKey, words);
  }
  if (words) (await loadChunk(() => import('./consent/country-effects.ts'))).applyCountryPolicy(words, words === known);
}

export function setUpConsentAndCountry(): void {
  if (navigator.webdriver) return;
  // A failure is for the console only (R42).
  const country = setUpCountry().catch(console.error);
  const look = () => {
    // No decision yet; or a part of this page, or a tag of the whole site (`html[data-tags]`), depends on the decision.
    if (!readConsent() || document.querySelector('[data-consent], [data-tags]'))
      void loadChunk(() => import('./consent/consent.ts')).then((part) => part.setUpConsent(country), console.error);
  };
  look();
  document.addEventListener(swapped, look);
}
