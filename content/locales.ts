/** The languages of the site (R40). A language is one record: code with a missing field does not compile. docs/adding.md explains how to add one. */

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

/** One SVG path of a flag, in a view box of 20 x 14. */
interface FlagPath {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: string;
}

export interface LocaleRecord {
  /** The language's name in the language itself. */
  name: string;
  /** The name that the messages of Strapi's admin panel use. */
  englishName: string;
  /** BCP 47 tag of `<html lang>` and `hreflang`: language only, because no country is targeted. */
  tag: string;
  direction: Direction;
  /** Open Graph's form of the tag. */
  openGraph: string;
  /** Tag whose conventions dates and numbers follow. */
  format: string;
  /** The stemmer that reduces the forms of a word to one for the search. Null: the search finds a word only in its exact form. */
  stemmer: StemmerName | null;
  /** The label that assistive technology announces for a table in Markdown text. */
  tableLabel: string;
  /**
   * `partial` while the language is being translated: English replaces missing texts, and `npm run check` counts them. In a complete language a
   * missing translation is a finding and an alarm.
   */
  content: 'complete' | 'partial';
  /** The paths of the flag, simplified to be legible at 20 x 14. */
  flag: readonly FlagPath[];
}

/** The key is the code in addresses, file names and cookies: two or three lower-case letters. */
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
    content: 'complete',
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
    content: 'complete',
    // Spain's flag without the coat of arms.
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
    content: 'complete',
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
/** The languages in the order of the language switcher. The build inlines the codes into browser files, which then need not load the records. */
export const locales: readonly Locale[] =
  typeof __LOCALES__ === 'undefined' ? (Object.keys(records) as Locale[]) : __LOCALES__;

/** The language without a path prefix; also the fallback for content that is not translated yet. */
export const defaultLocale: Locale = 'en';

export function isLocale(value: unknown): value is Locale {
  return (locales as readonly unknown[]).includes(value);
}

/** Makes one value for each language, e.g. `byLocale(createFormats)`. */
export function byLocale<Value>(make: (locale: Locale) => Value): Record<Locale, Value> {
  return Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, Value>;
}

/**
 * Builds the language attributes of an element. `dir` is left out when the surrounding text runs in the same direction.
 * @param around the direction of the surrounding text; a document is left to right by default.
 */
export function languageAttributes(locale: Locale, around: Direction = 'ltr'): { lang: string; dir?: Direction } {
  const { tag, direction } = localeRecords[locale];
  return { lang: tag, ...(direction === around ? {} : { dir: direction }) };
}
