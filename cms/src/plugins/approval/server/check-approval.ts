/**
 * Refuses what would go live without a second person's approval. It runs at the end of every change, on the rows that the ledger is about to
 * write: so no way of publishing leads past it. An approval is a row of the ledger about one version; another version needs another approval.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { nameDocument, type Transaction } from '../../../setup/content-types';
import { pageUid } from '../../../rules/addresses/page-path-rules';
import { forbid, inLanguages } from '../../../rules/publish-rights';
import { findProgram } from '../../ledger/server/actor';
import { isApprovalOff, needsApproval } from './approval-table';
import { type ChangedRow, decided, type LedgerRow, newestDecision, readContents } from '../../ledger/server/ledger';
import { findType, differsOnlyInLinks } from '../../ledger/server/snapshot';

/** Inside its `run`, what was approved as a whole goes live: the instruments of an import. */
export const approvedAsWhole = new AsyncLocalStorage<true>();

/**
 * With `APPROVAL=off` it refuses nothing, and adds that to the reason of each row that would have needed an approval.
 * @throws a refusal that says how to get the approval, when one of the rows makes live what nobody approved.
 */
export async function checkApproval(strapi: Core.Strapi, trx: Transaction, rows: readonly ChangedRow[]): Promise<void> {
  const live = rows.filter((row) => row.state === 'live' && row.contentHash !== row.before);
  const before = await readContents(
    strapi,
    live.flatMap((row) => row.before ?? []),
  );
  const approved = new Set<string>();
  const open: ChangedRow[] = [];
  for (const row of live) {
    const old = row.before === null ? null : (before.get(row.before) ?? null);
    if (!needsApproval(row.uid, row.content, old)) continue;
    if (isApprovalOff()) row.reason = [row.reason, 'Approval is off.'].filter(Boolean).join(' ');
    else if (approvedAsWhole.getStore() ?? findProgram() === 'seed') continue;
    else if (isApproved(await findDecision(strapi, trx, rows, row), row)) approved.add(`${row.uid} ${row.documentId}`);
    else if (!isFollowing(strapi, row, old) && !isMovedBelow(row, old, live, before)) open.push(row);
  }
  // Fields that all languages share go live in all of them with the language in which they were approved.
  const [refused] = open.filter((row) => row.action !== 'follow' || !approved.has(`${row.uid} ${row.documentId}`));
  if (refused) refuse(strapi, refused, before.get(refused.before ?? '') ?? null);
}

/** The newest decision, which this very change may have taken. */
async function findDecision(
  strapi: Core.Strapi,
  trx: Transaction,
  rows: readonly ChangedRow[],
  { uid, documentId, locale }: ChangedRow,
): Promise<Pick<LedgerRow, 'action' | 'contentHash'> | undefined> {
  const own = rows.findLast(
    (row) => row.state === decided && row.uid === uid && row.documentId === documentId && row.locale === locale,
  );
  return own ?? newestDecision(strapi, trx, { uid, documentId, locale });
}

function isApproved(decision: Awaited<ReturnType<typeof findDecision>>, row: ChangedRow): boolean {
  if (decision?.action !== 'approve' && decision?.action !== 'emergency-approve') return false;
  return decision.contentHash === (row.content === null ? null : row.draftHash);
}

/** A document that another one follows may lose or regain its link; nothing else of it changes. */
function isFollowing(strapi: Core.Strapi, { uid, content, action }: ChangedRow, old: string | null): boolean {
  const type = findType(strapi, uid);
  return (
    action === 'follow' &&
    type !== undefined &&
    content !== null &&
    old !== null &&
    differsOnlyInLinks(strapi, type, old, content)
  );
}

/** A page below another one follows it to the address that was approved for that one; nothing else of it changes. */
function isMovedBelow(
  { uid, action, content }: ChangedRow,
  old: string | null,
  live: readonly ChangedRow[],
  before: ReadonlyMap<string, string>,
): boolean {
  if (uid !== pageUid || action !== 'follow' || content === null || old === null) return false;
  const { path: from, ...left } = JSON.parse(old) as { path: string };
  const { path: to, ...rest } = JSON.parse(content) as { path: string };
  if (JSON.stringify(left) !== JSON.stringify(rest)) return false;
  const readPath = (text: string | null | undefined) => (JSON.parse(text ?? '{}') as { path?: string }).path;
  return live.some((above) => {
    const [was, is] = [readPath(before.get(above.before ?? '')), readPath(above.content)];
    if (above.uid !== pageUid || above.action === 'follow' || !was || !is) return false;
    return from.startsWith(`${was}/`) && to === is + from.slice(was.length);
  });
}

function refuse(strapi: Core.Strapi, { uid, locale, content, action }: ChangedRow, old: string | null): never {
  const name = nameDocument(strapi, uid, JSON.parse(content ?? old ?? '{}') as Record<string, unknown>);
  // Nobody asked for this change, so it was made past Strapi before this one.
  if (action === 'follow')
    forbid(`${name} is not live as it was last published: ask your operator to run “npm run ledger -- verify”.`);
  const wish =
    content === null
      ? 'Submit its withdrawal: a second person approves it.'
      : 'Save it as a draft and submit it: a second person approves it.';
  forbid(`${name}${inLanguages([locale || null])} needs approval before it changes for visitors. ${wish}`);
}
