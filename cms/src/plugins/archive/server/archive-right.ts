/** The right to ask the site's archive what stood there. Roles have it in Settings, Roles, Plugins, Content Manager. */
import type { Core } from '@strapi/strapi';

export const archiveRight = 'plugin::content-manager.archive.read';

interface PermissionService {
  actionProvider: { registerMany(actions: Record<string, string>[]): Promise<unknown> };
}

/** Before Strapi removes permissions that it does not know, which it does at each start. */
export async function registerArchiveRight(strapi: Core.Strapi): Promise<void> {
  const { actionProvider } = strapi.service('admin::permission') as unknown as PermissionService;
  await actionProvider.registerMany([
    {
      section: 'plugins',
      displayName: 'See what stood on the site',
      uid: 'archive.read',
      subCategory: 'archive',
      pluginName: 'content-manager',
    },
  ]);
}
