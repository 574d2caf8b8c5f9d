/** Submit, approve, send back, and publishing by two people in an emergency: each a row of the ledger about one version of a document. */
import type { Core } from '@strapi/strapi';
import { checkPublishable } from '../rules/publish-rules';
import { forbid, inLanguages, may } from '../rules/publish-rights';
import { refuse } from '../rules/problem';
import { findActor, type Actor } from './actor';
import { tellAbout } from './gate-mails';
import { findApprovers } from './people';
import { approvedAsWhole } from './approval';
import { isApprovalOff, needsApproval } from './approval-table';
import {
  decided,
  type ChangedRow,
  type Decision,
  type LedgerRow,
  newestDecision,
  type Place,
  readAuthors,
  readContents,
} from './ledger';
import { recordChange } from './record-changes';
import { findType, hashText, readSnapshots, schemaHash } from './snapshot';

/** A document in one language; the language is empty for a type without languages. */
export type Subject = Omit<Place, 'state'>;

export interface Gate {
  /** Whether a second person has to approve what changes for visitors. */
  needed: boolean;
  off: boolean;
  /** The newest decision, if there is one. */
  decision: LedgerRow | undefined;
  /** The version that the decision is about is still the draft, or the withdrawal still waits. */
  current: boolean;
  /** Why the present user may not approve what waits; empty when they may. */
  hindrance: keyof typeof hindrances | '';
  live: boolean;
  /** The draft is what is live: there is nothing to approve. */
  same: boolean;
  /** What the present user may do with it. */
  mayWrite: boolean;
  mayPublish: boolean;
  /** Number of other people who may approve it. */
  approvers: number;
}

interface Versions {
  draft: string | null;
  live: string | null;
}

const emergencyHours = 1;

/** The panel says them in its languages. */
const hindrances = {
  'no-user': 'Only a user of the panel may approve.',
  'no-right': 'You may not publish this in this language, so somebody else approves it.',
  submitted: 'You submitted it, so somebody else approves it.',
  wrote: 'You wrote a part of this version, so somebody else approves it.',
};

/** Many documents that are approved as one: an import. The ledger keeps what was sent as the content of the decision. */
interface DocumentSet {
  /** Writes and publishes what was approved. */
  write: (strapi: Core.Strapi, content: unknown) => Promise<unknown>;
}
const sets = new Map<string, DocumentSet>();
const setPrefix = 'set:';
export const isSet = ({ documentId }: Subject) => documentId.startsWith(setPrefix);

export function registerSet(uid: string, set: DocumentSet): void {
  sets.set(uid, set);
}

/** @param content JSON of all that is to be written. @returns the row of the ledger that waits for approval. */
export async function submitSet(strapi: Core.Strapi, uid: string, content: string, comment: string): Promise<number> {
  const subject = { uid, documentId: `${setPrefix}${hashText(content)}`, locale: '' };
  const newest = () => strapi.db.transaction(({ trx }) => newestDecision(strapi, trx, subject));
  const waiting = await newest();
  if (waiting?.action === 'submit') return waiting.seq;
  await decide(strapi, subject, 'submit', content, comment);
  return (await newest())?.seq ?? 0;
}

export async function readGate(strapi: Core.Strapi, subject: Subject): Promise<Gate> {
  const { draft, live } = await readVersions(strapi, subject);
  const decision = await strapi.db.transaction(({ trx }) => newestDecision(strapi, trx, subject));
  const { uid, locale } = subject;
  const approvers = await findApprovers(strapi, uid, locale);
  const { id } = findActor(strapi);
  return {
    live: live !== null,
    same: draft === live,
    mayWrite: may(strapi, 'update', uid, locale || null),
    mayPublish: may(strapi, 'publish', uid, locale || null),
    approvers: approvers.filter((one) => one.id !== id).length,
    needed: needsApproval(subject.uid, draft, live),
    off: isApprovalOff(),
    decision,
    current: decision !== undefined && isCurrent(decision, { draft, live }),
    hindrance: decision ? await findHindrance(strapi, subject, decision) : '',
  };
}

