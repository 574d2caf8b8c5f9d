/** Grants fields that were added after the roles were created; otherwise nobody could write them. Once: then administrators manage the roles. */
import type { Core } from '@strapi/strapi';
import { contentTypes } from './content-types';

interface StoredPermission {
  id: number;
  subject: string;
  properties: { fields?: string[] } & Record<string, unknown>;
}

const laterFields = ['takenDown', 'pastDateReason', 'hidden', 'afterwards'];

export async function grantLaterFields(strapi: Core.Strapi): Promise<void> {
  const store = strapi.store({ type: 'core', name: 'site-roles' });
  const granted = ((await store.get({ key: 'later-fields' })) as string[] | null) ?? [];
  const missing = laterFields.filter((field) => !granted.includes(field));
  if (missing.length === 0) return;
  for (const field of missing) await grant(strapi, field);
  await store.set({ key: 'later-fields', value: laterFields });
}

async function grant(strapi: Core.Strapi, field: string): Promise<void> {
  const subjects = contentTypes(strapi)
    .filter(({ attributes }) => field in attributes)
    .map(({ uid }) => uid);
  const where = { subject: { $in: subjects }, role: { code: { $startsWith: 'site-' } } };
  const permissions: StoredPermission[] = await strapi.db.query('admin::permission').findMany({ where });
  for (const { id, properties } of permissions) {
    if (!properties.fields || properties.fields.includes(field)) continue;
    await strapi.db
      .query('admin::permission')
      .update({ where: { id }, data: { properties: { ...properties, fields: [...properties.fields, field] } } });
  }
}
