/** Adds the id of the request that wrote a row. It is null in older rows, and in rows that no visitor's request wrote. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const requestId: Migration = (db) =>
  runSql(
    db,
    ['enquiry', 'application', 'registration', 'outbox'].map(
      (table) => `alter table ${table} add column request_id text`,
    ),
  );
