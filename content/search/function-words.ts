/**
 * Lists function words such as “the”. A search with a whole sentence ignores them, because their lookup took most of its time (100 000 texts: 107 ms
 * for nine words). Libraries' lists contain words that visitors search, such as the Spanish “cuenta” (account). A language without a list is
 * searched by all words.
 */
import type { Locale } from '../locales.ts';
import { foldWord } from './language.ts';

const lists: Partial<Record<Locale, string>> = {
  en: `a an the and or but if as at by for from in into is are be been was were do does did has have had of off on onto to with without
    i me my we us our you your he she it its they them their this that these those which who whom what when where why how much many can could may
    might must shall should will would there here than then so too am m s t d ll re ve don doesn didn isn aren won
    any anyone anybody someone somebody some just really please hi hello want wanna like get got tell know about whats hows im`,
  es: `a al de del el la los las lo un una unos unas y e o u pero si como con sin por para en entre que qué cual cuál cuales cuáles quien quién
    cuando cuándo donde dónde cuanto cuánto cuanta cuánta cuantos cuántos cuantas cuántas cómo es son ser está están estar hay ha han he fue era
    me te se nos le les mi mis tu tus su sus yo este esta estos estas ese esa eso esto puede puedo pueden podría debe debo
    soy estoy están eres somos tengo tienen quiero quisiera hola muy ya también algo alguien ustedes usted tú cuál sobre sí tan`,
  it: `a ad al all allo alla ai agli alle di d del dell dello della dei degli delle da dal dall dalla dai in nel nell nella nei nelle su sul sull sulla con per tra fra
    il lo la i gli le l un uno una e ed o ma se come che chi cui quale quali quando dove quanto quanta quanti quante perché è sono essere
    c ci si mi ti vi ne mio mia tuo tua suo sua questo questa questi queste quello quella può posso possono deve devo ho ha hanno
    dagli dalle dallo sulle sugli sui sullo coi quant com cos dov qual cosa sia siete siamo avete abbiamo voglio vorrei ciao molto anche qualcosa qualcuno voi io vuol`,
};

const sets = new Map(
  Object.entries(lists).map(([locale, list]) => [locale, new Set(list.split(/\s+/).map(foldWord))] as const),
);

/** Removes function words. @param words without accents and case. @returns the other words; all words when there are no others. */
export function removeFunctionWords(words: readonly string[], locale: Locale): readonly string[] {
  const list = sets.get(locale);
  const rest = list ? words.filter((word) => !list.has(word)) : words;
  return rest.length > 0 ? rest : words;
}
