/** Tables of the proof of consent. The database itself refuses to change or delete a row, so that nobody can alter a proof afterwards. */
import { type Kysely, sql } from 'kysely';
import type { Migrations } from './migrations.ts';
import type { DatabaseKind } from './open-accounts-database.ts';

export interface ConsentTables {
  /** Every text that was ever shown, by its hash. */
  consent_text: { hash: string; locale: string; revision: number; text: string; first_used_at: string };
  consent_decision: ConsentDecisionRow;
}

/** Times are ISO strings in UTC; lists are JSON. No address and no name of the visitor is stored. */
export interface ConsentDecisionRow {
  id: string;
  consent_id: string;
  received_at: string;
  first_consent_at: string;
  decided_at: string;
  categories: string;
  services: string;
  revision: number;
  text_hash: string;
  locale: string;
  source: string;
}

const tables = ['consent_text', 'consent_decision'] as const;

async function forbidChanges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') {
    await sql`create function refuse_consent_change() returns trigger language plpgsql as $$ begin raise exception 'proof of consent is append-only'; end $$`.execute(
      db,
    );
  }
  for (const table of tables) {
    if (kind === 'postgres') {
      await sql`create trigger ${sql.ref(`${table}_append_only`)} before update or delete on ${sql.table(table)} for each row execute function refuse_consent_change()`.execute(
        db,
      );
      continue;
    }
    for (const change of ['update', 'delete']) {
      await sql`create trigger ${sql.ref(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)} begin select raise(abort, 'proof of consent is append-only'); end`.execute(
        db,
      );
    }
  }
}

export function consentMigrations(kind: DatabaseKind): Migrations {
  return {
    '2026-11-21-10-consent': {
      async up(db) {
        await db.schema
          .createTable('consent_text')
          .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
          .addColumn('locale', 'text', (column) => column.notNull())
          .addColumn('revision', 'integer', (column) => column.notNull())
          .addColumn('text', 'text', (column) => column.notNull())
          .addColumn('first_used_at', 'text', (column) => column.notNull())
          .execute();
        let decision = db.schema
          .createTable('consent_decision')
          .addColumn('id', 'text', (column) => column.primaryKey().notNull())
          .addColumn('revision', 'integer', (column) => column.notNull());
        for (const name of [
          'consent_id',
          'received_at',
          'first_consent_at',
          'decided_at',
          'categories',
          'services',
          'text_hash',
          'locale',
          'source',
        ]) {
          decision = decision.addColumn(name, 'text', (column) => column.notNull());
        }
        await decision.execute();
        await db.schema
          .createIndex('consent_decision_consent_id')
          .on('consent_decision')
          .column('consent_id')
          .execute();
        await forbidChanges(db as Kysely<unknown>, kind);
      },
    },
    '2026-11-22-02-latest-consent': {
      async up(db) {
        await db.schema
          .createIndex('consent_decision_latest')
          .on('consent_decision')
          .columns(['consent_id', 'received_at'])
          .execute();
        await db.schema.dropIndex('consent_decision_consent_id').execute();
      },
    },
  };
}
