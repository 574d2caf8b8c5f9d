/**
 * The tables of the accounts database, on SQLite and PostgreSQL. Times are milliseconds since 1970, or ISO strings where the type is `string`.
 * `address` is the visitor's network address.
 */
import type { LinkPurpose, PendingRegistration } from '../../site/page/form-services.ts';

/**
 * better-auth's code reads this and the next two tables, so their columns have its names. Their times are ISO strings on SQLite, and on PostgreSQL
 * `timestamptz`, which accepts ISO strings.
 */
export interface UserTable {
  id: string;
  name: string;
  /** Lower case, unique. */
  email: string;
  emailVerified: boolean | number;
  image: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface SessionTable {
  id: string;
  userId: string;
  token: string;
  expiresAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The table `account`: a way to sign in, which is always a password here. */
export interface CredentialTable {
  id: string;
  userId: string;
  accountId: string;
  providerId: string;
  /** Argon2id in PHC form. */
  password: string | null;
  createdAt: string;
  updatedAt: string;
}

/** See `accounts/identity/pending-registration.ts`. */
export interface PendingRegistrationTable {
  token_hash: string;
  stage: PendingRegistration['stage'];
  email: string;
  password_hash: string | null;
  /** JSON of what was typed in the details step. */
  draft: string;
  created_at: number;
  expires_at: number;
}

/** The columns that the tables of forms share. */
interface SubmissionTable {
  id: string;
  /** JSON: the parameters of the latest link that brought the sender (`LeadSource` in `site/page/form-services.ts`). */
  referral: string;
  /** JSON: the first link. `{}` in rows of releases that kept only the latest. */
  first_referral: string;
  /** Path of the form's page; empty in enquiries and applications of former releases. */
  source: string;
  locale: string;
  address: string;
  created_at: number;
  /** Id of the request that wrote the row (`base/request-id.ts`). */
  request_id: string | null;
}

export interface RegistrationTable extends SubmissionTable {
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  country: string;
  /** E.164. */
  phone: string;
  promo_code: string | null;
  /** JSON of the form's other fields. */
  details: string;
  /** JSON: which documents were accepted, by version, hash, locale and time; and the declaration of own initiative, if one was needed. */
  acceptance: string;
  verified_at: number | null;
}

export interface OneTimeTokenTable {
  /** SHA-256, so that nobody can use a token that is read from the database. */
  token_hash: string;
  user_id: string;
  purpose: LinkPurpose;
  /** Id of the outbox message that carries the token. Each delivery attempt gets its own token. */
  message_id: string;
  expires_at: number;
}

export interface EnquiryTable extends SubmissionTable {
  /** `contact`, the partner page, or `form/` and the name of a form that editors composed. */
  kind: string;
  name: string;
  /** The phone number in E.164 where a form asks for no e-mail address. */
  email: string;
  topic: string;
  message: string;
  /** JSON of the form's other fields. */
  details: string;
  /** JSON as in registrations: the text of a form that editors composed, by version and hash, and the consents that were given; else `{}`. */
  acceptance: string;
}

export interface ApplicationTable extends SubmissionTable {
  job_id: string;
  job_title: string;
  name: string;
  email: string;
  message: string;
  /** Key of the file in the CV storage: generated, never the sender's file name. */
  cv_key: string;
  cv_name: string;
  cv_type: string;
  cv_bytes: number;
  cv_sha256: string;
}

export interface OutboxTable {
  /** Also the idempotency key: the same at every attempt. */
  id: string;
  channel: 'crm' | 'mail';
  event: string;
  /** Id of what the message is about. Unique with channel and event, so nothing is announced under two idempotency keys. */
  subject_id: string;
  /** Hash of the e-mail address. Messages of one person reach the CRM in order. */
  person: string;
  payload: string;
  status: 'pending' | 'delivered' | 'dead';
  attempts: number;
  next_attempt_at: number;
  /** End of the lease. After it, another worker may take a message whose worker has died. */
  locked_until: number;
  last_error: string | null;
  created_at: number;
  delivered_at: number | null;
  /** Id of the request that wrote the row (`base/request-id.ts`). */
  request_id: string | null;
}

export interface AuditTable {
  id: string;
  at: number;
  action: string;
  user_id: string | null;
  /** SHA-256 of the e-mail address, for entries that may have no user. */
  person: string | null;
  address: string;
  detail: string;
}

/** Every consent text that was ever shown, by its hash. In this table and in `consent_decision` the database refuses to change or delete a row. */
export interface ConsentTextTable {
  hash: string;
  locale: string;
  revision: number;
  text: string;
  first_used_at: string;
}

/** Times are ISO strings in UTC; lists are JSON. No address and no name of the visitor is stored. */
export interface ConsentDecisionTable {
  id: string;
  consent_id: string;
  received_at: string;
  first_consent_at: string;
  decided_at: string;
  categories: string;
  services: string;
  revision: number;
  text_hash: string;
  locale: string;
  source: string;
}

/** The result of a CV's virus scan. A CV without a row has not been scanned yet. */
export interface CvScanTable {
  cv_key: string;
  /** Name of the virus; null when the file is clean. */
  found: string | null;
  scanned_at: number;
}

/**
 * One row with the id `last`. The next run compares its clock with `reference`: a clock that is wrongly ahead would delete records too early.
 * `finished_at` is when a run last deleted the records that were due.
 */
export interface RetentionRunTable {
  id: string;
  reference: number;
  finished_at: number | null;
}

/** A version of a legal text that was public, as it was shown. */
export interface LegalTextTable {
  /** SHA-256 of all columns below except `hash` and `kept_at`. */
  id: string;
  /** Id of the document, such as `terms-of-service`. */
  document: string;
  locale: string;
  version: string;
  /** SHA-256 of the body, which registrations store. */
  hash: string;
  effective_on: string;
  title: string;
  summary: string;
  /** HTML. */
  body: string;
  kept_at: string;
}

export interface AccountsTables {
  user: UserTable;
  session: SessionTable;
  account: CredentialTable;
  pending_registration: PendingRegistrationTable;
  registration: RegistrationTable;
  one_time_token: OneTimeTokenTable;
  enquiry: EnquiryTable;
  application: ApplicationTable;
  outbox: OutboxTable;
  audit: AuditTable;
  consent_text: ConsentTextTable;
  consent_decision: ConsentDecisionTable;
  cv_scan: CvScanTable;
  legal_text: LegalTextTable;
  retention_run: RetentionRunTable;
}
