/** Writes rows of instruments in bulk, because Strapi's services process each field of each row several times. */
import type { Core } from '@strapi/strapi';
import type { Transaction } from '../../setup/content-types';
import { type Column, type Fields, type Joins, type Table, readInstrumentTables } from './instrument-tables';

/** Rows in one statement, within the databases' limits for parameters. */
const rowsAtOnce = 200;
/** Fields that stay when an instrument is written again. */
const lasting: readonly string[] = ['documentId', 'createdAt'];

/** An instrument to write, as a draft and as the published row. */
export interface InstrumentRow {
  documentId: string;
  /** Ids of existing rows, which keep their author and date of creation. */
  draft: number | undefined;
  live: number | undefined;
  /** All fields of the instrument. */
  given: Fields & { terms: readonly Fields[] };
}

/** Writes within the given transaction. */
export class InstrumentRows {
  readonly #strapi: Core.Strapi;
  readonly #transaction: Transaction;
  readonly #instruments: Table;
  readonly #terms: Table;
  readonly #joins: Joins;

  constructor(strapi: Core.Strapi, transaction: Transaction) {
    this.#strapi = strapi;
    this.#transaction = transaction;
    ({ instruments: this.#instruments, terms: this.#terms, joins: this.#joins } = readInstrumentTables(strapi));
  }

  /** @param fields of the instruments, except their terms; a field that a row lacks becomes empty. */
  async write(rows: readonly InstrumentRow[], fields: readonly string[], now: Date): Promise<void> {
    for (const [state, publishedAt] of [['draft', null] as const, ['live', now] as const]) {
      const known: Fields[] = [];
      const added: Fields[] = [];
      for (const { given, documentId, [state]: id } of rows) {
        const own = Object.fromEntries(fields.map((field) => [field, given[field]]));
        const row = { ...own, documentId, createdAt: now, updatedAt: now, publishedAt };
        if (id === undefined) added.push(row);
        else known.push({ ...row, id });
      }
      await this.#insert(this.#instruments, known, true);
      const fresh = (await this.#insert(this.#instruments, added)).values();
      const owners = rows.map((row) => ({
        id: row[state] ?? Number(fresh.next().value),
        terms: row.given.terms,
      }));
      await this.#removeTerms(rows.flatMap((row) => row[state] ?? []));
      await this.#addTerms(owners);
    }
  }

  #rows(table: string) {
    return this.#strapi.db.getConnection(table).transacting(this.#transaction);
  }

  async #removeTerms(instruments: readonly number[]): Promise<void> {
    const { table, instrument, terms, kind } = this.#joins;
    const joins = () => this.#rows(table).whereIn(instrument, instruments).andWhere(kind);
    await this.#rows(this.#terms.name).whereIn('id', joins().select(terms)).delete();
    await joins().delete();
  }

  async #addTerms(owners: readonly { id: number; terms: readonly Fields[] }[]): Promise<void> {
    const fields = [...this.#terms.columns.keys()].filter((field) => field !== 'id');
    const all = owners.flatMap(({ terms }) =>
      terms.map((one) => Object.fromEntries(fields.map((field) => [field, one[field]]))),
    );
    const ids = (await this.#insert(this.#terms, all)).values();
    const { table, instrument, terms, order, kind } = this.#joins;
    const joins = owners.flatMap(({ id, terms: own }) =>
      own.map((_, index) => ({ ...kind, [instrument]: id, [terms]: ids.next().value, [order]: index + 1 })),
    );
    for (const part of parts(joins)) await this.#rows(table).insert(part);
  }

  /** @param known whether rows with these ids exist and are updated. @returns the ids, in the order of the rows. */
  async #insert(table: Table, rows: readonly Fields[], known = false): Promise<number[]> {
    const ids: number[] = [];
    for (const part of parts(rows)) {
      const values = part.map((row) => stored(table, row));
      const changed = Object.keys(part[0] ?? {}).filter((field) => !lasting.includes(field));
      const insert = this.#rows(table.name).insert(values);
      const merged = known
        ? insert.onConflict('id').merge(changed.map((field) => findColumn(table, field).name))
        : insert;
      for (const { id } of (await merged.returning('id')) as { id: number | string }[]) ids.push(Number(id));
    }
    // Sorted: ids are assigned in the order of the rows, but a database may return them in any order.
    return ids.sort((one, other) => one - other);
  }
}

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += rowsAtOnce) yield items.slice(from, from + rowsAtOnce);
}

function findColumn({ columns }: Table, field: string): Column {
  return columns.get(field) ?? { name: field, isTime: false };
}

/** Converts a row to the columns of its table; a field without a value becomes empty. */
function stored(table: Table, row: Fields): Fields {
  return Object.fromEntries(
    Object.entries(row).map(([field, value = null]) => {
      const { name, isTime } = findColumn(table, field);
      return [name, isTime && typeof value === 'string' ? new Date(value) : value];
    }),
  );
}
