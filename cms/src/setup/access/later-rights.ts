/** Grants types and fields that were added after the roles were created; otherwise nobody could write them. Once: then administrators manage the roles. */
import type { Core } from '@strapi/strapi';
import { contentTypes } from '../content-types';
import { grantType } from './editor-roles';

interface StoredPermission {
  id: number;
  subject: string;
  properties: { fields?: string[] } & Record<string, unknown>;
}

const laterTypes = ['interface-word-set'];
const laterFields = ['takenDown', 'pastDateReason', 'hidden', 'afterwards', 'ended'];

export async function grantLaterRights(strapi: Core.Strapi): Promise<void> {
  const types = contentTypes(strapi);
  await grantOnce(strapi, 'later-types', laterTypes, async (name) => {
    const type = types.find((one) => one.name === name);
    if (type) await grantType(strapi, type);
  });
  await grantOnce(strapi, 'later-fields', laterFields, (field) => grantField(strapi, field));
}

async function grantOnce(
  strapi: Core.Strapi,
  key: string,
  names: readonly string[],
  grant: (name: string) => Promise<void>,
): Promise<void> {
  const store = strapi.store({ type: 'core', name: 'site-roles' });
  const granted = ((await store.get({ key })) as string[] | null) ?? [];
  const missing = names.filter((name) => !granted.includes(name));
  if (missing.length === 0) return;
  for (const name of missing) await grant(name);
  await store.set({ key, value: names });
}

async function grantField(strapi: Core.Strapi, field: string): Promise<void> {
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
