/** Finds the country that somebody types into the search: by its name, by a city in it, alone or in a sentence such as “I live in Italy”. */
import { findZone } from '../../../content/hours/find-zone.ts';
import { currentZoneName } from '../../../content/hours/zone-names.ts';
import { removeFunctionWords } from '../../../content/search/function-words.ts';
import { type Locale, byLocale, defaultLocale } from '../../../content/locales.ts';
import { normalizeWords } from '../../instruments/asset-list.ts';
import { messages } from '../../i18n/translate.ts';
import { type Country, listCountries } from '../forms/countries.ts';

/** The most words of a country or a city. */
const longestName = 5;

function readExpressions(list: 'country' | 'places', locale: Locale): string[] {
  return [locale, defaultLocale].flatMap((one) => messages[one].search.words[list].split('|'));
}

/** Codes of countries by their normalized names in the language and in English. */
const codesByName = byLocale(
  (locale) =>
    new Map([
      ...[defaultLocale, locale].flatMap((one) =>
        listCountries(one).map(({ code, name }) => [normalizeWords(name), code] as const),
      ),
      ...readExpressions('places', locale).map((place) => {
        const [name = '', code = ''] = place.split(':');
        return [normalizeWords(name), code] as const;
      }),
    ]),
);
const otherWords = byLocale(
  (locale) => new Set(readExpressions('country', locale).flatMap((one) => normalizeWords(one).split(' '))),
);

/** Codes of countries by time zone; only zones of one country. */
let codesByZone: Map<string, string> | null = null;

function findCodeOfZone(zone: string): string | undefined {
  codesByZone ??= new Map(
    listCountries(defaultLocale).flatMap(
      ({ code }) =>
        (new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones: () => string[] | undefined })
          .getTimeZones()
          ?.map((one) => [currentZoneName(one), code] as const) ?? [],
    ),
  );
  return codesByZone.get(currentZoneName(zone));
}

/**
 * Finds the country; null when the words are about something else.
 * @param title of the text that the words find: a word of it is no city, such as the Italian “Pasqua”, which is Easter and an island.
 */
export function findTypedCountry(typed: string, locale: Locale, title: string): Country | null {
  const words = normalizeWords(typed).split(' ');
  const find = (name: string) => {
    const isTitle = ` ${normalizeWords(title)} `.includes(` ${name} `);
    const code = codesByName[locale].get(name) ?? (isTitle ? undefined : findCodeOfZone(findZone(name) ?? ''));
    return listCountries(locale).find((country) => country.code === code) ?? null;
  };
  const rest = words.filter((word) => !otherWords[locale].has(word));
  const names = [words, rest, removeFunctionWords(rest, locale)].map((one) => one.join(' '));
  for (const name of new Set(names)) {
    const found = name.length > 1 && name.split(' ').length <= longestName ? find(name) : null;
    if (found) return found;
  }
  return rest.length < words.length ? findInSentence(words, find, locale) : null;
}

/** Finds a place in a sentence. All its other words must be known, except one: “do you take customers from India”. */
function findInSentence(
  words: readonly string[],
  find: (name: string) => Country | null,
  locale: Locale,
): Country | null {
  const isKnown = (word: string) =>
    otherWords[locale].has(word) || removeFunctionWords([word, '0'], locale).length === 1;
  for (let length = Math.min(longestName, words.length); length > 0; length -= 1)
    for (let from = 0; from + length <= words.length; from += 1) {
      const name = words.slice(from, from + length);
      const others = [...words.slice(0, from), ...words.slice(from + length)];
      if (name.every(isKnown) || others.filter((word) => !isKnown(word)).length > 1) continue;
      const found = name.join('').length > 1 ? find(name.join(' ')) : null;
      if (found) return found;
    }
  return null;
}
