/** The names of documents: by type and id for all languages, with a locale for one. */
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

export function nameKey({ type, id }: { type: string; id: string }): string {
  return `${type}/${id}`;
}

/** The name of a document in alarms and in the log. */
export function documentKey({ type, id, locale }: { type: string; id: string; locale: string }): string {
  return `${type}/${id}.${locale}`;
}

/** @returns each name once, without any other fields. */
export function uniqueNames(documents: readonly DocumentName[]): DocumentName[] {
  return [...new Map(documents.map(({ type, id }) => [nameKey({ type, id }), { type, id }])).values()];
}
