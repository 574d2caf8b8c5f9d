-- Every migration of the accounts database, as a release ran it, in the order of the releases. `former-releases.test.ts` builds old databases with it.
-- Do not change what is here; a new migration adds its SQL at the end. A line that begins with `sqlite:` or `postgres:` is for that engine only.

-- 2026-11-21-01-identity
sqlite: create table "user" ("id" text not null primary key, "name" text not null, "email" text not null, "emailVerified" integer not null, "image" text, "createdAt" text not null, "updatedAt" text not null);
postgres: create table "user" ("id" text not null primary key, "name" text not null, "email" text not null, "emailVerified" boolean not null, "image" text, "createdAt" timestamptz not null, "updatedAt" timestamptz not null);
sqlite: create table "session" ("id" text not null primary key, "userId" text not null, "token" text not null, "expiresAt" text not null, "ipAddress" text, "userAgent" text, "createdAt" text not null, "updatedAt" text not null);
postgres: create table "session" ("id" text not null primary key, "userId" text not null, "token" text not null, "expiresAt" timestamptz not null, "ipAddress" text, "userAgent" text, "createdAt" timestamptz not null, "updatedAt" timestamptz not null);
sqlite: create table "account" ( "id" text primary key not null, "userId" text not null, "accountId" text not null, "providerId" text not null, "accessToken" text, "refreshToken" text, "idToken" text, "scope" text, "accessTokenExpiresAt" text, "refreshTokenExpiresAt" text, "password" text, "createdAt" text not null, "updatedAt" text not null );
postgres: create table "account" ( "id" text primary key not null, "userId" text not null, "accountId" text not null, "providerId" text not null, "accessToken" text, "refreshToken" text, "idToken" text, "scope" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz, "password" text, "createdAt" timestamptz not null, "updatedAt" timestamptz not null );
sqlite: create table "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" text not null, "createdAt" text not null, "updatedAt" text not null);
postgres: create table "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamptz not null, "createdAt" timestamptz not null, "updatedAt" timestamptz not null);
create table "one_time_token" ("token_hash" text not null primary key, "user_id" text not null, "purpose" text not null, "expires_at" bigint not null);
create unique index "user_email" on "user" ("email");
create unique index "session_token" on "session" ("token");
create index "session_user" on "session" ("userId");
create unique index "account_user" on "account" ("userId", "providerId");
create unique index "one_time_token_user" on "one_time_token" ("user_id", "purpose");

-- 2026-11-21-02-submissions
create table "pending_registration" ("token_hash" text not null primary key, "stage" text not null, "email" text not null, "password_hash" text, "draft" text not null, "created_at" bigint not null, "expires_at" bigint not null);
create table "registration" ("id" text not null primary key, "user_id" text not null, "email" text not null, "first_name" text not null, "last_name" text not null, "country" text not null, "phone" text not null, "promo_code" text, "referral" text not null, "acceptance" text not null, "locale" text not null, "source" text not null, "address" text not null, "created_at" bigint not null, "verified_at" bigint);
create table "enquiry" ("id" text not null primary key, "kind" text not null, "name" text not null, "email" text not null, "topic" text not null, "message" text not null, "details" text not null, "locale" text not null, "address" text not null, "created_at" bigint not null);
create table "application" ("id" text not null primary key, "job_id" text not null, "job_title" text not null, "name" text not null, "email" text not null, "message" text not null, "cv_key" text not null, "cv_name" text not null, "cv_type" text not null, "cv_bytes" bigint not null, "cv_sha256" text not null, "locale" text not null, "address" text not null, "created_at" bigint not null);
create table "outbox" ("id" text not null primary key, "channel" text not null, "event" text not null, "subject_id" text not null, "person" text not null, "payload" text not null, "status" text not null, "attempts" bigint not null, "next_attempt_at" bigint not null, "locked_until" bigint not null, "last_error" text, "created_at" bigint not null, "delivered_at" bigint);
create table "audit" ("id" text not null primary key, "at" bigint not null, "action" text not null, "user_id" text, "person" text, "address" text not null, "detail" text not null);
create unique index "registration_user" on "registration" ("user_id");
create index "registration_email" on "registration" ("email");
create index "enquiry_email" on "enquiry" ("email");
create index "application_email" on "application" ("email");
create index "pending_expiry" on "pending_registration" ("expires_at");
create unique index "outbox_subject" on "outbox" ("channel", "event", "subject_id");
create index "outbox_due" on "outbox" ("status", "next_attempt_at");
create index "outbox_person" on "outbox" ("person", "channel", "status");
create index "audit_person" on "audit" ("person");

