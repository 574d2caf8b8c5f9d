/** The table of the time that retention compares its runs with. */
import type { Migrations } from './migrations.ts';

export interface RetentionTables {
  /** One row, `last`: the time that the next run is compared with, and when a run last deleted what was due. */
  retention_run: { id: string; reference: number; finished_at: number | null };
}

export function retentionMigrations(): Migrations {
  return {
    '2026-11-22-01-retention-clock': {
      async up(db) {
        await db.schema
          .createTable('retention_run')
          .addColumn('id', 'text', (column) => column.primaryKey().notNull())
          .addColumn('reference', 'bigint', (column) => column.notNull())
          .addColumn('finished_at', 'bigint')
          .execute();
      },
    },
  };
}
