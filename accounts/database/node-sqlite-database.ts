/** `node:sqlite` in the shape that Kysely's SQLite dialect expects. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Kysely gives what the dialect's own queries name. */
function values(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

function statementOf(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
  };
}

/** Opens the file; what is committed is on the disk, also when the power goes (trap P3). */
export function openNodeSqlite(file: string): SqliteDatabase {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;');
  return {
    close: () => database.close(),
    // A transaction that begins with a read and writes later could fail with "busy" when a command works beside the server: take the lock at once.
    prepare: (sql) => statementOf(database.prepare(sql === 'begin' ? 'begin immediate' : sql)),
  };
}
