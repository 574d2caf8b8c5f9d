/** What all our parts of the panel word in the same way. */
import { useIntl } from 'react-intl';
import languages from '../setup/site-languages.json';

/** Says the words whose keys begin with an area: `history`, `releases`. Each plug-in has its own in its `words.json`, the panel in `translations.json`. */
export function useSay(area: string): (id: string, values?: Record<string, string | number>) => string {
  const { formatMessage } = useIntl();
  return (id, values) => formatMessage({ id: `${area}.${id}` }, values);
}

export function nameLanguage(locale: string): string {
  return locale in languages ? languages[locale as keyof typeof languages].name : locale;
}

type Words = Record<string, Record<string, string>>;

/** For the `registerTrads` of a plug-in. @param words by language. */
export function translate(words: Words): (request: { locales: string[] }) => { locale: string; data: Words[string] }[] {
  return ({ locales }) => locales.map((locale) => ({ locale, data: words[locale] ?? {} }));
}

/** A text for Strapi's functions, which take its key and its English words. */
export function label<Words extends { en: Record<string, string> }>(
  words: Words,
  id: keyof Words['en'] & string,
): { id: string; defaultMessage: string } {
  return { id, defaultMessage: words.en[id] ?? id };
}

/** Strapi's own marked badge has too little contrast. */
export const markedBadge = { backgroundColor: 'primary100', textColor: 'primary700' } as const;

/** `27 Nov 2026, 19:32` */
export function useMoment(): (time: string) => string {
  const { formatDate } = useIntl();
  return (time) => formatDate(time, { dateStyle: 'medium', timeStyle: 'short' });
}
