/** A document in one language: what is edited, submitted, approved, released and recorded. */
export interface LocalizedDocument {
  uid: string;
  documentId: string;
  /** Empty for a type without languages. */
  locale: string;
}

/** As the document was called when somebody read it. */
export type NamedDocument = LocalizedDocument & { name: string };

/** The same for the same document and language, and for no other. */
export function documentKey({ uid, documentId, locale }: LocalizedDocument): string {
  return `${uid} ${documentId} ${locale}`;
}
