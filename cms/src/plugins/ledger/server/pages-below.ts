/**
 * When a page has a new address, the pages below it follow in the same transaction: their drafts and live rows get their new path and nothing else,
 * each leaves a redirect, and each has its rows in the ledger.
 */
import type { Core } from '@strapi/strapi';
import { type DocumentCall, seeding } from '../../../rules/document-call';
import { findBelow, pageUid } from '../../../rules/addresses/page-path-rules';
import { findDraft, findLive, leaveRedirects } from '../../../rules/addresses/page-redirects';
import { forbid, inLanguages, may } from '../../../rules/publish-rights';
import { notifySite } from '../../../rules/shared-fields';
import type { Entry } from '../../../setup/content-types';
import { recordChange } from './record-changes';

const changes: ReadonlySet<string> = new Set(['update', 'publish', 'discardDraft']);

/** Register inside the ledger, and outside the redirects of the page itself. */
export function registerPagesBelow(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    const { documentId } = params;
    if (uid !== pageUid || !changes.has(action) || !documentId || seeding.getStore()) return next();
    const before = await findPaths(strapi, documentId);
    const result = await next();
    const after = await findPaths(strapi, documentId);
    if (after.live !== '') await moveBelow(strapi, before.live, after.live);
    // A draft may move before it is published. Where visitors find it, the pages below wait for its publication.
    if (before.draft !== before.live && before.draft !== after.live) await moveBelow(strapi, before.draft, after.draft);
    return result;
  });
}

async function findPaths(strapi: Core.Strapi, documentId: string): Promise<{ draft: string; live: string }> {
  const { path: live } = await findLive(strapi, documentId);
  return { draft: String((await findDraft(strapi, documentId))?.path ?? ''), live };
}

/** @throws a refusal when one of the pages is live in a language in which the user may not publish. */
async function moveBelow(strapi: Core.Strapi, from: string, to: string): Promise<void> {
  if (from === '' || from === to) return;
  const rows = await findBelow(strapi, from);
  const refused = rows.filter(
    ({ publishedAt, locale }) => publishedAt && !may(strapi, 'publish', pageUid, String(locale)),
  );
  if (refused[0])
    forbid(
      `The page “${String(refused[0].path)}” below it would move too, and you may not publish it${inLanguages(refused.map(({ locale }) => String(locale)))}. Ask a publisher of all languages.`,
    );
  const reason = `The page above it moved from ${from} to ${to}.`;
  for (const [documentId, own] of Map.groupBy(rows, (row) => row.documentId))
    await recordChange(strapi, async (change) => {
      const before = await findLive(strapi, documentId);
      await writePaths(strapi, own, (path) => to + path.slice(from.length));
      const afterwards = (await findDraft(strapi, documentId))?.afterwards;
      await leaveRedirects(strapi, before, await findLive(strapi, documentId), afterwards);
      change.touch(pageUid, documentId, 'follow', [], reason);
    });
}

/** Keeps the order in which the rows were written, from which the panel says “Modified”. Its clock has milliseconds. */
async function writePaths(strapi: Core.Strapi, rows: readonly Entry[], move: (path: string) => string): Promise<void> {
  const time = ({ updatedAt }: Entry) => new Date(updatedAt).getTime();
  for (const row of rows.toSorted((one, other) => time(one) - time(other))) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await strapi.db.query(pageUid).update({ where: { id: row.id }, data: { path: move(String(row.path)) } });
    if (row.publishedAt) await notifySite(strapi, { name: 'page', uid: pageUid }, row);
  }
}
