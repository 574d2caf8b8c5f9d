/** Submit, approve, send back, and publishing by two people in an emergency: each a row of the ledger about one version of a document. */
import type { Core } from '@strapi/strapi';
import { checkPublishable } from '../../../rules/publish-rules';
import { forbid, inLanguages, may } from '../../../rules/publish-rights';
import { tell } from '../../../rules/problem';
import { refuse } from '../../../rules/refuse';
import type { LocalizedDocument } from '../../../setup/localized-document';
import { findActor, type Actor } from '../../ledger/server/actor';
import { findSetWriter, isSet, setPrefix } from '../../ledger/server/document-sets';
import type { DocumentSet } from '../../ledger/server/extensions';
import { decided, type ChangedRow, type Decision, type LedgerRow, readAuthors } from '../../ledger/server/ledger';
import { recordChange } from '../../ledger/server/record-changes';
import { findType, hashText, hashSchema } from '../../ledger/server/snapshot';
import { sendDecisionMails } from './approval-mails';
import { blockers, findBlocker, isCurrent, readDecision, readProposal, readVersions } from './approval-status';
import { emergencyMilliseconds, isApprovalOff } from './approval-table';
import { approvedAsWhole } from './check-approval';

/** @returns the row of the ledger that waits for approval; null when none is needed. */
export async function submitSet(strapi: Core.Strapi, { uid, content, comment }: DocumentSet): Promise<number | null> {
  if (isApprovalOff()) return null;
  const document = { uid, documentId: `${setPrefix}${hashText(content)}`, locale: '' };
  const before = await readDecision(strapi, document);
  if (before?.action === 'submit') return before.seq;
  await recordDecision(strapi, document, { action: 'submit', content, reason: comment, before });
  const waiting = await readDecision(strapi, document);
  if (!waiting) throw new Error('The submission was not stored.');
  return waiting.seq;
}

/** @param withdraw whether the document is to be taken down. @throws a refusal when the version could not be published. */
export async function submit(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  { comment, withdraw = false }: { comment: string; withdraw?: boolean },
): Promise<void> {
  checkUser(strapi, document, 'update');
  const before = await readDecision(strapi, document);
  const { draft, live } = await readVersions(strapi, document, before);
  if (withdraw && live === null) forbid('It is not live, so there is nothing to withdraw.');
  if (!withdraw && draft === null) forbid('Save it as a draft first.');
  if (!withdraw) await checkPublishable(strapi, document.uid, document.documentId, document.locale || undefined);
  await recordDecision(strapi, document, {
    action: 'submit',
    content: withdraw ? null : draft,
    reason: comment,
    before,
  });
}

/** Approves what was submitted. @param publish false leaves the publication to a release. */
export async function approve(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  { seq, comment = '', publish = true }: { seq: number; comment?: string; publish?: boolean },
): Promise<void> {
  await recordPublication(strapi, document, async () => {
    const { submitted, content } = await readSubmitted(strapi, document, seq);
    const blocker = await findBlocker(strapi, document, submitted);
    if (blocker) forbid(blockers[blocker]);
    await recordDecision(strapi, document, { action: 'approve', content, reason: comment, before: submitted });
    if (publish) await publishOrWithdraw(strapi, document, content);
  });
}

/** Publishes what was approved, when no release does: Strapi's own Publish saves the form first, which voids the approval. */
export async function publishApproved(strapi: Core.Strapi, document: LocalizedDocument): Promise<void> {
  checkUser(strapi, document, 'publish');
  if (isSet(document)) forbid('An import is written when it is approved.');
  const { after } = await readProposal(strapi, document);
  await recordChange(strapi, () => publishOrWithdraw(strapi, document, after));
}

/** @param comment what the author should change; it must not be empty. */
export async function sendBack(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  { seq, comment }: { seq: number; comment: string },
): Promise<void> {
  if (comment.trim() === '') refuse(tell(['comment'], 'Write what should change.'));
  checkUser(strapi, document, 'publish');
  await recordChange(strapi, async () => {
    const { submitted, content } = await readSubmitted(strapi, document, seq);
    await recordDecision(strapi, document, { action: 'send-back', content, reason: comment, before: submitted });
  });
}

