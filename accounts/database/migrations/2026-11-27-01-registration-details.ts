/** Adds one column for all fields of the registration form that have no column of their own, so that a new field needs no migration. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const registrationDetails: Migration = (db) =>
  runSql(db, [`alter table registration add column details text not null default '{}'`]);
