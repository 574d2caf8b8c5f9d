/** Which documents link to another one: by a relation of their own or of one of their components. */
import type { Core } from '@strapi/strapi';
import type { ApiUid } from '../setup/content-types';
import { findDocuments, models, type MediaUse } from './media/media-uses';

/** The documents that link to this one, one for each language and state. */
export async function findLinks(
  strapi: Core.Strapi,
  target: string,
  documentId: string | undefined,
): Promise<MediaUse[]> {
  if (!documentId) return [];
  return strapi.db.transaction(async () => {
    const linking: (readonly [uid: string, id: number])[] = [];
    for (const [uid, attributes] of models(strapi))
      for (const [name, { type, target: to }] of Object.entries(attributes)) {
        if (type !== 'relation' || to !== target) continue;
        const where = { [name]: { documentId } };
        const rows: { id: number }[] = await strapi.db.query(uid as ApiUid).findMany({ select: ['id'], where });
        linking.push(...rows.map(({ id }) => [uid, id] as const));
      }
    return findDocuments(strapi, linking);
  });
}
