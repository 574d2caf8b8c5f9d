/**
 * Gives a new translation the author, the category and the tags of the text that it translates. Strapi only copies fields that all languages
 * share, and each language has its own links to other documents, so a new language would have none.
 */
import type { Core } from '@strapi/strapi';
import {
  contentTypes,
  defaultLocale,
  documents,
  isLocalized,
  type Attribute,
  type Entry,
  type Fields,
} from '../setup/content-types';
import { type DocumentCall, seeding } from './document-call';

export function registerTranslationRelations(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    const { documentId, locale, data } = params;
    // Strapi creates a new language of an existing document by an update.
    if (
      action === 'update' &&
      uid.startsWith('api::') &&
      documentId &&
      data &&
      typeof locale === 'string' &&
      !seeding.getStore()
    ) {
      await fillRelations(strapi, uid, documentId, locale, data);
    }
    return next();
  });
}

async function fillRelations(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
  locale: string,
  data: Fields,
): Promise<void> {
  const type = contentTypes(strapi).find((one) => one.uid === uid);
  const relations = Object.entries(type?.attributes ?? {}).filter(([, { type: kind }]) => kind === 'relation');
  if (!type?.localized || relations.length === 0) return;
  const populate = Object.fromEntries(relations.map(([name]) => [name, { fields: ['documentId'] }]));
  const versions = await documents(strapi, uid).findMany({
    filters: { documentId },
    status: 'draft',
    locale: '*',
    populate,
  });
  if (versions.some((version) => version.locale === locale)) return;
  const source = versions.find((version) => version.locale === defaultLocale) ?? versions[0];
  for (const [name, attribute] of relations) {
    if (!source || !isEmpty(data[name])) continue;
    const targets = await findInLocale(strapi, attribute, [source[name]].flat().filter(Boolean) as Entry[], locale);
    if (targets.length > 0) data[name] = attribute.relation?.endsWith('Many') ? targets : targets[0];
  }
}

/** The panel sends lists of what to connect and to disconnect; both are empty when the editor chose nothing. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  return Object.values(value).every((list) => Array.isArray(list) && list.length === 0);
}

/** The entries that exist in the language; Strapi refuses links to others. */
async function findInLocale(
  strapi: Core.Strapi,
  { target }: Attribute,
  entries: readonly Entry[],
  locale: string,
): Promise<string[]> {
  const ids = entries.map(({ documentId }) => documentId);
  if (!target?.startsWith('api::') || ids.length === 0) return [];
  const options = { filters: { documentId: { $in: ids } }, status: 'draft', fields: ['documentId'] };
  const present = await documents(strapi, target).findMany({
    ...options,
    ...(isLocalized(strapi, target) ? { locale } : {}),
  });
  return ids.filter((id) => present.some(({ documentId }) => documentId === id));
}
