/** Creates the table of the results of virus scans. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const cvScan: Migration = (db) =>
  runSql(db, [`create table cv_scan (cv_key text not null primary key, found text, scanned_at bigint not null)`]);
