/**
 * Language-neutral types: the replica stores one document for all languages, as the English one, and a reader returns it in the requested language. An
 * import of 5 000 instruments then writes 5 000 documents (docs/decisions/0025-prices-are-documents-of-their-own.md).
 */
import { type Locale, defaultLocale, locales } from './locales.ts';
import type { DocumentType, DocumentTypes } from './model.ts';

type AnyDocument = DocumentTypes[DocumentType];

const localizers: { [Type in DocumentType]?: (document: DocumentTypes[Type], locale: Locale) => DocumentTypes[Type] } =
  {
    instrument: (instrument, locale) => ({ ...instrument, locale, name: instrument.names[locale] ?? instrument.name }),
    // A price history contains only figures.
    'price-history': (prices) => prices,
  };

export function isLanguageNeutral(type: DocumentType): boolean {
  return type in localizers;
}

/** Lists the languages in which the replica stores an untranslated document. */
export function storedLocales(type: DocumentType): readonly Locale[] {
  return isLanguageNeutral(type) ? [defaultLocale] : locales;
}

/** Finds the stored language of a document for visitors of a language. English replaces a missing translation. */
export function storedLocale(type: DocumentType, locale: Locale): Locale {
  return isLanguageNeutral(type) ? defaultLocale : locale;
}

/** Localizes a document for visitors of a language. */
export function inLanguage(type: DocumentType, document: AnyDocument, locale: Locale): AnyDocument {
  const localize = localizers[type] as ((document: AnyDocument, locale: Locale) => AnyDocument) | undefined;
  return localize?.(document, locale) ?? document;
}