/** @param withdraw whether the document is to be taken down. @throws a refusal when the version could not be published. */
export async function submit(
  strapi: Core.Strapi,
  subject: Subject,
  { comment, withdraw = false }: { comment: string; withdraw?: boolean },
): Promise<void> {
  checkUser(strapi, subject, 'update');
  const { draft, live } = await readVersions(strapi, subject);
  if (withdraw && live === null) forbid('It is not live, so there is nothing to withdraw.');
  if (!withdraw && draft === null) forbid('Save it as a draft first.');
  if (!withdraw) await checkPublishable(strapi, subject.uid, subject.documentId, subject.locale || undefined);
  await decide(strapi, subject, 'submit', withdraw ? null : draft, comment);
}

/** Approves what was submitted. @param publish whether it is live at once; otherwise a release makes it live later. */
export async function approve(
  strapi: Core.Strapi,
  subject: Subject,
  { seq, comment = '', publish = true }: { seq: number; comment?: string; publish?: boolean },
): Promise<void> {
  await recordLive(strapi, subject, async () => {
    const submitted = await findSubmitted(strapi, subject, seq);
    const hindrance = await findHindrance(strapi, subject, submitted);
    if (hindrance) forbid(hindrances[hindrance]);
    const { draft } = await readVersions(strapi, subject);
    const content = submitted.contentHash === null ? null : draft;
    await decide(strapi, subject, 'approve', content, comment);
    if (publish) await makeLive(strapi, subject, content);
  });
}

/** Makes live what was approved, when no release does: Strapi's own Publish saves the form first, which voids the approval. */
export async function makeApprovedLive(strapi: Core.Strapi, subject: Subject): Promise<void> {
  checkUser(strapi, subject, 'publish');
  if (isSet(subject)) forbid('An import is written when it is approved.');
  const { after } = await readProposal(strapi, subject);
  await recordChange(strapi, () => makeLive(strapi, subject, after));
}

/** @param comment what the author should change; it must not be empty. */
export async function sendBack(
  strapi: Core.Strapi,
  subject: Subject,
  { seq, comment }: { seq: number; comment: string },
): Promise<void> {
  if (comment.trim() === '') refuse([{ path: ['comment'], message: 'Write what should change.' }]);
  checkUser(strapi, subject, 'publish');
  await recordChange(strapi, async () => {
    const submitted = await findSubmitted(strapi, subject, seq);
    const { draft } = await readVersions(strapi, subject);
    await decide(strapi, subject, 'send-back', submitted.contentHash === null ? null : draft, comment);
  });
}

/**
 * Two people who may publish make a version live without an approver, each by name. The second may have written it. Everybody who may approve is told.
 * @returns whether it is live: false after the first of the two.
 */
export async function publishInEmergency(
  strapi: Core.Strapi,
  subject: Subject,
  { reason, withdraw = false }: { reason: string; withdraw?: boolean },
): Promise<boolean> {
  if (reason.trim() === '') refuse([{ path: ['reason'], message: 'Write why this cannot wait.' }]);
  const actor = checkUser(strapi, subject, 'publish');
  return recordLive(strapi, subject, async () => {
    const { draft, live } = await readVersions(strapi, subject);
    const content = withdraw ? null : draft;
    if (content === null && live === null) forbid('It is not live, so there is nothing to withdraw.');
    const first = await strapi.db.transaction(({ trx }) => newestDecision(strapi, trx, subject));
    const isSecond =
      first?.action === 'emergency' &&
      first.contentHash === (content && hashText(content)) &&
      Date.now() - Date.parse(first.writtenAt) < emergencyHours * 3_600_000;
    if (isSecond && first.actor.id === actor.id)
      forbid('You asked for this yourself: a second person who may publish confirms it, within an hour.');
    await decide(strapi, subject, isSecond ? 'emergency-approve' : 'emergency', content, reason);
    if (isSecond) await makeLive(strapi, subject, content);
    return isSecond;
  });
}

export function isCurrent({ contentHash }: LedgerRow, { draft, live }: Versions): boolean {
  return contentHash === null ? live !== null : draft !== null && contentHash === hashText(draft);
}

async function findSubmitted(strapi: Core.Strapi, subject: Subject, seq: number): Promise<LedgerRow> {
  const decision = await strapi.db.transaction(({ trx }) => newestDecision(strapi, trx, subject));
  if (decision?.action !== 'submit' || decision.seq !== seq)
    forbid('Somebody decided this meanwhile. Load the page again to see what was decided.');
  if (!isCurrent(decision, await readVersions(strapi, subject)))
    forbid('The draft was changed after it was submitted, so this submission no longer counts. Submit it again.');
  return decision;
}

