/** The names of documents: type and id name a document in all its languages, and a locale selects one language. */
import type { DocumentType, Locale } from './model.ts';

/** A document in all its languages. */
export interface DocumentName {
  type: DocumentType;
  id: string;
}

/** A document in one language. */
export interface DocumentAddress extends DocumentName {
  locale: Locale;
}

/** Builds the key of a document in all its languages. */
export function nameKey({ type, id }: { type: string; id: string }): string {
  return `${type}/${id}`;
}

/** Builds the name of a document in alarms and in the log. */
export function documentKey({ type, id, locale }: { type: string; id: string; locale: string }): string {
  return `${type}/${id}.${locale}`;
}

/** Keeps each name once, without any other fields. */
export function uniqueNames(documents: readonly DocumentName[]): DocumentName[] {
  return [...new Map(documents.map(({ type, id }) => [nameKey({ type, id }), { type, id }])).values()];
}
