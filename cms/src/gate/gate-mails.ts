/** Mails about approval, to those who must act next. A mail that cannot be sent never hinders the step: `src/mail/` raises an alarm. */
import type { Core } from '@strapi/strapi';
import { inLanguages } from '../rules/publish-rights';
import { documents, isLocalized, nameDocument } from '../setup/content-types';
import type { Decision, LedgerRow, Place } from './ledger';
import { findApprovers, findPerson, type Person } from './people';

interface Told {
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
interface MailPlugin {
  send(request: { to: string; subject: string; text: string }): Promise<void>;
}

/** @param subject a document in one language. */
export async function tellAbout(strapi: Core.Strapi, subject: Omit<Place, 'state'>, told: Told): Promise<void> {
  try {
    const { action, withdraws, reason, actor, before } = told;
    const name = `${await nameSubject(strapi, subject, reason)}${inLanguages([subject.locale || null])}`;
    const { title, sentence } = describe(action, withdraws ? `the withdrawal of ${name}` : name, actor.name);
    const first = action === 'emergency-approve' && before && `${before.actor.name} asked for it: “${before.reason}”`;
    const own = reason && `${first ? `${actor.name}: ` : ''}“${reason}”`;
    const text = [sentence, first, own, addressIn(strapi, subject)].filter(Boolean).join('\n\n');
    for (const { email } of await findReaders(strapi, subject, told)) await send(strapi, email, title, text);
  } catch (error) {
    strapi.log.error(`Mail about an approval: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Tells the planner that a release was not made. @param release with the address of the planner. */
export function tellPlanner(
  strapi: Core.Strapi,
  { name, madeBy, outcome }: { name: string; madeBy: string; outcome: string },
): Promise<void> {
  const panel = String(strapi.config.get('admin.absoluteUrl'));
  return send(strapi, madeBy, `Not released: ${name}`, `${outcome}\n\n${panel}/releases`);
}

async function send(strapi: Core.Strapi, to: string, subject: string, text: string): Promise<void> {
  const mail = strapi.plugin('email').service('email') as unknown as MailPlugin;
  await mail.send({ to, subject, text: `${text}\n` }).catch(() => undefined);
}

/** Everybody who has to know, except those who know already. */
async function findReaders(strapi: Core.Strapi, { uid, locale }: Omit<Place, 'state'>, told: Told): Promise<Person[]> {
  const { action, actor, authors, before } = told;
  if (action === 'approve' || action === 'send-back') {
    const author = before?.actor.kind === 'user' && (await findPerson(strapi, before.actor.id));
    return author ? [author] : [];
  }
  const approvers = await findApprovers(strapi, uid, locale);
  if (action === 'emergency-approve') return approvers;
  const unable = action === 'submit' ? [...authors, actor.id] : [actor.id];
  return approvers.filter(({ id }) => !unable.includes(id));
}

function describe(action: Decision, name: string, actor: string): { title: string; sentence: string } {
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

/** `Page “Forex”`; what was written about it when there is no such document, as for an import. */
export async function nameSubject(
  strapi: Core.Strapi,
  { uid, documentId, locale }: Omit<Place, 'state'>,
  otherwise: string,
): Promise<string> {
  const options = { documentId, status: 'draft', ...(locale ? { locale } : {}) };
  const entry = await documents(strapi, uid).findOne(options);
  return entry ? nameDocument(strapi, uid, entry) : otherwise;
}

/** The address in the panel: of the document, or of the page of approvals for an import. */
function addressIn(strapi: Core.Strapi, { uid, documentId, locale }: Omit<Place, 'state'>): string {
  const panel = String(strapi.config.get('admin.absoluteUrl'));
  if (documentId.includes(':')) return `${panel}/approvals`;
  const single = strapi.contentType(uid as 'api::page.page').kind === 'singleType';
  const query = isLocalized(strapi, uid) ? `?plugins[i18n][locale]=${locale}` : '';
  return `${panel}/content-manager/${single ? `single-types/${uid}` : `collection-types/${uid}/${documentId}`}${query}`;
}
