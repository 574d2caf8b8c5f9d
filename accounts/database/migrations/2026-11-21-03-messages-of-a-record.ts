/** Adds an index that finds the messages of a record by its id, because a record and its messages are deleted together. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const messagesOfRecord: Migration = (db) => runSql(db, [`create index outbox_record on outbox (subject_id)`]);
