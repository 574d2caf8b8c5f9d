/** Parts of Strapi that this project does not use, kept out of an editor's sight and out of reach. */
import type { Core } from '@strapi/strapi';

/** The site's visitors have their accounts elsewhere; a list “User” beside the content would only mislead. */
export function hideEndUsers(strapi: Core.Strapi): void {
  const schema = strapi.contentType('plugin::users-permissions.user') as { pluginOptions?: Record<string, unknown> };
  schema.pluginOptions = {
    ...schema.pluginOptions,
    'content-manager': { visible: false },
    'content-type-builder': { visible: false },
  };
}

/** Strapi makes a full-access and a read-only token on its own at the first start; nobody asked for them. */
export async function removeStrapisTokens(strapi: Core.Strapi): Promise<void> {
  const where = { name: { $in: ['Full Access', 'Read Only'] }, lastUsedAt: { $null: true } };
  await strapi.db.query('admin::api-token').deleteMany({ where });
}

/** The panel links to Strapi's shop for whoever may see it. Strapi gives that right back to super admins at each start. */
export async function hideMarketplace(strapi: Core.Strapi): Promise<void> {
  await strapi.db.query('admin::permission').deleteMany({ where: { action: 'admin::marketplace.read' } });
}
