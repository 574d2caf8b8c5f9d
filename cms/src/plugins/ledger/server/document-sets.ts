/** Sets of documents that are approved and written as one: an import. The ledger keeps what was sent as the content of the decision. */
import type { Core } from '@strapi/strapi';
import type { LocalizedDocument } from '../../../setup/localized-document';

/** Writes and publishes what was approved. */
export type SetWriter = (strapi: Core.Strapi, content: unknown) => Promise<unknown>;

const writers = new Map<string, SetWriter>();
/** Stands in the place of a document's id, before the hash of what was sent. */
export const setPrefix = 'set:';

export function registerSetWriter(uid: string, write: SetWriter): void {
  writers.set(uid, write);
}

export function findSetWriter(uid: string): SetWriter | undefined {
  return writers.get(uid);
}

export function isSet({ documentId }: Pick<LocalizedDocument, 'documentId'>): boolean {
  return documentId.startsWith(setPrefix);
}
