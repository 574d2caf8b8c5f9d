/**
 * The record of a visitor's consent, as vanilla-cookieconsent writes it into `cc_cookie` (R43), a cookie or an entry of local storage.
 * The browser's entry imports this file: keep it small.
 */
import type { Locale } from '../../content/locales.ts';
import type { ConsentCategory } from './consent-registry.ts';

export const consentCookie = 'cc_cookie';
export const consentDays = 182;

/** Raise it when a purpose, a category or a service changes: every visitor is then asked again. */
export const consentRevision = 2;

export interface ConsentRecord {
  categories: ConsentCategory[];
  services: Record<string, string[]>;
  consentId: string;
  /** ISO date-times of the first and of the latest choice. */
  consentTimestamp: string;
  lastConsentTimestamp: string;
  data: unknown;
  revision: number;
  languageCode: string;
  /** Milliseconds since 1970. */
  expirationTime: number;
}

/** A browser's report about a consent decision; `accounts/consent-decision.ts` validates it on arrival. */
export interface ConsentDecision {
  /** Generated once for each decision, so that a proof sent twice is stored once. */
  id: string;
  consentId: string;
  firstConsentAt: string;
  decidedAt: string;
  categories: string[];
  services: Record<string, string[]>;
  revision: number;
  /** SHA-256 of the text that was shown, in hex. */
  textHash: string;
  locale: Locale;
  /** `form`: the plain form of the cookie page. */
  source: 'dialog' | 'form';
}

/**
 * Parses the record in a stored value; null when there is none or it is no longer valid.
 * @param value URL-encoded JSON.
 * @param now milliseconds since 1970.
 */
export function parseValidRecord(value: string | null | undefined, now = Date.now()): ConsentRecord | null {
  try {
    const record = JSON.parse(decodeURIComponent(value ?? '')) as ConsentRecord;
    return record.consentId &&
      Date.parse(record.consentTimestamp) &&
      Date.parse(record.lastConsentTimestamp) &&
      Array.isArray(record.categories) &&
      record.revision === consentRevision &&
      record.expirationTime > now
      ? record
      : null;
  } catch {
    return null;
  }
}
