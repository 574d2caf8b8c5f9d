/**
 * Runs before every create, update and clone of our documents, from the panel or from code: fills what the editor need not type (key, address,
 * date of change), and refuses with a sentence what would be wrong even in a draft. The rules for publication are in publish-rules.ts.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { documents, type ApiUid } from '../setup/content-types';
import { fillKey, fillSlug } from './address-rules';
import { findBarProblems } from './bar-rules';
import { findCalendarProblems } from './calendar-rules';
import type { DocumentCall } from './document-call';
import { findPagePathProblems } from './page-path-rules';
import { findPageProblems } from './page-rules';
import { refuse } from './problem';
import { plainSource } from './redirect-rules';
import { dropBlankSeoTexts, findSeoLengthProblems } from './seo-rules';

/** Inside its `run`, keys, addresses and dates of change are kept as given: the seed writes those of the demonstration. */
export const seeding = new AsyncLocalStorage<true>();

type Data = Record<string, unknown>;
export function registerDocumentRules(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    if (uid.startsWith('api::') && (action === 'create' || action === 'update' || action === 'clone') && params.data) {
      await prepare(strapi, { uid, action, params }, params.data);
    }
    return next();
  });
}

async function prepare(strapi: Core.Strapi, { uid, action, params }: DocumentCall, data: Data): Promise<void> {
  const { attributes } = strapi.contentType(uid as ApiUid);
  const { locale } = params;
  if (action === 'clone') await asNewDocument(strapi, uid, params, data);
  const documentId = action === 'clone' ? undefined : params.documentId;
  if (uid === 'api::page.page') {
    refuse(await findPagePathProblems(strapi, documentId, data));
    if (typeof data.path === 'string') data.key = data.path;
  }
  dropBlankSeoTexts(data);
  refuse(findSeoLengthProblems(data));
  if (uid === 'api::redirect.redirect') data.from = plainSource(data.from);
  // The seed writes the keys and addresses of the demonstration.
  if (!seeding.getStore()) {
    const saving = { uid, documentId, locale, data };
    if (uid !== 'api::page.page' && 'key' in attributes) await fillKey(strapi, saving);
    await fillSlug(strapi, saving);
    await fillDate(strapi, uid, documentId, locale, data);
  }
  if (uid === 'api::page.page') refuse(await findPageProblems(strapi, data, locale));
  if (uid === 'api::trading-calendar.trading-calendar') refuse(findCalendarProblems(data));
  if (uid === 'api::price-history.price-history') refuse(findBarProblems(data));
}

/** Strapi's clone copies every field that `data` does not set. This sets the title, which the new key derives from, and clears key and address. */
async function asNewDocument(
  strapi: Core.Strapi,
  uid: string,
  { documentId, locale }: DocumentCall['params'],
  data: Data,
): Promise<void> {
  const source = await documents(strapi, uid).findOne({ documentId, locale, status: 'draft' });
  for (const field of ['title', 'name', 'term', 'question', 'from', 'symbol', 'path'])
    if (source && field in source) data[field] ??= source[field];
  data.key = null;
  if (source && 'slug' in source && (data.slug ?? source.slug) === source.slug) data.slug = null;
}

/** Every save counts as a change and sets the date, unless the editor set another one. */
async function fillDate(
  strapi: Core.Strapi,
  uid: string,
  documentId: string | undefined,
  locale: unknown,
  data: Data,
): Promise<void> {
  const options = { documentId, locale, status: 'draft', fields: ['textUpdatedAt'] };
  const before = documentId ? await documents(strapi, uid).findOne(options) : null;
  if (sameInstant(data.textUpdatedAt, before?.textUpdatedAt)) data.textUpdatedAt = new Date().toISOString();
}

function sameInstant(given: unknown, before: unknown): boolean {
  if (!given) return true;
  return Boolean(before) && new Date(given as string).getTime() === new Date(before as string).getTime();
}
