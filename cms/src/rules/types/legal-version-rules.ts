/**
 * Visitors accept a legal text by its version, and the site keeps that text as proof. So a version must never change its text: this rule
 * stores each published version separately, because Strapi forgets it when the document is unpublished or a later version is published. A
 * version comes into force in the past only with a reason. The rule also keeps the texts that registrations accept online: without them
 * nobody could register.
 */
import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, languageNames, type Entry, type LocaleCode } from '../../setup/content-types';
import { type DocumentCall, publishes, seeding } from '../document-call';
import { type Problem, tell } from '../problem';
import { refuse } from '../refuse';

/** A version as it was published. Releases until November 2026 stored only the hash. */
type Kept = string | { hash: string; effectiveOn: string; title: string; summary: string; body: string };
type Versions = Record<string, Kept>;

const uid = 'api::legal-document.legal-document';
const texts = ['title', 'summary', 'body'] as const;
const fields = ['locale', 'version', 'key', 'takenDown', 'effectiveOn', 'pastDateReason', ...texts];
/** The documents that a registration accepts (site/pages/account/registration-action.ts has the same two). */
const agreedTo = ['terms-of-service', 'privacy-policy'];

export function registerLegalVersionRules(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { action, params, uid: type } = context as unknown as DocumentCall;
    if (type !== uid) return next();
    const withdraws = action === 'unpublish' || action === 'delete';
    if (!publishes({ action, params }) && !withdraws) return next();
    const { documentId, locale } = params;
    const seeds = seeding.getStore() === true;
    const live = documentId ? await findRows(strapi, documentId, locale, 'published') : [];
    if (withdraws && !seeds) refuse(live.filter(isAgreedTo).map((row) => withdrawal(row, [])));
    // Covers texts that were published before this rule existed.
    for (const row of live) await storeVersion(strapi, row, false);
    if (withdraws) return next();
    if (!seeds) for (const row of await findNextRows(strapi, params)) await check(strapi, row, live);
    const result = await next();
    const written = (result as { documentId?: string } | null)?.documentId;
    for (const row of written ? await findRows(strapi, written, locale, 'published') : [])
      await storeVersion(strapi, row, seeds);
    return result;
  });
}

async function findRows(
  strapi: Core.Strapi,
  documentId: string,
  locale: unknown,
  status: 'draft' | 'published',
): Promise<Entry[]> {
  return documents(strapi, uid).findMany({ filters: { documentId }, locale: locale ?? defaultLocale, fields, status });
}

/** The rows as they will be published. */
async function findNextRows(
  strapi: Core.Strapi,
  { documentId, locale, data, status }: DocumentCall['params'],
): Promise<Entry[]> {
  const drafts = documentId
    ? await findRows(strapi, documentId, locale, 'draft')
    : [{ locale: locale ?? defaultLocale } as unknown as Entry];
  return status === 'published' ? drafts.map((draft) => ({ ...draft, ...data })) : drafts;
}

async function check(strapi: Core.Strapi, draft: Entry, live: Entry[]): Promise<void> {
  if (draft.takenDown === true && isAgreedTo(draft)) refuse([withdrawal(draft, ['takenDown'])]);
  const version = readVersion(draft);
  const known = (await readVersions(strapi, draft))[version];
  const before = live.find((row) => row.locale === draft.locale);
  if (known === undefined || readHash(known) === hashText(draft)) return checkDate(draft, known, before);
  const status = before && readVersion(before) === version ? 'is live' : 'was published';
  const message = `The ${nameLanguage(draft)} text differs from the one that ${status} as version ${version}. Give it a new version, and the date from which it is in force, then publish.`;
  refuse(tell(['version'], message));
}

/** Refuses that something comes into force before anybody could read it. @param before the row that is live. */
function checkDate(draft: Entry, known: Kept | undefined, before: Entry | undefined): void {
  const day = String(draft.effectiveOn ?? '');
  const today = new Date().toISOString().slice(0, 10);
  const sameVersion = before !== undefined && readVersion(before) === readVersion(draft);
  const stood = sameVersion ? before.effectiveOn : typeof known === 'object' ? known.effectiveOn : undefined;
  // Where only a hash is known of an unpublished version, so is no date.
  if (day === '' || day >= today || day === stood || (typeof known === 'string' && !sameVersion)) return;
  const reason = String(draft.pastDateReason ?? '').trim();
  // The reason of the version before is no reason for this one.
  if (reason !== '' && (sameVersion || reason !== String(before?.pastDateReason ?? '').trim())) return;
  const message = `${day} is past: nobody can have agreed to the ${nameLanguage(draft)} text then. Choose today (${today}, UTC) or a later day, or write below why this version counts from a past day.`;
  refuse(tell(['effectiveOn'], message));
}

const isAgreedTo = ({ key }: Entry) => agreedTo.includes(String(key));
const nameLanguage = ({ locale }: Entry) => languageNames[locale as LocaleCode] ?? String(locale);

function withdrawal(row: Entry, path: string[]): Problem {
  return {
    path,
    message: `Whoever registers in ${nameLanguage(row)} agrees to “${String(row.title)}”, so it has to stand there. Publish a new version instead.`,
  };
}

const store = (strapi: Core.Strapi) => strapi.store({ type: 'core', name: 'legal-versions' });
/** Named by key, because a document that is deleted and recreated has the same key again. */
const formatKey = ({ key, documentId, locale }: Entry) =>
  `${String(key ?? documentId)}/${String(locale ?? defaultLocale)}`;
const readVersion = ({ version }: Entry) => String(version ?? '').trim();

async function readVersions(strapi: Core.Strapi, row: Entry): Promise<Versions> {
  return ((await store(strapi).get({ key: formatKey(row) })) as Versions | null) ?? {};
}

const readHash = (version: Kept | undefined) => (typeof version === 'object' ? version.hash : version);

/** Stores a version whole. @param overwrites whether it replaces a different text: the seed may replace its own. */
async function storeVersion(strapi: Core.Strapi, row: Entry, overwrites: boolean): Promise<void> {
  const versions = await readVersions(strapi, row);
  const [version, hash] = [readVersion(row), hashText(row)];
  const known = versions[version];
  const text = { hash, effectiveOn: String(row.effectiveOn ?? ''), ...pickTexts(row) };
  const isKnown = readHash(known) === hash;
  if (isKnown ? JSON.stringify(known) === JSON.stringify(text) : known !== undefined && !overwrites) return;
  await store(strapi).set({ key: formatKey(row), value: { ...versions, [version]: text } });
}

const pickTexts = ({ title, summary, body }: Entry) => ({
  title: String(title ?? ''),
  summary: String(summary ?? ''),
  body: String(body ?? ''),
});

/** Ignores differences in line endings and in spaces at the end of lines. */
function hashText(row: Entry): string {
  const words = texts.map((name) =>
    String(row[name] ?? '')
      .replace(/(?<![ \t])[ \t]*\r?\n/g, '\n')
      .trim(),
  );
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}
