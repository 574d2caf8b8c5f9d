/** Mails about approval, to those who must act next. A mail that cannot be sent does not stop the step: `src/mail/` raises an alarm. */
import type { Core } from '@strapi/strapi';
import { inLanguages } from '../../../rules/publish-rights';
import { readDocumentName, type ApiUid } from '../../../setup/content-types';
import { describeError } from '../../../setup/describe-error';
import { editAddress, type LocalizedDocument } from '../../../setup/localized-document';
import { sendMail } from '../../../mail/send-mail';
import { isSet } from '../../ledger/server/document-sets';
import type { Decision, LedgerRow } from '../../ledger/server/ledger';
import { findApprovers, findPerson, type Person } from './people';

interface TakenDecision {
  action: Decision;
  /** The content is null when the document is taken down. */
  withdraws: boolean;
  reason: string;
  /** Who took the decision. */
  actor: LedgerRow['actor'];
  /** Users who wrote a part of the version. */
  authors: readonly string[];
  /** The decision before: who submitted it, or asked for the emergency. */
  before: LedgerRow | undefined;
}

export async function sendDecisionMails(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  taken: TakenDecision,
): Promise<void> {
  try {
    const { action, withdraws, reason, actor, before } = taken;
    const name = `${await readDocumentName(strapi, document, reason)}${inLanguages([document.locale || null])}`;
    const { title, sentence } = describeDecision(action, withdraws ? `the withdrawal of ${name}` : name, actor.name);
    const request = action === 'emergency-approve' && before && `${before.actor.name} asked for it: “${before.reason}”`;
    const comment = reason && `${request ? `${actor.name}: ` : ''}“${reason}”`;
    const text = [sentence, request, comment, buildPanelAddress(strapi, document)].filter(Boolean).join('\n\n');
    for (const { email } of await findRecipients(strapi, document, taken)) await sendMail(strapi, email, title, text);
  } catch (error) {
    strapi.log.error(`Mail about an approval: ${describeError(error)}`);
  }
}

/** Finds everybody who has to act or to know, except those who know already. */
async function findRecipients(
  strapi: Core.Strapi,
  { uid, locale }: LocalizedDocument,
  taken: TakenDecision,
): Promise<Person[]> {
  const { action, actor, authors, before } = taken;
  if (action === 'approve' || action === 'send-back') {
    const author = before?.actor.kind === 'user' && (await findPerson(strapi, before.actor.id));
    return author ? [author] : [];
  }
  const approvers = await findApprovers(strapi, uid, locale);
  if (action === 'emergency-approve') return approvers;
  const excluded = action === 'submit' ? [...authors, actor.id] : [actor.id];
  return approvers.filter(({ id }) => !excluded.includes(id));
}

function describeDecision(action: Decision, name: string, actor: string): { title: string; sentence: string } {
  switch (action) {
    case 'submit':
      return { title: `Waits for approval: ${name}`, sentence: `${actor} submitted ${name}. You may approve it.` };
    case 'approve':
      return { title: `Approved: ${name}`, sentence: `${actor} approved ${name}.` };
    case 'send-back':
      return { title: `Sent back: ${name}`, sentence: `${actor} sent back ${name}. Change it and submit it again.` };
    case 'emergency':
      return {
        title: `Emergency: confirm ${name}`,
        sentence: `${actor} asks a second person to publish ${name} without an approval. You may confirm it, within an hour.`,
      };
    case 'emergency-approve':
      return {
        title: `Published in an emergency: ${name}`,
        sentence: `${actor} confirmed the publication of ${name} without an approval. Look at it, and at its history.`,
      };
  }
}

/** The address in the panel: of the document, or of the page of approvals for an import. */
function buildPanelAddress(strapi: Core.Strapi, document: LocalizedDocument): string {
  const isSingle = strapi.contentType(document.uid as ApiUid).kind === 'singleType';
  return `${String(strapi.config.get('admin.absoluteUrl'))}${isSet(document) ? '/approvals' : editAddress(document, isSingle)}`;
}
