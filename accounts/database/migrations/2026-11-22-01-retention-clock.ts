/** Creates the table of the last retention run: the next run compares its clock with the time in it. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const retentionClock: Migration = (db) =>
  runSql(db, [
    `create table retention_run (id text not null primary key, reference bigint not null, finished_at bigint)`,
  ]);
