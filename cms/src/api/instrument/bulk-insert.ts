/**
 * Inserts many rows by the driver of the database. Knex writes each statement anew and SQLite reads it anew, which for 5 000 instruments takes
 * longer than to insert them.
 */
import type { Transaction } from './instrument-tables';

/** As the drivers better-sqlite3 and pg have it. */
interface Sqlite {
  prepare(text: string): { pluck(): { all(values: readonly unknown[]): number[] } };
}
interface Postgres {
  query(text: string, values: readonly unknown[]): Promise<{ rows: { id: number | string }[] }>;
}

/** SQLite's statement is kept for the next rows. */
const sqliteRows = 100;
/** Half of what PostgreSQL takes in a statement. */
const postgresValues = 16_000;

export interface Insertion {
  /** After its schema, where it has one. */
  table: readonly string[];
  columns: readonly string[];
  /** Columns that are written where a row with that `id` is there already. */
  changed: readonly string[];
  /** Values in the order of the columns; times are Dates. */
  rows: readonly (readonly unknown[])[];
}

/** @returns the ids, in the order of the rows: a sequence gives its numbers so; in which order a database returns them is not said. */
export async function bulkInsert(transaction: Transaction, insertion: Insertion): Promise<number[]> {
  // The connection of the transaction, which goes on having it.
  const connection = (await transaction.client.acquireConnection()) as Sqlite | Postgres;
  const ids = await ('prepare' in connection
    ? sqliteInsert(connection, insertion)
    : postgresInsert(connection, insertion));
  return ids.sort((one, other) => one - other);
}

function sqliteInsert(connection: Sqlite, insertion: Insertion): number[] {
  const prepared = (count: number) => connection.prepare(statement(insertion, count, () => '?')).pluck();
  const { rows } = insertion;
  const many = rows.length >= sqliteRows ? prepared(sqliteRows) : null;
  return [...parts(rows, sqliteRows)].flatMap((part) => {
    const values: unknown[] = [];
    // SQLite has no times.
    for (const row of part) for (const value of row) values.push(value instanceof Date ? value.getTime() : value);
    return (many && part.length === sqliteRows ? many : prepared(part.length)).all(values);
  });
}

async function postgresInsert(connection: Postgres, insertion: Insertion): Promise<number[]> {
  const ids: number[] = [];
  for (const part of parts(insertion.rows, Math.floor(postgresValues / insertion.columns.length))) {
    const text = statement(insertion, part.length, (number) => `$${number}`);
    for (const { id } of (await connection.query(text, part.flat())).rows) ids.push(Number(id));
  }
  return ids;
}

function statement({ table, columns, changed }: Insertion, count: number, placeOf: (number: number) => string): string {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  const row = (index: number) => `(${columns.map((_, column) => placeOf(index * columns.length + column + 1)).join()})`;
  const places = Array.from({ length: count }, (_, index) => row(index)).join();
  const updates = changed.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join();
  const conflict = updates ? `on conflict (id) do update set ${updates}` : '';
  return `insert into ${table.map(quoted).join('.')} (${columns.map(quoted).join()}) values ${places} ${conflict} returning id`;
}

/** Cuts a list into parts of a length. */
export function* parts<Item>(items: readonly Item[], length: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += length) yield items.slice(from, from + length);
}
