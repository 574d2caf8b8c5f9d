/** Reports on the outbox for operators: how much waits, and what failed and why. */
import type { LeadSource, Referral } from '../../site/page/form-services.ts';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { hideAddresses } from './hide-addresses.ts';

export interface OutboxCount {
  channel: string;
  status: string;
  count: number;
}

export async function countOutbox({ db }: AccountsDatabase): Promise<OutboxCount[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['channel', 'status', ({ fn }) => fn.countAll<number | string | bigint>().as('count')])
    .groupBy(['channel', 'status'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Finds how long the oldest message of each channel has waited. @returns milliseconds; no entry for a channel where none waits. */
export async function findOldestWaiting(
  { db }: AccountsDatabase,
  now = Date.now(),
): Promise<[channel: string, age: number][]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['channel', ({ fn }) => fn.min('created_at').as('since')])
    .where('status', '=', 'pending')
    .groupBy('channel')
    .execute();
  return rows.map(({ channel, since }) => [channel, Math.max(0, now - since)]);
}

/** Lists undelivered messages, at most 500, without their content: a terminal must not show personal data. */
export async function listUndelivered({ db }: AccountsDatabase) {
  return db
    .selectFrom('outbox')
    .select([
      'id',
      'channel',
      'event',
      'status',
      'attempts',
      'next_attempt_at',
      'last_error',
      'created_at',
      'request_id',
    ])
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
