/** The languages of the site (R40). A language is one record: leaving a field out does not compile. How one is added: docs/adding-a-language.md. */

export type Direction = 'ltr' | 'rtl';

/** The languages that `@orama/stemmers` has rules for. */
type StemmerName =
  | 'arabic'
  | 'armenian'
  | 'bulgarian'
  | 'danish'
  | 'dutch'
  | 'english'
  | 'finnish'
  | 'french'
  | 'german'
  | 'greek'
  | 'hungarian'
  | 'indian'
  | 'indonesian'
  | 'irish'
  | 'italian'
  | 'norwegian'
  | 'portuguese'
  | 'romanian'
  | 'russian'
  | 'sanskrit'
  | 'serbian'
  | 'spanish'
  | 'swedish'
  | 'tamil'
  | 'turkish'
  | 'ukrainian';

/** One path of a drawing at 20 x 14. */
interface FlagPath {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: string;
}

export interface LocaleRecord {
  /** The language's name in itself. */
  name: string;
  /** As the messages of Strapi's panel call it. */
  englishName: string;
  /** BCP 47 tag of `<html lang>` and `hreflang`: language only, because no country is targeted. */
  tag: string;
  direction: Direction;
  /** Open Graph's form of the tag. */
  openGraph: string;
  /** Tag whose conventions dates and numbers follow. */
  format: string;
  /** Whose rules bring the forms of a word together for the search. Null: there are none, and a word is found as it is written. */
  stemmer: StemmerName | null;
  /** What assistive technology calls a table in a text of Markdown. */
  tableLabel: string;
  /** Cut down to what reads at that size. */
  flag: readonly FlagPath[];
}

/** The key is the code in addresses, file names and cookies: two or three small letters. */
const records = {
  en: {
    name: 'English',
    englishName: 'English',
    tag: 'en',
    direction: 'ltr',
    openGraph: 'en_GB',
    format: 'en-GB',
    stemmer: 'english',
    tableLabel: 'Table',
    // The Union Flag without its counterchange.
    flag: [
      { fill: '#1f3f7f', d: 'M0 0h20v14H0z' },
      { stroke: '#fff', strokeWidth: '2.8', d: 'm0 0 20 14M20 0 0 14' },
      { stroke: '#c32b3c', d: 'm0 0 20 14M20 0 0 14' },
      { stroke: '#fff', strokeWidth: '4.6', d: 'M10 0v14M0 7h20' },
      { stroke: '#c32b3c', strokeWidth: '2.6', d: 'M10 0v14M0 7h20' },
    ],
  },
  es: {
    name: 'Español',
    englishName: 'Spanish',
    tag: 'es',
    direction: 'ltr',
    openGraph: 'es_ES',
    format: 'es-ES',
    stemmer: 'spanish',
    tableLabel: 'Tabla',
    // Spain's without its arms.
    flag: [
      { fill: '#b32032', d: 'M0 0h20v14H0z' },
      { fill: '#efba2c', d: 'M0 3.5h20v7H0z' },
    ],
  },
  it: {
    name: 'Italiano',
    englishName: 'Italian',
    tag: 'it',
    direction: 'ltr',
    openGraph: 'it_IT',
    format: 'it-IT',
    stemmer: 'italian',
    tableLabel: 'Tabella',
    flag: [
      { fill: '#fff', d: 'M0 0h20v14H0z' },
      { fill: '#1f7a4a', d: 'M0 0h6.7v14H0z' },
      { fill: '#c32b3c', d: 'M13.3 0H20v14h-6.7z' },
    ],
  },
} satisfies Record<string, LocaleRecord>;

export type Locale = keyof typeof records;

export const localeRecords: Readonly<Record<Locale, LocaleRecord>> = records;

declare const __LOCALES__: readonly Locale[] | undefined;
/** In the order of the language switcher. The build writes the codes into what browsers load: the records are not worth their bytes there. */
export const locales: readonly Locale[] =
  typeof __LOCALES__ === 'undefined' ? (Object.keys(records) as Locale[]) : __LOCALES__;

/** Served without a path prefix; also the fallback for content that is not translated yet. */
export const defaultLocale: Locale = 'en';

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/** One of something for each language, e.g. `byLocale(createFormats)`. */
export function byLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, Value>;
}

/** What an element says of the language of its text. `dir` is left out where the text around it runs the same way; around a document that is left to right. */
export function languageAttributes(locale: Locale, around: Direction = 'ltr'): { lang: string; dir?: Direction } {
  const { tag, direction } = localeRecords[locale];
  return { lang: tag, ...(direction === around ? {} : { dir: direction }) };
}
