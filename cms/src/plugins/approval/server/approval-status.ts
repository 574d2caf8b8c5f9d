/** Where a document stands on its way to visitors: its newest decision, its versions, and who may decide. */
import type { Core } from '@strapi/strapi';
import { may } from '../../../rules/publish-rights';
import type { LocalizedDocument } from '../../../setup/localized-document';
import { findActor } from '../../ledger/server/actor';
import { isSet } from '../../ledger/server/document-sets';
import { type LedgerRow, newestDecision, readAuthors, readContents } from '../../ledger/server/ledger';
import { findType, hashText, readSnapshots } from '../../ledger/server/snapshot';
import { isApprovalOff, needsApproval } from './approval-table';
import { findApprovers } from './people';

export interface ApprovalStatus {
  /** Whether a second person has to approve what changes for visitors. */
  needed: boolean;
  off: boolean;
  /** The newest decision, if there is one. */
  decision: LedgerRow | undefined;
  /** True while the draft is the version that was decided, or the withdrawal still waits. */
  current: boolean;
  /** Why the present user may not approve what waits; empty when they may. */
  blocker: keyof typeof blockers | '';
  live: boolean;
  /** The draft is what is live: there is nothing to approve. */
  same: boolean;
  /** What the present user may do with it. */
  mayWrite: boolean;
  mayPublish: boolean;
  /** Number of other people who may approve it. */
  approvers: number;
}

/** JSON; null when there is none. */
interface Versions {
  draft: string | null;
  live: string | null;
}

/** The panel has these sentences in its languages, by key. */
export const blockers = {
  'no-user': 'Only a user of the panel may approve.',
  'no-right': 'You may not publish this in this language, so somebody else approves it.',
  submitted: 'You submitted it, so somebody else approves it.',
  wrote: 'You wrote a part of this version, so somebody else approves it.',
};

export async function readApproval(strapi: Core.Strapi, document: LocalizedDocument): Promise<ApprovalStatus> {
  const decision = await readDecision(strapi, document);
  const { draft, live } = await readVersions(strapi, document, decision);
  const { uid, locale } = document;
  const approvers = await findApprovers(strapi, uid, locale);
  const { id } = findActor(strapi);
  return {
    live: live !== null,
    same: draft === live,
    mayWrite: may(strapi, 'update', uid, locale || null),
    mayPublish: may(strapi, 'publish', uid, locale || null),
    approvers: approvers.filter((one) => one.id !== id).length,
    needed: needsApproval(uid, draft, live),
    off: isApprovalOff(),
    decision,
    current: decision !== undefined && isCurrent(decision, { draft, live }),
    blocker: decision ? await findBlocker(strapi, document, decision) : '',
  };
}

/** What is live, and what waits to be live; null when there is none. */
export async function readProposal(
  strapi: Core.Strapi,
  document: LocalizedDocument,
): Promise<{ before: string | null; after: string | null }> {
  const decision = await readDecision(strapi, document);
  const { draft, live } = await readVersions(strapi, document, decision);
  const withdraws = decision?.contentHash === null && live !== null && decision.action !== 'send-back';
  return { before: live, after: withdraws ? null : draft };
}

export function isCurrent({ contentHash }: LedgerRow, { draft, live }: Versions): boolean {
  return contentHash === null ? live !== null : draft !== null && contentHash === hashText(draft);
}

/** Nobody approves what they submitted, or what they wrote a part of since it was last live. */
export async function findBlocker(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  submitted: LedgerRow,
): Promise<ApprovalStatus['blocker']> {
  const actor = findActor(strapi);
  if (actor.kind !== 'user') return 'no-user';
  if (!may(strapi, 'publish', document.uid, document.locale || null)) return 'no-right';
  if (submitted.actor.kind === 'user' && submitted.actor.id === actor.id) return 'submitted';
  const authors = await strapi.db.transaction(({ trx }) => readAuthors(strapi, trx, document));
  return authors.includes(actor.id) ? 'wrote' : '';
}

export async function readDecision(strapi: Core.Strapi, document: LocalizedDocument): Promise<LedgerRow | undefined> {
  return strapi.db.transaction(({ trx }) => newestDecision(strapi, trx, document));
}

/** @param decision the newest one: that of a set has what was sent. */
export async function readVersions(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  decision: LedgerRow | undefined,
): Promise<Versions> {
  const { uid, documentId, locale } = document;
  if (isSet(document)) {
    const hash = decision?.contentHash ?? '';
    return { draft: (await readContents(strapi, [hash])).get(hash) ?? null, live: null };
  }
  const type = findType(strapi, uid);
  const snapshots = type ? await readSnapshots(strapi, type, [documentId]) : [];
  const find = (state: string) =>
    snapshots.find((one) => one.locale === locale && one.state === state)?.content ?? null;
  return { draft: find('draft'), live: find('live') };
}
