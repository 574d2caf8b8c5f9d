/**
 * Remembers which texts were once published. Strapi forgets that when a text is unpublished, but visitors and search engines remember its
 * address, which must not follow the title again.
 */
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, isLocalized, localeCodes } from '../../setup/content-types';

const store = (strapi: Core.Strapi) => strapi.store({ type: 'core', name: 'withdrawn' });
const formatKey = (uid: string, documentId: string, locale: unknown) =>
  `${uid}/${documentId}/${String(locale ?? defaultLocale)}`;

/** Call before a text is unpublished. */
export async function rememberPublished(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
  locale: unknown,
): Promise<void> {
  for (const one of locale === '*' ? localeCodes : [locale].flat())
    await store(strapi).set({ key: formatKey(uid, documentId, one), value: true });
}

/** @param locale by default any language. */
export async function wasPublished(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
  locale?: string,
): Promise<boolean> {
  const where = isLocalized(strapi, uid) ? { locale: locale ?? '*' } : {};
  if (
    (
      await documents(strapi, uid).findMany({
        filters: { documentId },
        status: 'published',
        fields: ['documentId'],
        limit: 1,
        ...where,
      })
    ).length > 0
  )
    return true;
  for (const one of locale ? [locale] : localeCodes)
    if (await store(strapi).get({ key: formatKey(uid, documentId, one) })) return true;
  return false;
}
