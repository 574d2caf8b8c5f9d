/** The consent texts of this release with their hashes. Browsers fetch the texts, and proofs refer to the hashes. */
import { createHash } from 'node:crypto';
import type { ConsentText } from '../../accounts/consent-rows.ts';
import { consentRevision } from '../../site/consent/consent-record.ts';
import { type ConsentTextsAnswer, buildConsentTexts } from '../../site/consent/consent-texts.ts';
import { type Locale, byLocale } from '../../content/locales.ts';

export interface HashedTexts {
  answers: Record<Locale, ConsentTextsAnswer>;
  /** By hash, for the store. */
  stored: ReadonlyMap<string, ConsentText>;
}

export function hashConsentTexts(): HashedTexts {
  const stored = new Map<string, ConsentText>();
  const answers = byLocale((locale): ConsentTextsAnswer => {
    const texts = buildConsentTexts(locale);
    const text = JSON.stringify(texts);
    const hash = createHash('sha256').update(text).digest('hex');
    stored.set(hash, { hash, locale, revision: consentRevision, text });
    return { hash, ...texts };
  });
  return { answers, stored };
}
