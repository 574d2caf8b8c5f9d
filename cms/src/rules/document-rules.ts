/**
 * Runs before every create and update of our documents, from the panel or from code: fills what the editor need not type
 * (key, date of change), keeps published keys as they are, and refuses broken tables with a sentence.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { documents, type ApiUid } from '../setup/content-types';
import { pageProblems } from './page-rules';
import { refuse } from './problem';

/** Inside, dates of change are taken as given: the seed writes those of the demonstration texts. */
export const seeding = new AsyncLocalStorage<true>();

type Data = Record<string, unknown>;
interface Call {
  uid: string;
  action: string;
  params: { data?: Data; documentId?: string; locale?: unknown };
}

export function registerDocumentRules(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as Call;
    if (uid.startsWith('api::') && (action === 'create' || action === 'update') && params.data) {
      await prepare(strapi, uid, params, params.data);
    }
    return next();
  });
}

async function prepare(strapi: Core.Strapi, uid: string, params: Call['params'], data: Data): Promise<void> {
  const { attributes } = strapi.contentType(uid as ApiUid);
  if (uid === 'api::page.page' && typeof data.path === 'string') data.key = data.path;
  if ('key' in attributes) await fillKey(strapi, uid, params.documentId, data);
  if (!seeding.getStore()) await fillDate(strapi, uid, params, data);
  if (uid === 'api::page.page') refuse(await pageProblems(strapi, data, params.locale));
  if (uid === 'api::redirect.redirect' && data.from && data.from === data.to) {
    refuse([{ path: ['to'], message: 'This redirect leads to itself.' }]);
  }
}

/**
 * The key belongs to the document, not to one of its languages, and the site knows the document by it: another key would be
 * another document, and the old one would be gone.
 */
async function fillKey(strapi: Core.Strapi, uid: string, documentId: string | undefined, data: Data): Promise<void> {
  const known = documentId ? await keyIn(strapi, uid, documentId, 'draft') : null;
  if (!data.key) data.key = known ?? (keyFrom(data) || undefined);
  if (!documentId || !known || data.key === known) return;
  const published = await keyIn(strapi, uid, documentId, 'published');
  if (!published || published === data.key) return;
  const field = uid === 'api::page.page' ? 'path' : 'key';
  const message = `“${published}” is published and cannot get another ${field}. Make a new document and a redirect instead.`;
  refuse([{ path: [field], message }]);
}

async function keyIn(strapi: Core.Strapi, uid: string, documentId: string, status: 'draft' | 'published'): Promise<string | null> {
  const options = { filters: { documentId }, status, fields: ['key'], limit: 1 };
  const localized = (strapi.contentType(uid as ApiUid).pluginOptions as { i18n?: unknown } | undefined)?.i18n !== undefined;
  const [found] = await documents(strapi, uid).findMany({ ...options, ...(localized ? { locale: '*' } : {}) });
  return typeof found?.key === 'string' ? found.key : null;
}

/** A saved text is a changed text, unless the editor set another date. */
async function fillDate(strapi: Core.Strapi, uid: string, params: Call['params'], data: Data): Promise<void> {
  const { documentId, locale } = params;
  const options = { documentId, locale, status: 'draft', fields: ['textUpdatedAt'] };
  const before = documentId ? await documents(strapi, uid).findOne(options) : null;
  if (sameInstant(data.textUpdatedAt, before?.textUpdatedAt)) data.textUpdatedAt = new Date().toISOString();
}

function sameInstant(given: unknown, before: unknown): boolean {
  if (!given) return true;
  return Boolean(before) && new Date(given as string).getTime() === new Date(before as string).getTime();
}

const keyFrom = (data: Data) => {
  const source = data.slug ?? data.title ?? data.name ?? data.term ?? data.question ?? data.from ?? '';
  const letters = String(source).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[^a-z0-9]+/g, '-').slice(0, 80).replace(/^-+|-+$/g, '');
};
