/** Creates the tables of submitted forms, of the messages that announce them, and of the audit trail. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const submissions: Migration = (db) =>
  runSql(db, [
    `create table pending_registration (
      token_hash text not null primary key, stage text not null, email text not null, password_hash text,
      draft text not null, created_at bigint not null, expires_at bigint not null
    )`,
    `create table registration (
      id text not null primary key, user_id text not null, email text not null, first_name text not null,
      last_name text not null, country text not null, phone text not null, promo_code text, referral text not null,
      acceptance text not null, locale text not null, source text not null, address text not null,
      created_at bigint not null, verified_at bigint
    )`,
    `create table enquiry (
      id text not null primary key, kind text not null, name text not null, email text not null, topic text not null,
      message text not null, details text not null, locale text not null, address text not null,
      created_at bigint not null
    )`,
    `create table application (
      id text not null primary key, job_id text not null, job_title text not null, name text not null,
      email text not null, message text not null, cv_key text not null, cv_name text not null, cv_type text not null,
      cv_bytes bigint not null, cv_sha256 text not null, locale text not null, address text not null,
      created_at bigint not null
    )`,
    `create table outbox (
      id text not null primary key, channel text not null, event text not null, subject_id text not null,
      person text not null, payload text not null, status text not null, attempts bigint not null,
      next_attempt_at bigint not null, locked_until bigint not null, last_error text, created_at bigint not null,
      delivered_at bigint
    )`,
    `create table audit (
      id text not null primary key, at bigint not null, action text not null, user_id text, person text,
      address text not null, detail text not null
    )`,
    `create unique index registration_user on registration (user_id)`,
    `create index registration_email on registration (email)`,
    `create index enquiry_email on enquiry (email)`,
    `create index application_email on application (email)`,
    `create index pending_expiry on pending_registration (expires_at)`,
    `create unique index outbox_subject on outbox (channel, event, subject_id)`,
    `create index outbox_due on outbox (status, next_attempt_at)`,
    `create index outbox_person on outbox (person, channel, status)`,
    `create index audit_person on audit (person)`,
  ]);
