/**
 * Keeps uploads unchanged: the site generates its own sizes from the original, and each lossy step in between costs quality. Only set
 * at the first start; afterwards administrators decide under Settings → Media Library.
 */
import type { Core } from '@strapi/strapi';

interface Uploads {
  setSettings(settings: Record<string, boolean>): Promise<unknown>;
}

export async function keepOriginalUploads(strapi: Core.Strapi): Promise<void> {
  const uploads = strapi.plugin('upload').service('upload') as unknown as Uploads;
  await uploads.setSettings({ sizeOptimization: false, responsiveDimensions: false, autoOrientation: false });
}
