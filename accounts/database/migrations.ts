/** The migrations of the accounts database. Each is a file of `migrations/`, and its name gives its place in the order. */
import type { Kysely } from 'kysely';
import type { DatabaseKind, Migration } from '../../base/database/migration-sql.ts';
import { runMigrations } from '../../base/database/run-migrations.ts';
import { identity } from './migrations/2026-11-21-01-identity.ts';
import { submissions } from './migrations/2026-11-21-02-submissions.ts';
import { messagesOfRecord } from './migrations/2026-11-21-03-messages-of-a-record.ts';
import { linksOfMessage } from './migrations/2026-11-21-04-links-of-a-message.ts';
import { consent } from './migrations/2026-11-21-10-consent.ts';
import { retentionClock } from './migrations/2026-11-22-01-retention-clock.ts';
import { latestConsent } from './migrations/2026-11-22-02-latest-consent.ts';
import { cvScan } from './migrations/2026-11-22-03-cv-scan.ts';
import { requestId } from './migrations/2026-11-23-04-request-id.ts';
import { registrationDetails } from './migrations/2026-11-27-01-registration-details.ts';
import { legalTexts } from './migrations/2026-11-27-09-legal-texts.ts';
import { leadSources } from './migrations/2026-11-27-10-lead-sources.ts';
import { formConsents } from './migrations/2026-11-27-11-form-consents.ts';

/** The migrations of this release, by the names of their files. */
export const migrations: Readonly<Record<string, Migration>> = {
  '2026-11-21-01-identity': identity,
  '2026-11-21-02-submissions': submissions,
  '2026-11-21-03-messages-of-a-record': messagesOfRecord,
  '2026-11-21-04-links-of-a-message': linksOfMessage,
  '2026-11-21-10-consent': consent,
  '2026-11-22-01-retention-clock': retentionClock,
  '2026-11-22-02-latest-consent': latestConsent,
  '2026-11-22-03-cv-scan': cvScan,
  '2026-11-23-04-request-id': requestId,
  '2026-11-27-01-registration-details': registrationDetails,
  '2026-11-27-09-legal-texts': legalTexts,
  '2026-11-27-10-lead-sources': leadSources,
  '2026-11-27-11-form-consents': formConsents,
};

/** Until this migration, releases added some that sort before older ones. These do not depend on each other, so any order is right. */
const lastUnordered = '2026-11-23-04-request-id';

/** Runs the migrations that the accounts database has not run yet. @param available tests leave some out. @throws with the name of the migration that failed. */
export function migrate(db: Kysely<unknown>, kind: DatabaseKind, available = migrations): Promise<void> {
  return runMigrations(db, { kind, available, lastUnordered, name: 'accounts database' });
}
