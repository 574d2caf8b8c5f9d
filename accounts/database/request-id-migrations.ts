/** The id of the request with which something was submitted (`accounts/request-id.ts`). Null in older rows, and in those that no visitor's request wrote. */
import type { Migrations } from './migrations.ts';

const tables = ['enquiry', 'application', 'registration', 'outbox'] as const;

export function requestIdMigrations(): Migrations {
  return {
    '2026-11-23-04-request-id': {
      async up(db) {
        for (const table of tables) await db.schema.alterTable(table).addColumn('request_id', 'text').execute();
      },
    },
  };
}
