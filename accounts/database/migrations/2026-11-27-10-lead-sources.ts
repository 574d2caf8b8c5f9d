/** Where the senders of all forms came from; until this migration only registrations said so, and only the latest link. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const leadSources: Migration = (db) =>
  runSql(db, [
    ...['enquiry', 'application'].flatMap((table) => [
      `alter table ${table} add column referral text not null default '{}'`,
      `alter table ${table} add column source text not null default ''`,
    ]),
    ...['registration', 'enquiry', 'application'].map(
      (table) => `alter table ${table} add column first_referral text not null default '{}'`,
    ),
  ]);
