/**
 * Writes the outbox: a message to another system or person is written in the same transaction as the record that it announces, and delivered afterwards at least once.
 * A message keeps its id at every attempt; receivers use it as the idempotency key.
 */
import type { Kysely } from 'kysely';
import type { AccountsTables } from '../database/accounts-tables.ts';
import { newId, hashPerson } from '../../base/ids-and-tokens.ts';
import { currentRequestId } from '../../base/request-id.ts';
import type { Locale } from '../../content/locales.ts';

export interface MailMessage {
  template: 'verify' | 'recover' | 'password-changed' | 'new-device' | 'enquiry' | 'application';
  to: string;
  locale: Locale;
  /** Values for the template. A link's token is not here: it is generated when the mail is sent, so that none is ever stored. */
  values: Record<string, string>;
  replyTo?: string;
  /** Storage key of a file to attach, with the name and type under which it is sent. */
  attachment?: { key: string; name: string; type: string };
}

export interface OutgoingMessages {
  /** Id of the record that the messages announce. */
  subjectId: string;
  /** E-mail address of the person. */
  email: string;
  crm?: { event: string; data: Record<string, unknown> };
  mail?: MailMessage;
}

/** Writes the messages about a record. @param db the transaction that writes what the messages announce. @param now milliseconds. */
export async function writeToOutbox(
  db: Kysely<AccountsTables>,
  { subjectId, email, crm, mail }: OutgoingMessages,
  now = Date.now(),
): Promise<void> {
  const messages = [
    ...(crm ? [{ channel: 'crm' as const, event: crm.event, payload: crm.data }] : []),
    ...(mail ? [{ channel: 'mail' as const, event: mail.template, payload: mail }] : []),
  ];
  await db
    .insertInto('outbox')
    .values(
      messages.map(({ channel, event, payload }) => ({
        id: newId(),
        channel,
        event,
        subject_id: subjectId,
        person: hashPerson(email),
        payload: JSON.stringify(payload),
        status: 'pending' as const,
        attempts: 0,
        next_attempt_at: now,
        locked_until: 0,
        last_error: null,
        created_at: now,
        delivered_at: null,
        request_id: currentRequestId(),
      })),
    )
    .execute();
}
