/** What waits for a decision: the list of the panel's page “Approvals”, and of its widget. */
import type { Core } from '@strapi/strapi';
import { may } from '../../../rules/publish-rights';
import { nameDocument } from '../../../setup/content-types';
import { isApprovalOff } from './approval-table';
import { isSet } from '../../ledger/server/document-sets';
import { type ApprovalStatus, findBlocker, isCurrent } from './approval-status';
import { readWaiting, type LedgerRow } from '../../ledger/server/ledger';
import { findType, readSnapshots, type Snapshot } from '../../ledger/server/snapshot';

export interface Waiting {
  row: LedgerRow;
  /** `Page “Forex”`. */
  name: string;
  blocker: ApprovalStatus['blocker'];
  /** False when the draft was changed after it was submitted: then it has to be submitted again. */
  current: boolean;
  /** Whether the type has one document. */
  single: boolean;
}

/** In one answer: more than people decide in a day. */
const maxWaiting = 200;

/** Oldest first, of what the user may read. `more`: how many others wait. */
export async function listWaiting(strapi: Core.Strapi): Promise<{ waiting: Waiting[]; more: number; off: boolean }> {
  const readable = (await readWaiting(strapi)).filter(({ uid, locale }) => may(strapi, 'read', uid, locale || null));
  const listed = readable.slice(0, maxWaiting);
  const snapshots = await readAll(strapi, listed);
  const waiting: Waiting[] = [];
  for (const row of listed) {
    const { uid, documentId, locale } = row;
    const own = snapshots.filter((one) => one.documentId === documentId && one.locale === locale);
    const find = (state: string) => own.find((one) => one.state === state)?.content ?? null;
    const versions = { draft: find('draft'), live: find('live') };
    const content = JSON.parse(versions.draft ?? versions.live ?? '{}') as Record<string, unknown>;
    waiting.push({
      row,
      name: isSet(row) ? row.reason : nameDocument(strapi, uid, content),
      blocker: await findBlocker(strapi, row, row),
      current: isSet(row) || isCurrent(row, versions),
      single: findType(strapi, uid)?.single ?? false,
    });
  }
  return { waiting, more: readable.length - listed.length, off: isApprovalOff() };
}

/** Drafts and live versions of all these documents, in a query or two for each type. */
async function readAll(strapi: Core.Strapi, rows: readonly LedgerRow[]): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  const documents = rows.filter((row) => !isSet(row));
  for (const [uid, own] of Map.groupBy(documents, (row) => row.uid)) {
    const type = findType(strapi, uid);
    const ids = [...new Set(own.map(({ documentId }) => documentId))];
    if (type) found.push(...(await readSnapshots(strapi, type, ids)));
  }
  return found;
}
