/**
 * Hides from editors keys, and fields that set themselves. A new installation takes its layouts from the schemas, which omit them; an older one has
 * stored its layouts, and this removes them there.
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

/** Fields that set themselves. */
const ownFields: ReadonlySet<string> = new Set(['ended']);

export async function hideKeys(strapi: Core.Strapi): Promise<void> {
  const service = strapi.plugin('content-manager').service('content-types') as Configurations;
  for (const { uid, attributes } of contentTypes(strapi)) {
    if (!attributes.key) continue;
    const configuration = await service.findConfiguration({ uid });
    const { edit, list } = configuration.layouts;
    const named = configuration.settings.mainField === 'key';
    const isHidden = ({ name }: { name: string }) => name === 'key' || ownFields.has(name);
    if (!edit.flat().some(isHidden) && (named || !list.includes('key'))) continue;
    const layouts = {
      edit: edit.map((row) => row.filter((field) => !isHidden(field))).filter((row) => row.length > 0),
      list: named ? list : list.filter((name) => name !== 'key'),
    };
    await service.updateConfiguration({ uid }, { ...configuration, layouts });
  }
}
