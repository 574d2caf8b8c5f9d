/** What a browser reports about a consent decision; `accounts/consent/consent-decision.ts` validates it on arrival. */
import type { Locale } from '../../content/locales.ts';

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
