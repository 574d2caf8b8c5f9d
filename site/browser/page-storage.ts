/** Session storage (R41): the words of the header `country-policy` for the visitor's country, without those already settled. */
export const countryKey = 'redirectForLanguage';
/** Local storage: the proofs of consent that wait to be sent. */
export const proofKey = 'consentProof';

type Area = 'localStorage' | 'sessionStorage';

/** Null where the browser refuses access (cookies are blocked), has no storage (some web views), or cannot read it. */
export function readStored(area: Area | undefined, key: string): string | null {
  try {
    return globalThis[area as Area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Callers apply a choice before they store it: what cannot be stored lasts as long as the document.
 * @param value null removes the entry.
 * @returns false when the storage is full, missing or refused.
 */
export function store(area: Area | undefined, key: string, value: string | null): boolean {
  try {
    if (value === null) globalThis[area as Area].removeItem(key);
    else globalThis[area as Area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
