/** What a form that editors composed said, and to what the sender agreed. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const formConsents: Migration = (db) =>
  runSql(db, [`alter table enquiry add column acceptance text not null default '{}'`]);
