/**
 * Visitors accept a legal text by its version, and registrations keep that version as proof. So another text under the same version is not
 * published: each language is compared with what it has live.
 */
import type { Core } from '@strapi/strapi';
import { documents, languageNames, type Entry, type LocaleCode } from '../setup/content-types';
import { seeding } from './document-rules';
import { refuse } from './problem';

interface Call {
  uid: string;
  action: string;
  params: { documentId?: string; locale?: unknown; status?: unknown; data?: Record<string, unknown> };
}

const uid = 'api::legal-document.legal-document';
const texts = ['title', 'summary', 'body'] as const;
const fields = ['locale', 'version', ...texts];

export function registerLegalVersionRules(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { action, params, uid: type } = context as unknown as Call;
    if (type !== uid || !params.documentId || seeding.getStore()) return next();
    const updates = action === 'update' && params.status === 'published';
    if (action !== 'publish' && !updates) return next();
    const options = { filters: { documentId: params.documentId }, locale: params.locale, fields };
    const live = await documents(strapi, uid).findMany({ ...options, status: 'published' });
    const drafts = await documents(strapi, uid).findMany({ ...options, status: 'draft' });
    for (const draft of drafts) check(updates ? { ...draft, ...params.data } : draft, live.find(({ locale }) => locale === draft.locale));
    return next();
  });
}

function check(draft: Entry, live: Entry | undefined): void {
  if (!live || String(draft.version) !== String(live.version) || texts.every((name) => same(draft[name], live[name]))) return;
  const language = languageNames[draft.locale as LocaleCode] ?? String(draft.locale);
  const message = `The ${language} text differs from the one that is live as version ${String(live.version)}. Give it a new version, and the date from which it is in force, then publish.`;
  refuse([{ path: ['version'], message }]);
}

/** Line ends and spaces at the end of lines are no other text. */
function same(one: unknown, other: unknown): boolean {
  const words = (value: unknown) => String(value ?? '').replace(/(?<![ \t])[ \t]*\r?\n/g, '\n').trim();
  return words(one) === words(other);
}
