/** Session storage (R41): the words of the header `country-policy` for the visitor's country, without those already settled. */
export const countryKey = 'redirectForLanguage';
/** Local storage: the proofs of consent that wait to be sent. */
export const proofKey = 'consentProof';

/** A storage area of the browser; null where the browser refuses access (cookies are blocked) or has no storage (some web views). */
export function pageStorage(area: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[area];
  } catch {
    return null;
  }
}
