/**
 * Visitors accept a legal text by its version, and registrations store that version and a hash of the text as proof. So a version must never
 * change its text: this rule stores the hash of each published version separately, because Strapi forgets it when the document is unpublished
 * or a later version is published. The rule also keeps the texts that registrations accept online: without them nobody could register.
 */
import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, languageNames, type Entry, type LocaleCode } from '../setup/content-types';
import { seeding } from './document-rules';
import { refuse, type Problem } from './problem';

interface Call {
  uid: string;
  action: string;
  params: { documentId?: string; locale?: unknown; status?: unknown; data?: Record<string, unknown> };
}
/** Hash of the text by version. */
type Hashes = Record<string, string>;

const uid = 'api::legal-document.legal-document';
const texts = ['title', 'summary', 'body'] as const;
const fields = ['locale', 'version', 'key', 'takenDown', ...texts];
/** The documents that a registration accepts (site/pages/account/registration-action.ts has the same two). */
const agreedTo = ['terms-of-service', 'privacy-policy'];

export function registerLegalVersionRules(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { action, params, uid: type } = context as unknown as Call;
    if (type !== uid) return next();
    const publishes =
      action === 'publish' || ((action === 'update' || action === 'create') && params.status === 'published');
    const withdraws = action === 'unpublish' || action === 'delete';
    if (!publishes && !withdraws) return next();
    const { documentId, locale } = params;
    const seeds = seeding.getStore() === true;
    const live = documentId ? await rows(strapi, documentId, locale, 'published') : [];
    if (withdraws && !seeds) refuse(live.filter(isAgreedTo).map((row) => withdrawal(row, [])));
    // Covers texts that were published before this rule existed.
    for (const row of live) await remember(strapi, row, false);
    if (withdraws) return next();
    if (!seeds) for (const row of await findNextRows(strapi, params)) await check(strapi, row, live);
    const result = await next();
    const written = (result as { documentId?: string } | null)?.documentId;
    for (const row of written ? await rows(strapi, written, locale, 'published') : [])
      await remember(strapi, row, seeds);
    return result;
  });
}

async function rows(
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
  { documentId, locale, data, status }: Call['params'],
): Promise<Entry[]> {
  const drafts = documentId
    ? await rows(strapi, documentId, locale, 'draft')
    : [{ locale: locale ?? defaultLocale } as unknown as Entry];
  return status === 'published' ? drafts.map((draft) => ({ ...draft, ...data })) : drafts;
}

async function check(strapi: Core.Strapi, draft: Entry, live: Entry[]): Promise<void> {
  if (draft.takenDown === true && isAgreedTo(draft)) refuse([withdrawal(draft, ['takenDown'])]);
  const version = readVersion(draft);
  const known = (await readHashes(strapi, draft))[version];
  if (known === undefined || known === hashText(draft)) return;
  const status = live.some((row) => row.locale === draft.locale && readVersion(row) === version)
    ? 'is live'
    : 'was published';
  const message = `The ${nameLanguage(draft)} text differs from the one that ${status} as version ${version}. Give it a new version, and the date from which it is in force, then publish.`;
  refuse([{ path: ['version'], message }]);
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

async function readHashes(strapi: Core.Strapi, row: Entry): Promise<Hashes> {
  return ((await store(strapi).get({ key: formatKey(row) })) as Hashes | null) ?? {};
}

/** Stores the hash of a version. @param again overwrite a different hash: the seed may replace its own texts. */
async function remember(strapi: Core.Strapi, row: Entry, again: boolean): Promise<void> {
  const hashes = await readHashes(strapi, row);
  const [version, hash] = [readVersion(row), hashText(row)];
  if (hashes[version] === hash || (hashes[version] !== undefined && !again)) return;
  await store(strapi).set({ key: formatKey(row), value: { ...hashes, [version]: hash } });
}

/** Ignores differences in line endings and in spaces at the end of lines. */
function hashText(row: Entry): string {
  const words = texts.map((name) =>
    String(row[name] ?? '')
      .replace(/(?<![ \t])[ \t]*\r?\n/g, '\n')
      .trim(),
  );
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}
