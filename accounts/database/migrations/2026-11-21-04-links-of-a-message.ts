/** Adds the id of the mail to each token: every attempt to send one mail gets its own token, and all of them work. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const linksOfMessage: Migration = (db) =>
  runSql(db, [
    `alter table one_time_token add column message_id text not null default ''`,
    `drop index one_time_token_user`,
    `create index one_time_token_user on one_time_token (user_id, purpose)`,
  ]);
