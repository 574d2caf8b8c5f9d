/**
 * Types whose documents apply to every language and have hardly a word. The replica keeps each of them once, as its English document, and a reader
 * gives it in the language that was asked for: an import of 5 000 instruments then writes 5 000 documents (docs/decisions/0072-an-instrument-is-kept-once.md).
 */
import { type Locale, defaultLocale, locales } from './locales.ts';
import type { DocumentType, DocumentTypes } from './model.ts';

type AnyDocument = DocumentTypes[DocumentType];

const sayings: { [Type in DocumentType]?: (document: DocumentTypes[Type], locale: Locale) => DocumentTypes[Type] } = {
  instrument: (instrument, locale) => ({ ...instrument, locale, name: instrument.names[locale] }),
  // It has no words, only figures.
  'price-history': (prices) => prices,
};

export function isKeptOnce(type: DocumentType): boolean {
  return type in sayings;
}

/** The languages in which the replica has a document of a type that the content service does not translate. */
export function storedLocales(type: DocumentType): readonly Locale[] {
  return isKeptOnce(type) ? [defaultLocale] : locales;
}

/** The language in which the replica has what visitors of a language read of a type; where it has no translation, English takes its place. */
export function storedLocale(type: DocumentType, locale: Locale): Locale {
  return isKeptOnce(type) ? defaultLocale : locale;
}

/** What was made of a stored document: whoever reads it again gets the same object, by which others keep what they make of it. */
const said = new WeakMap<AnyDocument, Map<Locale, AnyDocument>>();

/** @param found as it is stored. @returns it as visitors of the language read it; what is no document as it is. */
export function inLanguage<Found>(type: DocumentType, found: Found | AnyDocument, locale: Locale): Found | AnyDocument {
  const say = sayings[type] as ((document: AnyDocument, locale: Locale) => AnyDocument) | undefined;
  if (!say || !isDocument(found) || locale === found.locale) return found;
  const known = said.get(found) ?? new Map<Locale, AnyDocument>();
  said.set(found, known);
  const saying = known.get(locale) ?? say(found, locale);
  known.set(locale, saying);
  return saying;
}

function isDocument(found: unknown): found is AnyDocument {
  return typeof found === 'object' && found !== null;
}
