/** Key in session storage (R41) for the words of the header `country-policy`, without those that are already handled. */
export const countryKey = 'redirectForLanguage';
/** Key in local storage for the proofs of consent that wait to be sent. */
export const proofKey = 'consentProof';

type Area = 'localStorage' | 'sessionStorage';

/** Reads an entry; null where the browser refuses access (cookies are blocked), has no storage (some web views), or cannot read it. */
export function readStored(area: Area | undefined, key: string): string | null {
  try {
    return globalThis[area as Area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores an entry. Callers apply a choice before they store it: an unstored choice lasts as long as the document.
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
