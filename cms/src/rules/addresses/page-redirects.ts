/**
 * What a page leaves behind at its address: a redirect to its new address after a move, and to where its editor says after it has been taken down.
 * Redirects are documents, so editors see them, and a new instance of the site knows them. Fixed pages keep their address and cannot be deleted.
 */
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, localeCodes, type Entry, type LocaleCode } from '../../setup/content-types';
import { type DocumentCall, seeding } from '../document-call';
import { pageUid } from './page-path-rules';
import { forbid, ofItself } from '../publish-rights';
import { answersAt } from './live-addresses';
import { isFixedPage, legalPages, readPath } from './site-addresses';

const redirectUid = 'api::redirect.redirect';
const legalUid = 'api::legal-document.legal-document';
const changes: ReadonlySet<string> = new Set(['create', 'update', 'publish', 'unpublish', 'delete']);

/** Register inside the ledger: the page and what it leaves behind are one change. */
export function registerPageRedirects(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    const { documentId } = params;
    if (seeding.getStore()) return next();
    if (action === 'delete' && (uid === pageUid || uid === legalUid)) await checkFixed(strapi, uid, params);
    if (uid !== pageUid || !changes.has(action)) return next();
    const draft = documentId ? await findDraft(strapi, documentId) : null;
    const before = documentId ? await findLive(strapi, documentId) : notLive;
    const result = await next();
    const { documentId: id = documentId } = (result ?? {}) as { documentId?: string };
    if (id) await leaveRedirects(strapi, before, await findLive(strapi, id), draft?.afterwards);
    return result;
  });
}

/** @throws a refusal for a fixed page; one of its translations may go, because the English text stands in for it. */
async function checkFixed(
  strapi: Core.Strapi,
  uid: typeof pageUid | typeof legalUid,
  { documentId, locale }: DocumentCall['params'],
): Promise<void> {
  const row = (await strapi.db.query(uid).findOne({ where: { documentId } })) as Entry | null;
  const id = String(uid === pageUid ? row?.path : row?.key);
  const everything = [locale ?? defaultLocale].flat().some((one) => one === '*' || one === defaultLocale);
  if (everything && (isFixedPage(id) || Object.hasOwn(legalPages, id)))
    forbid(`“${id}” is a fixed page of the site and cannot be deleted. Unpublish it: its text stays here.`);
}

interface Live {
  path: string;
  /** Languages whose visitors find the page; the English text stands in for a missing translation. */
  locales: LocaleCode[];
}
const notLive: Live = { path: '', locales: [] };

export async function findDraft(strapi: Core.Strapi, documentId: string): Promise<Entry | null> {
  return strapi.db.query(pageUid).findOne({ where: { documentId, publishedAt: null } }) as Promise<Entry | null>;
}

export async function findLive(strapi: Core.Strapi, documentId: string): Promise<Live> {
  const rows: Entry[] = await strapi.db
    .query(pageUid)
    .findMany({ where: { documentId, publishedAt: { $notNull: true } }, select: ['path', 'locale', 'takenDown'] });
  const locales = localeCodes.filter((code) => {
    const row = rows.find(({ locale }) => locale === code) ?? rows.find(({ locale }) => locale === defaultLocale);
    return row !== undefined && row.takenDown !== true;
  });
  return { path: String(rows[0]?.path ?? ''), locales };
}

export async function leaveRedirects(
  strapi: Core.Strapi,
  before: Live,
  after: Live,
  afterwards: unknown,
): Promise<void> {
  const path = after.path || before.path;
  if (!path || isFixedPage(path)) return;
  const moved = before.path !== '' && after.path !== '' && before.path !== after.path;
  const lost = before.locales.filter((locale) => !after.locales.includes(locale));
  const missing = localeCodes.filter((locale) => !after.locales.includes(locale));
  const from = `/${path}`;
  await ofItself.run(true, async () => {
    // In languages in which the page had ended before, or another one was here.
    const earlier = [moved ? await findOwn(strapi, `/${before.path}`) : null, await findOwn(strapi, from)].flatMap(
      (row) => (row ? [row as unknown as Redirect] : []),
    );
    if (moved) await putRedirect(strapi, { from: `/${before.path}`, to: from, permanent: true, ended: false });
    if (missing.length === 0) return dropRedirect(strapi, from);
    if (lost.length === 0 && (!moved || earlier.length === 0)) return;
    const named = { to: String(afterwards ?? ''), permanent: true, ended: false };
    const above = {
      to: path.includes('/') ? `/${path.slice(0, path.indexOf('/'))}` : '',
      permanent: false,
      ended: true,
    };
    const wanted = lost.length > 0 ? [named, above] : [...earlier, above];
    const { to, permanent, ended } = await chooseTarget(strapi, wanted, from, earlier.length > 0 ? missing : lost);
    await putRedirect(strapi, { from, to, permanent, ended });
  });
}

type Target = Pick<Redirect, 'to' | 'permanent' | 'ended'>;

/** @returns the first that visitors of these languages find, else home. So redirects never lead in a circle. */
async function chooseTarget(
  strapi: Core.Strapi,
  wanted: readonly Target[],
  from: string,
  locales: readonly LocaleCode[],
): Promise<Target> {
  for (const target of wanted) {
    const { locale: named, path } = readPath(target.to);
    if (target.to === '' || path === from) continue;
    const answers = await Promise.all(locales.map((locale) => answersAt(strapi, path, named ?? locale)));
    if (answers.every(Boolean)) return target;
  }
  return { to: '/', permanent: false, ended: true };
}

interface Redirect {
  from: string;
  to: string;
  permanent: boolean;
  /** The page has ended: the site hides links to it. */
  ended: boolean;
}

/** One that leads to another site was approved, and stays as it is. */
async function findOwn(strapi: Core.Strapi, from: string): Promise<Entry | null | undefined> {
  const row: Entry | null = await strapi.db.query(redirectUid).findOne({ where: { from } });
  return row && !String(row.to).startsWith('/') ? undefined : row;
}

async function putRedirect(strapi: Core.Strapi, redirect: Redirect): Promise<void> {
  const row = await findOwn(strapi, redirect.from);
  if (row === undefined) return;
  const options = { data: { ...redirect }, status: 'published' };
  await (row
    ? documents(strapi, redirectUid).update({ ...options, documentId: row.documentId })
    : documents(strapi, redirectUid).create(options));
}

/** Visitors get the page, never the redirect, which would be in the way when the page moves or ends. */
async function dropRedirect(strapi: Core.Strapi, from: string): Promise<void> {
  const row = await findOwn(strapi, from);
  if (row) await strapi.documents(redirectUid).delete({ documentId: row.documentId });
}
