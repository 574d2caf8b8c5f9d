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

/** The ids of each type, each once. */
export function idsByType(names: readonly DocumentName[]): Map<DocumentType, string[]> {
  const ids = new Map<DocumentType, string[]>();
  for (const { type, id } of uniqueNames(names)) {
    const known = ids.get(type);
    if (known) known.push(id);
    else ids.set(type, [id]);
  }
  return ids;
}
