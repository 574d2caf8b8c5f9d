/**
 * Restricts callers without a token to reading published content. By default Strapi opens sign-up and password routes for its own end users; the
 * site has its own accounts, so this closes them.
 */
import type { Core } from '@strapi/strapi';
import { contentTypes } from '../content-types';

interface Permission {
  id: number;
  action: string;
}

export async function ensurePublicAccess(strapi: Core.Strapi): Promise<void> {
  const roles = await strapi.db.query('plugin::users-permissions.role').findMany({ populate: ['permissions'] });
  const reading = contentTypes(strapi)
    .filter(({ onSite }) => onSite)
    .flatMap(({ uid, single }) => (single ? [`${uid}.find`] : [`${uid}.find`, `${uid}.findOne`]));
  const query = strapi.db.query('plugin::users-permissions.permission');
  for (const role of roles) {
    const wanted = role.type === 'public' ? reading : [];
    const present: Permission[] = role.permissions ?? [];
    const surplus = present.filter(({ action }) => !wanted.includes(action)).map(({ id }) => id);
    if (surplus.length > 0) await query.deleteMany({ where: { id: { $in: surplus } } });
    for (const action of wanted) {
      if (!present.some((permission) => permission.action === action))
        await query.create({ data: { action, role: role.id } });
    }
  }
}
