/** Creates the tables that prove consent. The database itself refuses to change or delete a row, so that nobody can alter a proof afterwards. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

const tables = ['consent_text', 'consent_decision'];

const appendOnly = {
  sqlite: tables.flatMap((table) =>
    ['update', 'delete'].map(
      (change) =>
        `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, 'proof of consent is append-only'); end`,
    ),
  ),
  postgres: [
    `create function refuse_consent_change() returns trigger language plpgsql as $$ begin raise exception 'proof of consent is append-only'; end $$`,
    ...tables.map(
      (table) =>
        `create trigger ${table}_append_only before update or delete on ${table} for each row execute function refuse_consent_change()`,
    ),
  ],
};

export const consent: Migration = (db, kind) =>
  runSql(db, [
    `create table consent_text (
      hash text not null primary key, locale text not null, revision integer not null, text text not null,
      first_used_at text not null
    )`,
    `create table consent_decision (
      id text not null primary key, revision integer not null, consent_id text not null, received_at text not null,
      first_consent_at text not null, decided_at text not null, categories text not null, services text not null,
      text_hash text not null, locale text not null, source text not null
    )`,
    `create index consent_decision_consent_id on consent_decision (consent_id)`,
    ...appendOnly[kind],
  ]);
