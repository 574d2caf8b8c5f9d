/** Which documents link to another one: by a relation of their own or of one of their components. */
import type { Core } from '@strapi/strapi';
import { contentTypes, type ApiUid, type Attributes, type Entry } from '../setup/content-types';

/** The documents that link to this one, as a draft or live, in any language. */
export async function findLinks(
  strapi: Core.Strapi,
  target: string,
  documentId: string | undefined,
): Promise<{ uid: ApiUid; documentId: string }[]> {
  const found: { uid: ApiUid; documentId: string }[] = [];
  for (const { uid, attributes } of contentTypes(strapi)) {
    const populate = documentId ? pathsTo(strapi, target, attributes) : null;
    if (!populate || !documentId) continue;
    const rows: Entry[] = await strapi.db.query(uid).findMany({ select: ['documentId'], populate });
    const ids = rows.filter((row) => mentions(row, documentId)).map((row) => row.documentId);
    found.push(...[...new Set(ids)].map((id) => ({ uid, documentId: id })));
  }
  return found;
}

/** The populate that reaches every relation to `target`, or null when there is none. */
export function pathsTo(strapi: Core.Strapi, target: string, attributes: Attributes): Record<string, unknown> | null {
  const entries = Object.entries(attributes).flatMap(([name, attribute]): [string, unknown][] => {
    if (attribute.type === 'relation') return attribute.target === target ? [[name, { fields: ['documentId'] }]] : [];
    if (attribute.type === 'component') {
      const populate = inComponent(strapi, target, attribute.component);
      return populate ? [[name, { populate }]] : [];
    }
    if (attribute.type !== 'dynamiczone') return [];
    const on = (attribute.components ?? []).flatMap((uid) => {
      const populate = inComponent(strapi, target, uid);
      return populate ? [[uid, { populate }] as const] : [];
    });
    return on.length > 0 ? [[name, { on: Object.fromEntries(on) }]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

function inComponent(strapi: Core.Strapi, target: string, uid: string | undefined): Record<string, unknown> | null {
  const component = strapi.components[uid as `${string}.${string}`];
  return component ? pathsTo(strapi, target, component.attributes as unknown as Attributes) : null;
}

/** Only relations to the target were populated, so any nested `documentId` is one of its links. */
export function mentions(value: unknown, documentId: string, top = true): boolean {
  if (Array.isArray(value)) return value.some((item) => mentions(item, documentId, false));
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  if (!top && (value as Entry).documentId === documentId) return true;
  return Object.values(value).some((item) => mentions(item, documentId, false));
}
