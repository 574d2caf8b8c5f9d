/** Hides or removes parts of Strapi that this project does not use. */
import type { Core } from '@strapi/strapi';

/** Visitors' accounts are not in Strapi; a list “User” in the content manager would mislead. */
export function hideEndUsers(strapi: Core.Strapi): void {
  const schema = strapi.contentType('plugin::users-permissions.user') as { pluginOptions?: Record<string, unknown> };
  schema.pluginOptions = {
    ...schema.pluginOptions,
    'content-manager': { visible: false },
    'content-type-builder': { visible: false },
  };
}

/** Removes the full-access and the read-only token that Strapi creates by itself at the first start, unless they were used. */
export async function removeStrapisTokens(strapi: Core.Strapi): Promise<void> {
  const where = { name: { $in: ['Full Access', 'Read Only'] }, lastUsedAt: { $null: true } };
  await strapi.db.query('admin::api-token').deleteMany({ where });
}

/** Hides the panel's link to Strapi's marketplace. Runs on every start, because Strapi grants super admins the right again each time. */
export async function hideMarketplace(strapi: Core.Strapi): Promise<void> {
  await strapi.db.query('admin::permission').deleteMany({ where: { action: 'admin::marketplace.read' } });
}
