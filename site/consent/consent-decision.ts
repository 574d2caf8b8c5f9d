/** What a browser reports of a decision; `accounts/consent/consent-decision.ts` checks it at the door. */
import type { Locale } from '../../content/locales.ts';

export interface ConsentDecision {
  /** Made once for each decision: a proof that is sent twice is stored once. */
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
