/** The name of a document: its type and id, the same in every language. */
import type { DocumentType } from '../../model.ts';

/** A document in all its languages. */
export interface DocumentName {
  type: DocumentType;
  id: string;
}

export function nameKey({ type, id }: DocumentName): string {
  return `${type}/${id}`;
}

/** @returns each name once, without any other fields. */
export function uniqueNames(documents: readonly DocumentName[]): DocumentName[] {
  return [...new Map(documents.map(({ type, id }) => [nameKey({ type, id }), { type, id }])).values()];
}
