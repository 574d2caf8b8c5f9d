/**
 * Checks a document when it is published, in any way: from its form, from the list, or from code. Drafts may be unfinished; the rules that apply
 * to drafts too are in document-rules.ts.
 */
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, nameDocument, populateAll, type ApiUid, type Entry } from '../setup/content-types';
import { completeAddress } from './address-rules';
import type { DocumentCall } from './document-call';
import { seeding } from './document-rules';
import { findRiskNoticeProblems, findWarningProblems } from './compliance-rules';
import { findInstrumentProblems } from './instrument-rules';
import { fieldLabel } from './field-names';
import { findLinkProblems } from './link-rules';
import { findPagePathProblems } from './page-path-rules';
import { refuse, type Problem } from './problem';
import { findRedirectProblems } from './redirect-rules';
import { findDefaultSeoProblems } from './seo-rules';
import { rememberPublished } from './withdrawn';

export function registerPublishRules(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    const { documentId, locale, data } = params;
    if (!uid.startsWith('api::')) return next();
    if (action === 'unpublish' && documentId) await rememberPublished(strapi, uid, documentId, locale);
    if (action === 'publish' && documentId) await checkPublishable(strapi, uid, documentId, locale);
    if ((action === 'create' || action === 'update') && params.status === 'published' && data) {
      const [draft] = documentId ? await findDrafts(strapi, uid, documentId, locale ?? defaultLocale) : [];
      refuse(await findPublishProblems(strapi, uid, documentId, { ...draft, ...data }));
    }
    return next();
  });
}

/** Saves an address or key that the draft lacks (`completeAddress`), and then checks the draft. @throws a refusal with all that hinders its publication. */
export async function checkPublishable(
  strapi: Core.Strapi,
  uid: string,
  documentId: string,
  locale: unknown,
): Promise<void> {
  for (const draft of await findDrafts(strapi, uid, documentId, locale)) {
    await completeAddress(strapi, uid, draft);
    refuse(await findPublishProblems(strapi, uid, documentId, draft));
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

async function findPublishProblems(
  strapi: Core.Strapi,
  uid: string,
  documentId: string | undefined,
  document: Record<string, unknown>,
): Promise<Problem[]> {
  const own = await findTypeProblems(strapi, uid, documentId, document);
  // The seed writes documents before those to which they link.
  if (seeding.getStore()) return own;
  return [
    ...own,
    ...(await findLinkProblems(strapi, uid, document)),
    ...(await findPositionProblem(strapi, uid, documentId, document)),
  ];
}

/**
 * Documents with the same position would stand in an order that nobody chose. Compares with the drafts of the others: to change two places, save both
 * and then publish both.
 */
async function findPositionProblem(
  strapi: Core.Strapi,
  uid: string,
  documentId: string | undefined,
  document: Record<string, unknown>,
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
  return [
    {
      path: [field],
      message: `${nameDocument(strapi, uid, same)} has the same “${label}”, ${String(document[field])}: write another number, for example ${free}, or give that one another first.`,
    },
  ];
}

async function findTypeProblems(
  strapi: Core.Strapi,
  uid: string,
  documentId: string | undefined,
  document: Record<string, unknown>,
): Promise<Problem[]> {
  switch (uid) {
    case 'api::page.page':
      return [...(await findPagePathProblems(strapi, documentId, document)), ...findRiskNoticeProblems(document)];
    case 'api::common-datum.common-datum':
      return findWarningProblems(document.riskWarning, ['riskWarning']);
    case 'api::default-seo.default-seo':
      return findDefaultSeoProblems(document);
    case 'api::instrument.instrument':
      return [...findInstrumentProblems(document), ...(await findCalendarProblem(strapi, document))];
    case 'api::redirect.redirect':
      return findRedirectProblems(strapi, documentId, document);
    default:
      return [];
  }
}

/** The site would show the instrument without its hours. The seed writes instruments before their calendars. */
async function findCalendarProblem(strapi: Core.Strapi, { calendar }: Record<string, unknown>): Promise<Problem[]> {
  if (seeding.getStore() || typeof calendar !== 'string') return [];
  const found = await documents(strapi, 'api::trading-calendar.trading-calendar').findMany({
    filters: { key: calendar },
    status: 'published',
    fields: ['key'],
  });
  if (found.length > 0) return [];
  return [
    { path: ['calendar'], message: `There is no trading calendar “${calendar}”: write the key of a published one.` },
  ];
}
