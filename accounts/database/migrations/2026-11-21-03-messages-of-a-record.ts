/** A record and its messages are deleted together, so they are found by the record's id. */
import { type Migration, runSql } from '../migration-sql.ts';

export const messagesOfRecord: Migration = (db) => runSql(db, [`create index outbox_record on outbox (subject_id)`]);
