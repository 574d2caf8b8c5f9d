/** Lists undelivered messages and the latest leads of the outbox, and queues messages again. */
import type { AccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { hideAddresses } from '../../accounts/outbox/hide-addresses.ts';
import type { LeadSource, Referral } from '../../site/page/form-services.ts';

/** Lists undelivered messages, at most 500, without their content: a terminal must not show personal data. */
export async function listUndelivered({ db }: AccountsDatabase) {
  return db
    .selectFrom('outbox')
    .select(['id', 'channel', 'event', 'status', 'attempts', 'last_error', 'request_id'])
    .where('status', '!=', 'delivered')
    .orderBy('id')
    .limit(500)
    .execute();
}

/** What may identify a person (a click id, an e-mail address in a parameter) is left out. */
function listLinkParts(link: Referral = {}): string[] {
  return Object.entries(link)
    .filter(([name]) => /^(?:utm_\w+|ref|aff|landing|on)$/.test(name))
    .map(([name, value]) => `${name}=${value}`);
}

/** Names campaign, partner, form and language of a lead in one line. */
function describeLeadSource(data: Partial<LeadSource> & { locale?: string }): string {
  const [last, first] = [listLinkParts(data.referral), listLinkParts(data.firstReferral)];
  const parts = [`form=${data.source ?? ''}`, `language=${data.locale ?? ''}`, ...last];
  if (first.length > 0 && first.join() !== last.join()) parts.push('first:', ...first);
  // Strangers typed the values: no sign that a terminal obeys may remain.
  return hideAddresses(parts.join(' ')).replace(/[\u0000-\u001f\u007f-\u009f]/g, '');
}

/** Lists the latest leads whose messages are kept, at most 500, with where each came from. */
export async function listLeads({ db }: AccountsDatabase) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'event', 'status', 'created_at', 'payload'])
    .where('channel', '=', 'crm')
    .where('event', 'like', '%.created')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ payload, ...row }) => ({ ...row, source: describeLeadSource(JSON.parse(payload) as LeadSource) }));
}

/** Queues undelivered messages again, with their former idempotency keys. @param id one message, or null for every dead one. @returns how many messages the site will send again. */
export async function retryMessages({ db }: AccountsDatabase, id: string | null): Promise<number> {
  const update = db
    .updateTable('outbox')
    .set({ status: 'pending', attempts: 0, next_attempt_at: Date.now(), locked_until: 0 });
  const { numUpdatedRows } = await (
    id ? update.where('id', '=', id).where('status', '!=', 'delivered') : update.where('status', '=', 'dead')
  ).executeTakeFirst();
  return Number(numUpdatedRows);
}