/**
 * Two people who may publish make a version live without an approver, each by name. The second may have written it. Everybody who may approve gets a mail.
 * @returns whether it is live: false after the first of the two.
 */
export async function publishInEmergency(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  { reason, withdraw = false }: { reason: string; withdraw?: boolean },
): Promise<boolean> {
  if (reason.trim() === '') refuse(tell(['reason'], 'Write why this cannot wait.'));
  const actor = checkUser(strapi, document, 'publish');
  return recordPublication(strapi, document, async () => {
    const before = await readDecision(strapi, document);
    const { draft, live } = await readVersions(strapi, document, before);
    const content = withdraw ? null : draft;
    if (content === null && live === null) forbid('It is not live, so there is nothing to withdraw.');
    const isSecond =
      before?.action === 'emergency' &&
      before.contentHash === (content && hashText(content)) &&
      Date.now() - Date.parse(before.writtenAt) < emergencyMilliseconds;
    if (isSecond && before.actor.id === actor.id)
      forbid('You asked for this yourself: a second person who may publish confirms it, within an hour.');
    const action = isSecond ? 'emergency-approve' : 'emergency';
    await recordDecision(strapi, document, { action, content, reason, before });
    if (isSecond) await publishOrWithdraw(strapi, document, content);
    return isSecond;
  });
}

/** @returns the submission, and what it is about: JSON, or null for a withdrawal. @throws a refusal when it no longer waits or no longer counts. */
async function readSubmitted(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  seq: number,
): Promise<{ submitted: LedgerRow; content: string | null }> {
  const submitted = await readDecision(strapi, document);
  if (submitted?.action !== 'submit' || submitted.seq !== seq)
    forbid('Somebody decided this meanwhile. Load the page again to see what was decided.');
  const versions = await readVersions(strapi, document, submitted);
  if (!isCurrent(submitted, versions))
    forbid('The draft was changed after it was submitted, so this submission no longer counts. Submit it again.');
  return { submitted, content: submitted.contentHash === null ? null : versions.draft };
}

function checkUser(strapi: Core.Strapi, { uid, locale }: LocalizedDocument, right: 'update' | 'publish'): Actor {
  const actor = findActor(strapi);
  if (actor.kind !== 'user') forbid('Only a user of the panel may do this.');
  if (!may(strapi, right, uid, locale || null)) forbid(`You may not ${right} this${inLanguages([locale || null])}.`);
  return actor;
}

function recordPublication<Result>(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  action: () => Promise<Result>,
): Promise<Result> {
  const record = () => recordChange(strapi, action);
  return isSet(document) ? approvedAsWhole.run(true, record) : record();
}

interface NewDecision {
  action: Decision;
  /** JSON; null when the document is taken down. */
  content: string | null;
  reason: string;
  /** The newest decision until now. */
  before: LedgerRow | undefined;
}

/** The row is written at the end of the change, before the rows of what it makes live. Once it is stored, those who must act get a mail. */
async function recordDecision(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  { action, content, reason, before }: NewDecision,
): Promise<void> {
  const { uid, documentId, locale } = document;
  const type = findType(strapi, uid);
  if (!type) return;
  const contentHash = content && hashText(content);
  const row: ChangedRow = {
    uid,
    documentId,
    locale,
    state: decided,
    action,
    content,
    contentHash,
    before: null,
    draftHash: contentHash,
    schemaHash: hashSchema(strapi, type),
    reason: reason.trim(),
  };
  const actor = findActor(strapi);
  await recordChange(strapi, async (change) => {
    await strapi.db.transaction(async ({ trx, onCommit }) => {
      const authors = await readAuthors(strapi, trx, document);
      const taken = { action, withdraws: content === null, reason: row.reason, actor, authors, before };
      onCommit(() => void sendDecisionMails(strapi, document, taken));
    });
    change.decide(row);
  });
}

/** @param content null withdraws the document. */
async function publishOrWithdraw(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  content: string | null,
): Promise<void> {
  const { uid, documentId, locale } = document;
  if (isSet(document)) {
    await findSetWriter(uid)?.(strapi, JSON.parse(content ?? 'null'));
    return;
  }
  const service = strapi.documents(uid as 'api::page.page');
  const options = { documentId, ...(locale ? { locale } : {}) } as { documentId: string };
  await (content === null ? service.unpublish(options) : service.publish(options));
}
