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

/** Where the panel shows a document. @param isSingle of a type with one document. */
export function editAddress({ uid, documentId, locale }: LocalizedDocument, isSingle: boolean): string {
  const query = locale ? `?plugins[i18n][locale]=${locale}` : '';
  return `/content-manager/${isSingle ? `single-types/${uid}` : `collection-types/${uid}/${documentId}`}${query}`;
}
