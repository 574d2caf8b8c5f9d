/** The table of the virus scanner's results. */
import type { Migrations } from './migrations.ts';

export interface CvScanTables {
  /** A stored CV without a row has not been scanned yet. */
  cv_scan: {
    cv_key: string;
    /** The name of what the scanner found; null when the file is clean. */
    found: string | null;
    scanned_at: number;
  };
}

export function cvScanMigrations(): Migrations {
  return {
    '2026-11-22-03-cv-scan': {
      async up(db) {
        await db.schema
          .createTable('cv_scan')
          .addColumn('cv_key', 'text', (column) => column.primaryKey().notNull())
          .addColumn('found', 'text')
          .addColumn('scanned_at', 'bigint', (column) => column.notNull())
          .execute();
      },
    },
  };
}
