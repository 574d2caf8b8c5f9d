/** The legal texts that were public, whole. As with consent, the database itself refuses to change or delete one. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

const appendOnly = {
  sqlite: ['update', 'delete'].map(
    (change) =>
      `create trigger legal_text_no_${change} before ${change} on legal_text begin select raise(abort, 'legal texts are append-only'); end`,
  ),
  postgres: [
    `create trigger legal_text_append_only before update or delete on legal_text for each row execute function refuse_consent_change()`,
  ],
};

export const legalTexts: Migration = (db, kind) =>
  runSql(db, [
    `create table legal_text (
      id text not null primary key, document text not null, locale text not null, version text not null, hash text not null,
      effective_on text not null, title text not null, summary text not null, body text not null, kept_at text not null
    )`,
    `create index legal_text_hash on legal_text (hash)`,
    ...appendOnly[kind],
  ]);
