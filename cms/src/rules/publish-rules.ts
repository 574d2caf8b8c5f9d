/**
 * Checks a document when it is published, in any way: from its form, from the list, or from code. Drafts may be unfinished; the rules that apply
 * to drafts too are in document-rules.ts.
 */
import type { Core } from '@strapi/strapi';
import {
  defaultLocale,
  documents,
  nameDocument,
  populateAll,
  type ApiUid,
  type Entry,
  type Fields,
} from '../setup/content-types';
import { completeAddress } from './addresses/address-rules';
import { type DocumentCall, type Publication, seeding } from './document-call';
import { findRiskNoticeProblems, findWarningProblems } from './texts/compliance-rules';
import {
  findBannedWordProblems,
  findContentRulesProblems,
  findRiskSentenceProblems,
  rulesUid,
} from './texts/content-rules';
import { findInstrumentProblems } from './types/instrument-rules';
import { fieldLabel } from './field-names';
import { findLinkProblems } from './addresses/link-rules';
import { findPagePathProblems, pageUid } from './addresses/page-path-rules';
import { findPatternProblems } from './types/page-patterns';
import { type Problem, tell } from './problem';
import { refuse } from './refuse';
import { ofItself } from './publish-rights';
import { findRedirectProblems } from './addresses/redirect-rules';
import { findDefaultSeoProblems } from './texts/seo-rules';
import { rememberPublished } from './addresses/withdrawn';

export function registerPublishRules(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    const { documentId, locale, data } = params;
    if (!uid.startsWith('api::')) return next();
    if (action === 'unpublish' && documentId) await rememberPublished(strapi, uid, documentId, locale);
    if (action === 'publish' && documentId) await checkPublishable(strapi, uid, documentId, locale);
    if ((action === 'create' || action === 'update') && params.status === 'published' && data) {
      const [draft] = documentId ? await findDrafts(strapi, uid, documentId, locale ?? defaultLocale) : [];
      refuse(await findPublishProblems(strapi, { uid, documentId, document: { ...draft, ...data } }));
    }
    return next();
  });
}

/** @throws a refusal with all that hinders the publication of the draft. */
export async function checkPublishable(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
  locale: unknown,
): Promise<void> {
  for (const draft of await findDrafts(strapi, uid, documentId, locale)) {
    await completeAddress(strapi, uid, draft);
    refuse(await findPublishProblems(strapi, { uid, documentId, document: draft }));
  }
}

async function findDrafts(strapi: Core.Strapi, uid: string, documentId: string, locale: unknown): Promise<Entry[]> {
  return documents(strapi, uid).findMany({
    filters: { documentId },
    status: 'draft',
    locale: locale ?? defaultLocale,
    populate: await populateAll(strapi, uid),
  });
}

/** All that keeps a document from being published, besides its schema. */
export async function findPublishProblems(strapi: Core.Strapi, publication: Publication): Promise<Problem[]> {
  const { uid, document } = publication;
  const own = await findTypeProblems(strapi, publication);
  // The seed writes documents before those to which they link.
  if (seeding.getStore()) return own;
  return [
    ...own,
    ...(await findLinkProblems(strapi, uid, document)),
    ...(await findPositionProblems(strapi, publication)),
    ...(await findRiskSentenceProblems(strapi, uid, document)),
    ...(await findBannedWordProblems(strapi, uid, document, true)),
  ];
}

/**
 * Documents with the same position would stand in an order that nobody chose. Compares with the drafts of the others: to change two places, save both
 * and then publish both.
 */
async function findPositionProblems(
  strapi: Core.Strapi,
  { uid, documentId, document }: Publication,
): Promise<Problem[]> {
  const { attributes } = strapi.contentType(uid as ApiUid);
  const field = ['position', 'menuPosition'].find((name) => name in attributes);
  const { group, locale } = document as { group?: { documentId?: string } | null; locale?: unknown };
  if (!field || typeof document[field] !== 'number' || ('group' in attributes && !group?.documentId)) return [];
  const others = await documents(strapi, uid).findMany({
    // Questions are counted within their group.
    filters: group?.documentId ? { group: { documentId: group.documentId } } : {},
    status: 'draft',
    locale: locale ?? defaultLocale,
    limit: 10_000,
  });
  const rest = others.filter((row) => row.documentId !== documentId);
  const same = rest.find((row) => row[field] === document[field]);
  if (!same) return [];
  const free = Math.max(...rest.map((row) => Number(row[field]) || 0)) + 1;
  const label = fieldLabel(strapi, uid, [field]);
  return tell(
    [field],
    `${nameDocument(strapi, uid, same)} has the same “${label}”, ${String(document[field])}: write another number, for example ${free}, or give that one another first.`,
  );
}

async function findTypeProblems(strapi: Core.Strapi, { uid, documentId, document }: Publication): Promise<Problem[]> {
  switch (uid) {
    case pageUid:
      return [
        ...(await findPagePathProblems(strapi, documentId, document, true)),
        ...findRiskNoticeProblems(document),
        ...findPatternProblems(strapi, uid, document),
      ];
    case 'api::common-datum.common-datum':
      return findWarningProblems(document.riskWarning, ['riskWarning']);
    case 'api::default-seo.default-seo':
      return findDefaultSeoProblems(document);
    case 'api::instrument.instrument':
      return [...findInstrumentProblems(document), ...(await findMissingCalendar(strapi, document))];
    case rulesUid:
      return findContentRulesProblems(document);
    case 'api::redirect.redirect':
      // Those that a page leaves behind are right by themselves.
      return ofItself.getStore() ? [] : findRedirectProblems(strapi, documentId, document);
    default:
      return [];
  }
}

/** The site would show the instrument without its hours. The seed writes instruments before their calendars. */
async function findMissingCalendar(strapi: Core.Strapi, { calendar }: Fields): Promise<Problem[]> {
  if (seeding.getStore() || typeof calendar !== 'string') return [];
  const found = await documents(strapi, 'api::trading-calendar.trading-calendar').findMany({
    filters: { key: calendar },
    status: 'published',
    fields: ['key'],
  });
  if (found.length > 0) return [];
  return tell(['calendar'], `There is no trading calendar “${calendar}”: write the key of a published one.`);
}
