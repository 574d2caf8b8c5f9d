/**
 * Strapi stores links between published documents by row. When a category is unpublished, its articles lose it; when it is
 * published again, they only get it back when each is published again too. This does that: when a document becomes live (again),
 * it republishes the documents that link to it and have no unpublished changes, which also notifies the site.
 */
import type { Core } from '@strapi/strapi';
import { contentTypes, documents, type Attributes, type ContentType, type Entry } from '../setup/content-types';
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

/** The populate that reaches every relation to `target`, or null when there is none. */
function pathsTo(strapi: Core.Strapi, target: string, attributes: Attributes): Record<string, unknown> | null {
  const entries = Object.entries(attributes).flatMap(([name, attribute]): [string, unknown][] => {
    if (attribute.type === 'relation') return attribute.target === target ? [[name, { fields: ['documentId'] }]] : [];
    if (attribute.type === 'component') {
      const populate = inComponent(strapi, target, attribute.component);
      return populate ? [[name, { populate }]] : [];
    }
    if (attribute.type !== 'dynamiczone') return [];
    const on = (attribute.components ?? []).flatMap((uid) => {
      const populate = inComponent(strapi, target, uid);
      return populate ? [[uid, { populate }] as const] : [];
    });
    return on.length > 0 ? [[name, { on: Object.fromEntries(on) }]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

function inComponent(strapi: Core.Strapi, target: string, uid: string | undefined): Record<string, unknown> | null {
  const component = strapi.components[uid as `${string}.${string}`];
  return component ? pathsTo(strapi, target, component.attributes as unknown as Attributes) : null;
}

/** Only relations to the target were populated, so any nested `documentId` is one of its links. */
function mentions(value: unknown, documentId: string, top = true): boolean {
  if (Array.isArray(value)) return value.some((item) => mentions(item, documentId, false));
  if (typeof value !== 'object' || value === null || value instanceof Date) return false;
  if (!top && (value as Entry).documentId === documentId) return true;
  return Object.values(value).some((item) => mentions(item, documentId, false));
}
