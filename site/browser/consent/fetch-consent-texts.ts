/** Fetches the texts of the consent bar in the page's language, with the hash that the proof will name. */
import type { ConsentTextsAnswer } from '../../consent/consent-texts.ts';
import { addressLocale } from '../../i18n/locale-path.ts';

/** @throws when the request fails or the server answers with an error status. */
export async function fetchConsentTexts(): Promise<ConsentTextsAnswer> {
  const response = await fetch(`/api/consent/texts?locale=${addressLocale(location.pathname)}`);
  if (!response.ok) throw new Error(`The texts of the consent bar were answered with ${response.status}.`);
  return (await response.json()) as ConsentTextsAnswer;
}
