/**
 * Runs before every create, update and clone of our documents, from the panel or from code: fills what the editor need not type (key, address,
 * date of change), and refuses with a sentence what would be wrong even in a draft. The rules for publication are in publish-rules.ts.
 */
import type { Core } from '@strapi/strapi';
import { documents, type ApiUid, type Fields } from '../setup/content-types';
import { fillKey, fillSlug, type Saving } from './addresses/address-rules';
import { findBarProblems } from './types/bar-rules';
import { findCalendarProblems } from './types/calendar-rules';
import { seeding, type DocumentCall } from './document-call';
import { findInterfaceWordProblems } from './texts/interface-words';
import { fillPath, findPagePathProblems, pageUid } from './addresses/page-path-rules';
import { findPageProblems } from './types/page-rules';
import type { Problem } from './problem';
import { refuse } from './refuse';
import { plainSource } from './addresses/redirect-rules';
import { dropBlankSeoTexts, findSeoLengthProblems } from './texts/seo-rules';

export function registerDocumentRules(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    if (uid.startsWith('api::') && (action === 'create' || action === 'update' || action === 'clone') && params.data) {
      await prepare(strapi, { uid, action, params }, params.data);
    }
    return next();
  });
}

async function prepare(strapi: Core.Strapi, { uid, action, params }: DocumentCall, data: Fields): Promise<void> {
  const { attributes } = strapi.contentType(uid as ApiUid);
  const { locale } = params;
  if (action === 'clone') await asNewDocument(strapi, { uid, documentId: params.documentId, locale, data });
  const documentId = action === 'clone' ? undefined : params.documentId;
  dropBlankSeoTexts(data);
  if (uid === 'api::redirect.redirect') data.from = plainSource(data.from);
  // The seed writes the keys and addresses of the demonstration.
  if (!seeding.getStore()) {
    const saving = { uid, documentId, locale, data };
    if (uid === pageUid) await fillPath(strapi, saving);
    else if ('key' in attributes) await fillKey(strapi, saving);
    await fillSlug(strapi, saving);
    await fillDate(strapi, saving);
  }
  refuse(await findSaveProblems(strapi, { uid, documentId, locale, data }));
}

/** All that keeps even a draft from being saved, besides its schema and an address that another document has. */
export async function findSaveProblems(
  strapi: Core.Strapi,
  { uid, documentId, locale, data }: Saving,
): Promise<Problem[]> {
  switch (uid) {
    case pageUid:
      return [
        ...(await findPagePathProblems(strapi, documentId, data)),
        ...findSeoLengthProblems(data),
        ...(await findPageProblems(strapi, data, locale)),
      ];
    case 'api::trading-calendar.trading-calendar':
      return findCalendarProblems(data);
    case 'api::price-history.price-history':
      return findBarProblems(data);
    case 'api::interface-word-set.interface-word-set':
      return findInterfaceWordProblems({ ...data, locale });
    default:
      return findSeoLengthProblems(data);
  }
}

/** Strapi's clone copies every field that `data` does not set. This sets the title, which the new key derives from, and clears key and address. */
async function asNewDocument(strapi: Core.Strapi, { uid, documentId, locale, data }: Saving): Promise<void> {
  data.key = null;
  // All languages at once have titles of their own, and get an address.
  if (locale === '*') return;
  const source = await documents(strapi, uid).findOne({ documentId, locale, status: 'draft' });
  for (const field of ['title', 'name', 'term', 'question', 'from', 'symbol'])
    if (source && field in source) data[field] ??= source[field];
  // The form of a copy still has the path of its source.
  if (uid === pageUid && (data.path ?? source?.path) === source?.path) data.path = null;
  if (source && 'slug' in source && (data.slug ?? source.slug) === source.slug) data.slug = null;
}

/** Every save counts as a change and sets the date, unless the editor set another one. */
async function fillDate(strapi: Core.Strapi, { uid, documentId, locale, data }: Saving): Promise<void> {
  const options = { documentId, locale, status: 'draft', fields: ['textUpdatedAt'] };
  const before = documentId ? await documents(strapi, uid).findOne(options) : null;
  if (sameInstant(data.textUpdatedAt, before?.textUpdatedAt)) data.textUpdatedAt = new Date().toISOString();
}

function sameInstant(given: unknown, before: unknown): boolean {
  if (!given) return true;
  return Boolean(before) && new Date(given as string).getTime() === new Date(before as string).getTime();
}
