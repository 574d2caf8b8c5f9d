/**
 * The tables of the ledger, beside those of Strapi, in the same database and so in the same transactions. They belong to no content type: Strapi's
 * schema sync, `strapi import` and upgrades leave them alone. Triggers refuse every change of a row, as for consents.
 */
import type { Core } from '@strapi/strapi';
import type { Transaction } from '../../../setup/content-types';
import { tableName } from '../../../setup/tables';

export const ledgerTable = 'ledger';
/** The whole content of versions, once for each hash. */
export const contentsTable = 'ledger_contents';

const refusal = 'The ledger is never changed.';
const columns = `
  seq bigint PRIMARY KEY, written_at varchar(24) NOT NULL, uid varchar(255) NOT NULL, document_id varchar(255) NOT NULL, locale varchar(32) NOT NULL,
  state varchar(8) NOT NULL, action varchar(32) NOT NULL, content_hash char(64), schema_hash char(64) NOT NULL,
  actor_kind varchar(16) NOT NULL, actor_id varchar(255) NOT NULL, actor_name varchar(255) NOT NULL, reason text NOT NULL,
  previous_hash varchar(64) NOT NULL, hash char(64) NOT NULL UNIQUE`;

/** Creates what is missing. Several instances may start at the same time. */
export async function ensureLedgerTables(strapi: Core.Strapi): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    const postgres = isPostgres(strapi);
    if (postgres) await lockLedger(strapi, trx);
    const run = (sql: string) => trx.raw(sql);
    const [ledger, contents] = [ledgerTable, contentsTable].map((name) => tableName(strapi, name)) as [string, string];
    await run(`CREATE TABLE IF NOT EXISTS ${ledger} (${columns})`);
    await run(`CREATE TABLE IF NOT EXISTS ${contents} (hash char(64) PRIMARY KEY, content text NOT NULL)`);
    await run(`CREATE INDEX IF NOT EXISTS ledger_of_document ON ${ledger} (uid, document_id, locale, state, seq)`);
    await run(`CREATE INDEX IF NOT EXISTS ledger_of_state ON ${ledger} (state, seq)`);
    for (const [name, key] of [
      [ledgerTable, 'seq'],
      [contentsTable, 'hash'],
    ] as const) {
      const table = tableName(strapi, name);
      for (const sql of postgres ? postgresGuards(table, name) : sqliteGuards(table, name, key)) await run(sql);
    }
  });
}

export function isPostgres(strapi: Core.Strapi): boolean {
  return strapi.db.dialect.client === 'postgres';
}

/** One transaction after the other adds rows, so that each row knows the one before. SQLite has one writer anyway. */
export async function lockLedger(strapi: Core.Strapi, trx: Transaction): Promise<void> {
  if (isPostgres(strapi)) await trx.raw(`SELECT pg_advisory_xact_lock(hashtext('brokerfront ledger'))`);
}

function sqliteGuards(table: string, name: string, key: string): string[] {
  const refuse = `BEGIN SELECT RAISE(ABORT, '${refusal}'); END`;
  return [
    `CREATE TRIGGER IF NOT EXISTS ${name}_no_update BEFORE UPDATE ON ${table} ${refuse}`,
    `CREATE TRIGGER IF NOT EXISTS ${name}_no_delete BEFORE DELETE ON ${table} ${refuse}`,
    // INSERT OR REPLACE deletes the old row without the trigger for deletions.
    `CREATE TRIGGER IF NOT EXISTS ${name}_no_replace BEFORE INSERT ON ${table}
       WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${key} = NEW.${key}) ${refuse}`,
  ];
}

function postgresGuards(table: string, name: string): string[] {
  const refuse = table.replace(/"[^"]+"$/, '"refuse_ledger_change"');
  return [
    `CREATE OR REPLACE FUNCTION ${refuse}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${refusal}'; END $$`,
    `CREATE OR REPLACE TRIGGER ${name}_no_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${refuse}()`,
    `CREATE OR REPLACE TRIGGER ${name}_no_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${refuse}()`,
  ];
}
