/**
 * Brings help texts of fields up to date: Strapi reads them from a schema only when the field first appears. A text that administrators changed
 * stays.
 */
import type { Core } from '@strapi/strapi';

interface Configuration {
  metadatas: Record<string, { edit: { description?: string } }>;
}
interface Configurations {
  findConfiguration(type: { uid: string }): Promise<Configuration>;
  updateConfiguration(type: { uid: string }, configuration: Configuration): Promise<unknown>;
}

/** What earlier releases said, by type and field. */
const formerTexts = [
  {
    uid: 'api::page.page',
    field: 'path',
    former:
      'The page’s address without language and without slash: forex, or home for the start page. One that the site has; it stays.',
  },
] as const;

export async function updateHelp(strapi: Core.Strapi): Promise<void> {
  const service = strapi.plugin('content-manager').service('content-types') as Configurations;
  for (const { uid, field, former } of formerTexts) {
    const configuration = await service.findConfiguration({ uid });
    const edit = configuration.metadatas[field]?.edit;
    if (edit?.description !== former) continue;
    const { config } = strapi.contentType(uid) as unknown as { config: Configuration };
    edit.description = config.metadatas[field]?.edit.description ?? '';
    await service.updateConfiguration({ uid }, configuration);
  }
}
