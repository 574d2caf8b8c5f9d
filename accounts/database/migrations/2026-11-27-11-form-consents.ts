/** Adds a column for the text that an editor's form showed, and for what the sender agreed to. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const formConsents: Migration = (db) =>
  runSql(db, [`alter table enquiry add column acceptance text not null default '{}'`]);
