/**
 * Strapi stores links between published documents by row. When a category is unpublished, its articles lose it; when it is
 * published again, they only get it back when each is published again too. This does that: when a document becomes live (again),
 * it republishes the documents that link to it and have no unpublished changes, which also notifies the site.
 */
import type { Core } from '@strapi/strapi';
import { mentions, pathsTo } from './document-links';
import { contentTypes, documents, type ContentType, type Entry } from '../setup/content-types';
import { type DocumentCall, publishes } from './document-call';
import { seeding } from './document-rules';
import { ofItself } from './publish-rights';

export function registerRelinking(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    if (!publishes({ action, params }) || !params.documentId || !uid.startsWith('api::') || seeding.getStore())
      return next();
    const before = await publishedLocales(strapi, uid, params.documentId);
    const result = await next();
    for (const locale of await publishedLocales(strapi, uid, params.documentId)) {
      if (!before.includes(locale)) await relink(strapi, uid, params.documentId, locale);
    }
    return result;
  });
}

async function publishedLocales(strapi: Core.Strapi, uid: string, documentId: string): Promise<string[]> {
  const rows = await documents(strapi, uid).findMany({
    filters: { documentId },
    status: 'published',
    locale: '*',
    fields: ['locale'],
  });
  return rows.map(({ locale }) => String(locale ?? ''));
}

async function relink(strapi: Core.Strapi, target: string, documentId: string, locale: string): Promise<void> {
  for (const type of contentTypes(strapi)) {
    const populate = pathsTo(strapi, target, type.attributes);
    if (!populate) continue;
    const list = { populate, locale, limit: 100_000, fields: ['updatedAt'] };
    const drafts = await documents(strapi, type.uid).findMany({ ...list, status: 'draft' });
    const published = await documents(strapi, type.uid).findMany({ ...list, populate: {}, status: 'published' });
    for (const draft of drafts) {
      if (!mentions(draft, documentId)) continue;
      const live = published.find((one) => one.documentId === draft.documentId);
      if (live) await publishAgain(strapi, type, draft, live, locale);
    }
  }
}

interface Publishing {
  publish(options: { documentId: string; locale: string }): Promise<unknown>;
}

async function publishAgain(
  strapi: Core.Strapi,
  type: ContentType,
  draft: Entry,
  live: Entry,
  locale: string,
): Promise<void> {
  if (new Date(draft.updatedAt) > new Date(live.updatedAt)) {
    strapi.log.warn(
      `${type.name} ${draft.documentId} (${locale}) has unpublished changes: publish it by hand to show its link again.`,
    );
    return;
  }
  try {
    await ofItself.run(true, () =>
      (strapi.documents(type.uid) as unknown as Publishing).publish({ documentId: draft.documentId, locale }),
    );
  } catch (error) {
    // A fault in this document must not stop the publication of the other.
    const message = error instanceof Error ? error.message : String(error);
    strapi.log.warn(
      `${type.name} ${draft.documentId} (${locale}) could not be published again, and does not show its link: ${message}`,
    );
  }
}