-- 2026-11-21-10-consent
create table "consent_text" ("hash" text not null primary key, "locale" text not null, "revision" integer not null, "text" text not null, "first_used_at" text not null);
create table "consent_decision" ("id" text not null primary key, "revision" integer not null, "consent_id" text not null, "received_at" text not null, "first_consent_at" text not null, "decided_at" text not null, "categories" text not null, "services" text not null, "text_hash" text not null, "locale" text not null, "source" text not null);
create index "consent_decision_consent_id" on "consent_decision" ("consent_id");
sqlite: create trigger "consent_text_no_update" before update on "consent_text" begin select raise(abort, 'proof of consent is append-only'); end;
sqlite: create trigger "consent_text_no_delete" before delete on "consent_text" begin select raise(abort, 'proof of consent is append-only'); end;
sqlite: create trigger "consent_decision_no_update" before update on "consent_decision" begin select raise(abort, 'proof of consent is append-only'); end;
sqlite: create trigger "consent_decision_no_delete" before delete on "consent_decision" begin select raise(abort, 'proof of consent is append-only'); end;
postgres: create function refuse_consent_change() returns trigger language plpgsql as $$ begin raise exception 'proof of consent is append-only'; end $$;
postgres: create trigger "consent_text_append_only" before update or delete on "consent_text" for each row execute function refuse_consent_change();
postgres: create trigger "consent_decision_append_only" before update or delete on "consent_decision" for each row execute function refuse_consent_change();

-- 2026-11-21-03-messages-of-a-record
create index "outbox_record" on "outbox" ("subject_id");

-- 2026-11-21-04-links-of-a-message
alter table "one_time_token" add column "message_id" text default '' not null;
drop index "one_time_token_user";
create index "one_time_token_user" on "one_time_token" ("user_id", "purpose");

-- 2026-11-22-01-retention-clock
create table "retention_run" ("id" text not null primary key, "reference" bigint not null, "finished_at" bigint);

-- 2026-11-22-02-latest-consent
create index "consent_decision_latest" on "consent_decision" ("consent_id", "received_at");
drop index "consent_decision_consent_id";

-- 2026-11-22-03-cv-scan
create table "cv_scan" ("cv_key" text not null primary key, "found" text, "scanned_at" bigint not null);

-- 2026-11-23-04-request-id
alter table "enquiry" add column "request_id" text;
alter table "application" add column "request_id" text;
alter table "registration" add column "request_id" text;
alter table "outbox" add column "request_id" text;

-- 2026-11-27-01-registration-details
alter table registration add column details text not null default '{}';

-- 2026-11-27-09-legal-texts
create table "legal_text" ("id" text not null primary key, "document" text not null, "locale" text not null, "version" text not null, "hash" text not null, "effective_on" text not null, "title" text not null, "summary" text not null, "body" text not null, "kept_at" text not null);
create index "legal_text_hash" on "legal_text" ("hash");
sqlite: create trigger "legal_text_no_update" before update on "legal_text" begin select raise(abort, 'legal texts are append-only'); end;
sqlite: create trigger "legal_text_no_delete" before delete on "legal_text" begin select raise(abort, 'legal texts are append-only'); end;
postgres: create trigger "legal_text_append_only" before update or delete on "legal_text" for each row execute function refuse_consent_change();

-- 2026-11-27-10-lead-sources
alter table enquiry add column referral text not null default '{}';
alter table enquiry add column source text not null default '';
alter table application add column referral text not null default '{}';
alter table application add column source text not null default '';
alter table registration add column first_referral text not null default '{}';
alter table enquiry add column first_referral text not null default '{}';
alter table application add column first_referral text not null default '{}';

-- 2026-11-27-11-form-consents
alter table enquiry add column acceptance text not null default '{}';
