/** A decision is compared with the latest one of the same visitor. */
import { type Migration, runSql } from '../migration-sql.ts';

export const latestConsent: Migration = (db) =>
  runSql(db, [
    `create index consent_decision_latest on consent_decision (consent_id, received_at)`,
    `drop index consent_decision_consent_id`,
  ]);
