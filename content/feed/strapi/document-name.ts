/** What a document is called in every language. */
import type { DocumentType } from '../../model.ts';

/** A document in all its languages. */
export interface DocumentName {
  type: DocumentType;
  id: string;
}

export function nameKey({ type, id }: DocumentName): string {
  return `${type}/${id}`;
}

/** @returns each name once, and nothing besides. */
export function uniqueNames(documents: readonly DocumentName[]): DocumentName[] {
  return [...new Map(documents.map(({ type, id }) => [nameKey({ type, id }), { type, id }])).values()];
}
