/**
 * Records in Strapi's own store what the seed wrote. With it, the seed recognises an unchanged folder, and documents that an editor
 * has changed or deleted: those belong to the editor, and the seed leaves them alone.
 */
import type { Core } from '@strapi/strapi';
import type { KeptMedia } from './media-library';

export interface Journal {
  /** Hash of the folder after the last run that wrote everything without a problem; null before. */
  folder: string | null;
  /** True once a first run was complete; before that, documents in the database are leftovers of an interrupted run. */
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
