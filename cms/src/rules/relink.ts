/**
 * Strapi stores links between published documents by row. When a category is unpublished, its articles lose it; when it is
 * published again, they only get it back when each is published again too. This does that: when a document becomes live (again),
 * it republishes the documents that link to it and have no unpublished changes, which also notifies the site.
 */
import type { Core } from '@strapi/strapi';
import { findLinks } from './document-links';
import type { MediaUse } from './media/media-uses';
import { documents } from '../setup/content-types';
import { describeError } from '../setup/describe-error';
import { type DocumentCall, publishes, seeding } from './document-call';
import { ofItself } from './publish-rights';

export function registerRelinking(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    if (!publishes({ action, params }) || !params.documentId || !uid.startsWith('api::') || seeding.getStore())
      return next();
    const before = await findPublishedLocales(strapi, uid, params.documentId);
    const result = await next();
    for (const locale of await findPublishedLocales(strapi, uid, params.documentId)) {
      if (!before.includes(locale)) await relink(strapi, uid, params.documentId, locale);
    }
    return result;
  });
}

async function findPublishedLocales(strapi: Core.Strapi, uid: string, documentId: string): Promise<string[]> {
  const rows = await documents(strapi, uid).findMany({
    filters: { documentId },
    status: 'published',
    locale: '*',
    fields: ['locale'],
  });
  return rows.map(({ locale }) => String(locale ?? ''));
}

async function relink(strapi: Core.Strapi, target: string, documentId: string, locale: string): Promise<void> {
  const linking = (await findLinks(strapi, target, documentId)).filter(
    (one) => !one.published && (one.locale ?? '') === locale,
  );
  for (const one of linking) {
    const rows: Row[] = await strapi.db.query(one.uid).findMany({
      select: ['updatedAt', 'publishedAt'],
      where: { documentId: one.documentId, ...(one.locale ? { locale } : {}) },
    });
    const draft = rows.find(({ publishedAt }) => !publishedAt);
    const live = rows.find(({ publishedAt }) => publishedAt);
    if (draft && live) await publishAgain(strapi, one, locale, draft.updatedAt > live.updatedAt);
  }
}

interface Row {
  updatedAt: string;
  publishedAt: string | null;
}
interface Publishing {
  publish(options: { documentId: string; locale: string }): Promise<unknown>;
}

async function publishAgain(
  strapi: Core.Strapi,
  { uid, documentId, name }: MediaUse,
  locale: string,
  isChanged: boolean,
): Promise<void> {
  if (isChanged) {
    strapi.log.warn(
      `${name} ${documentId} (${locale}) has unpublished changes: publish it by hand to show its link again.`,
    );
    return;
  }
  try {
    await ofItself.run(true, () => (strapi.documents(uid) as unknown as Publishing).publish({ documentId, locale }));
  } catch (error) {
    // A fault in this document must not stop the publication of the other.
    strapi.log.warn(
      `${name} ${documentId} (${locale}) could not be published again, and does not show its link: ${describeError(error)}`,
    );
  }
}
