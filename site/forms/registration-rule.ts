/** What a country's policy asks of a registration (`server/visitor/country-policy.ts`), and the declaration of a visitor's own initiative. */
import type { Translate } from '../i18n/translate.ts';

export type RegistrationRule = 'open' | 'declaration' | 'refused';

/** Written to the box, so that a form from before a change of the words has to be ticked again. A new date whenever the words change in any language. */
export const declarationVersion = '2026-11-27';

/** A declaration as it was shown and ticked. */
export interface Declaration {
  version: string;
  /** The notice's sentence, then the words of the box, in the visitor's language. */
  text: string;
  locale: string;
  /** The country that the visitor declared. */
  country: string;
  /** The country that the visitor's network address belongs to; null when it is unknown. */
  visitorCountry: string | null;
}

/** Writes the words of the declaration: the sentence of the notice (R24), and the box. */
export function writeDeclaration(t: Translate): { sentence: string; box: string } {
  return { sentence: t('euNotice.scope'), box: t('register.initiative') };
}
