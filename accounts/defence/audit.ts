/** The audit trail: who did what to an account, when and from where. People appear as ids or hashes, never by e-mail address. */
import type { Kysely } from 'kysely';
import type { AccountsTables } from '../database/accounts-tables.ts';
import { newId, hashPerson } from '../../base/ids-and-tokens.ts';

export type AuditAction =
  | 'registered'
  | 'email-verified'
  | 'email-corrected'
  | 'confirmation-refused'
  | 'signed-in'
  | 'sign-in-failed'
  | 'sign-in-limited'
  | 'signed-out'
  | 'signed-out-everywhere'
  | 'session-idle'
  | 'session-ended'
  | 'recovery-requested'
  | 'password-changed'
  | 'person-exported'
  | 'person-erased';

export interface AuditEntry {
  action: AuditAction;
  userId?: string | null;
  email?: string;
  /** Network address of the visitor; empty for commands. */
  address: string;
  detail?: Record<string, string | number>;
}

export async function recordAudit(
  db: Kysely<AccountsTables>,
  { action, userId = null, email, address, detail = {} }: AuditEntry,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      at: Date.now(),
      action,
      user_id: userId,
      person: email === undefined ? null : hashPerson(email),
      address,
      detail: JSON.stringify(detail),
    })
    .execute();
}
