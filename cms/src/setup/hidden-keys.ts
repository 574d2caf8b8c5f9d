/**
 * Hides keys from editors. A new installation takes its layouts from the schemas, which omit keys; an older one has stored its layouts, and
 * this removes the keys from them.
 */
import type { Core } from '@strapi/strapi';
import { contentTypes } from './content-types';

interface Configuration {
  settings: { mainField?: string };
  layouts: { edit: { name: string; size: number }[][]; list: string[] };
}
interface Configurations {
  findConfiguration(type: { uid: string }): Promise<Configuration>;
  updateConfiguration(type: { uid: string }, configuration: Configuration): Promise<unknown>;
}

export async function hideKeys(strapi: Core.Strapi): Promise<void> {
  const service = strapi.plugin('content-manager').service('content-types') as Configurations;
  for (const { uid, attributes } of contentTypes(strapi)) {
    if (!attributes.key) continue;
    const configuration = await service.findConfiguration({ uid });
    const { edit, list } = configuration.layouts;
    const named = configuration.settings.mainField === 'key';
    if (!edit.flat().some(({ name }) => name === 'key') && (named || !list.includes('key'))) continue;
    const layouts = {
      edit: edit.map((row) => row.filter(({ name }) => name !== 'key')).filter((row) => row.length > 0),
      list: named ? list : list.filter((name) => name !== 'key'),
    };
    await service.updateConfiguration({ uid }, { ...configuration, layouts });
  }
}