/** Nobody approves what they submitted, or what they wrote a part of since it was last live. */
export async function findHindrance(
  strapi: Core.Strapi,
  subject: Subject,
  submitted: LedgerRow,
): Promise<Gate['hindrance']> {
  const actor = findActor(strapi);
  if (actor.kind !== 'user') return 'no-user';
  if (!may(strapi, 'publish', subject.uid, subject.locale || null)) return 'no-right';
  if (submitted.actor.kind === 'user' && submitted.actor.id === actor.id) return 'submitted';
  const authors = await strapi.db.transaction(({ trx }) => readAuthors(strapi, trx, subject));
  return authors.includes(actor.id) ? 'wrote' : '';
}

function checkUser(strapi: Core.Strapi, { uid, locale }: Subject, right: 'update' | 'publish'): Actor {
  const actor = findActor(strapi);
  if (actor.kind !== 'user') forbid('Only a user of the panel may do this.');
  if (!may(strapi, right, uid, locale || null)) forbid(`You may not ${right} this${inLanguages([locale || null])}.`);
  return actor;
}

function recordLive<Result>(strapi: Core.Strapi, subject: Subject, action: () => Promise<Result>): Promise<Result> {
  const record = () => recordChange(strapi, action);
  return isSet(subject) ? approvedAsWhole.run(true, record) : record();
}

async function readVersions(strapi: Core.Strapi, subject: Subject): Promise<Versions> {
  const { uid, documentId, locale } = subject;
  if (isSet(subject)) {
    const sent = await strapi.db.transaction(({ trx }) => newestDecision(strapi, trx, subject));
    const hash = sent?.contentHash ?? '';
    return { draft: (await readContents(strapi, [hash])).get(hash) ?? null, live: null };
  }
  const type = findType(strapi, uid);
  const snapshots = type ? await readSnapshots(strapi, type, [documentId]) : [];
  const find = (state: string) =>
    snapshots.find((one) => one.locale === locale && one.state === state)?.content ?? null;
  return { draft: find('draft'), live: find('live') };
}

/** The row is written at the end of the change, before the rows of what it makes live. */
async function decide(
  strapi: Core.Strapi,
  subject: Subject,
  action: Decision,
  content: string | null,
  reason: string,
): Promise<void> {
  const type = findType(strapi, subject.uid);
  if (!type) return;
  const contentHash = content && hashText(content);
  const row: ChangedRow = {
    ...subject,
    state: decided,
    action,
    content,
    contentHash,
    before: null,
    draftHash: contentHash,
    schemaHash: schemaHash(strapi, type),
    reason: reason.trim(),
  };
  await recordChange(strapi, async (change) => {
    await tellLater(strapi, subject, row);
    change.decide(row);
  });
}

/** Once the decision is stored, those who must act get a mail. Call inside the change that stores it. */
async function tellLater(
  strapi: Core.Strapi,
  subject: Subject,
  { action, content, reason }: ChangedRow,
): Promise<void> {
  const actor = findActor(strapi);
  await strapi.db.transaction(async ({ trx, onCommit }) => {
    const before = await newestDecision(strapi, trx, subject);
    const told = {
      action: action as Decision,
      withdraws: content === null,
      reason,
      actor,
      authors: await readAuthors(strapi, trx, subject),
      before,
    };
    onCommit(() => void tellAbout(strapi, subject, told));
  });
}

/** What is live, and what waits to be live; null when there is none. */
export async function readProposal(
  strapi: Core.Strapi,
  subject: Subject,
): Promise<{ before: string | null; after: string | null }> {
  const { draft, live } = await readVersions(strapi, subject);
  const decision = await strapi.db.transaction(({ trx }) => newestDecision(strapi, trx, subject));
  const withdraws = decision?.contentHash === null && live !== null && decision.action !== 'send-back';
  return { before: live, after: withdraws ? null : draft };
}

async function makeLive(strapi: Core.Strapi, subject: Subject, content: string | null): Promise<void> {
  const { uid, documentId, locale } = subject;
  if (isSet(subject)) {
    await sets.get(uid)?.write(strapi, JSON.parse(content ?? 'null'));
    return;
  }
  const service = strapi.documents(uid as 'api::page.page');
  const options = { documentId, ...(locale ? { locale } : {}) } as { documentId: string };
  await (content === null ? service.unpublish(options) : service.publish(options));
}
