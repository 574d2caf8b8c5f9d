/**
 * What the seed wrote, kept in Strapi's own store. It tells an unchanged folder from a changed one, and a document that nobody
 * touched from one that an editor changed or deleted: those are the editor's, and the seed leaves them alone.
 */
import type { Core } from '@strapi/strapi';
import type { KeptMedia } from './media-library';

export interface Journal {
  /** Hash of the folder when everything in it was last written without a problem. */
  folder: string | null;
  /** True once a first run came to its end; before that, documents found in the database are its own leftovers. */
  finished: boolean;
  documents: Record<string, { hash: string; updatedAt: string }>;
  media: KeptMedia;
}

const store = (strapi: Core.Strapi) => strapi.store({ type: 'core', name: 'demo-seed' });

export async function readJournal(strapi: Core.Strapi): Promise<Journal> {
  const kept = (await store(strapi).get({ key: 'journal' })) as Partial<Journal> | null;
  return { folder: null, finished: false, documents: {}, media: {}, ...kept };
}

export async function writeJournal(strapi: Core.Strapi, journal: Journal): Promise<void> {
  await store(strapi).set({ key: 'journal', value: journal });
}
