/** The languages of the site (R40). A locale is a typed record: leaving a field out does not compile. */

export const locales = ['en', 'es', 'it'] as const;
export type Locale = (typeof locales)[number];

/** Served without a path prefix; also the fallback for content that is not translated yet. */
export const defaultLocale: Locale = 'en';

export interface LocaleRecord {
  code: Locale;
  /** The language's name in itself. */
  name: string;
  /** BCP 47 tag of `<html lang>` and `hreflang`: language only, because no country is targeted. */
  tag: string;
  /** Open Graph's form of the tag. */
  openGraph: string;
  /** Tag whose conventions dates and numbers follow. */
  format: string;
}

export const localeRecords: Record<Locale, LocaleRecord> = {
  en: { code: 'en', name: 'English', tag: 'en', openGraph: 'en_GB', format: 'en-GB' },
  es: { code: 'es', name: 'Español', tag: 'es', openGraph: 'es_ES', format: 'es-ES' },
  it: { code: 'it', name: 'Italiano', tag: 'it', openGraph: 'it_IT', format: 'it-IT' },
};

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && (locales as readonly string[]).includes(value);
}
