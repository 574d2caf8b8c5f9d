/** Replaces an index: the new one finds a visitor's latest decision, with which a new decision is compared. */
import { type Migration, runSql } from '../../../base/database/migration-sql.ts';

export const latestConsent: Migration = (db) =>
  runSql(db, [
    `create index consent_decision_latest on consent_decision (consent_id, received_at)`,
    `drop index consent_decision_consent_id`,
  ]);
