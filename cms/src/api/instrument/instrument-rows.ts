/** Rows of the tables of instruments, written in bulk: Strapi's own services go through each field of each row several times. */
import type { Core } from '@strapi/strapi';
import { bulkInsert, parts } from './bulk-insert';
import {
  type Column,
  type Fields,
  type Joins,
  type Table,
  type Transaction,
  instrumentTables,
} from './instrument-tables';
import { storedTerms } from './stored-terms';

const joinsAtOnce = 5000;
/** What stays when an instrument is written again. */
const lasting: readonly string[] = ['documentId', 'createdAt'];

/** An instrument to write, as a draft and as what is published. */
export interface InstrumentRow {
  documentId: string;
  /** Ids of its rows, where they are there already: then its author and date of creation stay. */
  draft: number | undefined;
  live: number | undefined;
  /** All of its fields. */
  given: Fields & { terms: readonly Fields[] };
}

interface Owner {
  id: number;
  terms: readonly Fields[];
}

/** Everything that it does belongs to the transaction. */
export class InstrumentRows {
  readonly #strapi: Core.Strapi;
  readonly #transaction: Transaction;
  readonly #instruments: Table;
  readonly #terms: Table;
  readonly #termFields: readonly string[];
  readonly #joins: Joins;

  constructor(strapi: Core.Strapi, transaction: Transaction) {
    this.#strapi = strapi;
    this.#transaction = transaction;
    ({ instruments: this.#instruments, terms: this.#terms, joins: this.#joins } = instrumentTables(strapi));
    this.#termFields = [...this.#terms.columns.keys()].filter((field) => field !== 'id');
  }

  /** @param fields what they have beside their terms; one that a row does not give is empty. */
  async write(rows: readonly InstrumentRow[], fields: readonly string[], now: Date): Promise<void> {
    const given = valuesOf(
      this.#instruments,
      fields,
      rows.map((row) => row.given),
    );
    const values = rows.map(({ documentId }, index) => [documentId, now, now, ...(given[index] ?? [])]);
    const all = ['documentId', 'createdAt', 'updatedAt', ...fields, 'publishedAt'];
    const changed = all.filter((field) => !lasting.includes(field));
    for (const [state, publishedAt] of [['draft', null] as const, ['live', now] as const]) {
      const present: unknown[][] = [];
      const added: unknown[][] = [];
      for (const [index, row] of rows.entries()) {
        const own = [...(values[index] ?? []), publishedAt];
        if (row[state] === undefined) added.push(own);
        else present.push([...own, row[state]]);
      }
      await this.#insert(this.#instruments, [...all, 'id'], present, changed);
      const fresh = (await this.#insert(this.#instruments, all, added)).values();
      await this.#writeTerms(
        rows.map((row) => ({ id: row[state] ?? Number(fresh.next().value), terms: row.given.terms })),
        rows.flatMap((row) => row[state] ?? []),
      );
    }
  }

  /** @param present those of the owners that were there before. */
  async #writeTerms(owners: readonly Owner[], present: readonly number[]): Promise<void> {
    const stored = await this.#storedTerms(present);
    // Mostly prices change, and then the terms are a lot to write for nothing.
    const others = owners.filter(({ id, terms }) => !this.#areSame(stored.get(id) ?? [], terms));
    const before = new Set(present);
    await this.#removeTerms(others.map(({ id }) => id).filter((id) => before.has(id)));
    await this.#addTerms(others);
  }

  async #storedTerms(instruments: readonly number[]): Promise<Map<unknown, Fields[]>> {
    return instruments.length > 0 ? storedTerms(this.#strapi, instruments, this.#transaction) : new Map();
  }

  #areSame(stored: readonly Fields[], given: readonly Fields[]): boolean {
    return (
      stored.length === given.length &&
      stored.every((one, index) => this.#termFields.every((field) => one[field] === (given[index]?.[field] ?? null)))
    );
  }

  async #removeTerms(instruments: readonly number[]): Promise<void> {
    const { table, instrument, terms, kind } = this.#joins;
    const rows = (name: string) => this.#strapi.db.getConnection(name).transacting(this.#transaction);
    const joins = () => rows(table).whereIn(instrument, instruments).andWhere(kind);
    await rows(this.#terms.name).whereIn('id', joins().select(terms)).delete();
    await joins().delete();
  }

  async #addTerms(owners: readonly Owner[]): Promise<void> {
    const all = owners.flatMap(({ terms }) => terms);
    const ids = (
      await this.#insert(this.#terms, this.#termFields, valuesOf(this.#terms, this.#termFields, all))
    ).values();
    const joins = owners.flatMap(({ id, terms }) => terms.map((_, index) => [id, Number(ids.next().value), index + 1]));
    const { table, instrument, terms, order, kind } = this.#joins;
    const names = [instrument, terms, order, 'component_type', 'field'];
    const insert = `insert into ?? (${names.map(() => '??').join()})`;
    for (const part of parts(joins, joinsAtOnce)) {
      // They are our own numbers, and in the text of the statement they take half the time.
      const numbers = part.map((row) => `(${row.join()})`).join();
      await this.#transaction.raw(`${insert} select numbers.*, ?, ? from (values ${numbers}) as numbers`, [
        this.#inSchema(table),
        ...names,
        kind.component_type,
        kind.field,
      ]);
    }
  }

  #inSchema(table: string): string {
    const schema = this.#strapi.db.getSchemaName();
    return schema ? `${schema}.${table}` : table;
  }

  /** @param changed fields that are written where a row with that id is there already. @returns the ids, in the order of the rows. */
  async #insert(
    table: Table,
    fields: readonly string[],
    rows: readonly (readonly unknown[])[],
    changed: readonly string[] = [],
  ): Promise<number[]> {
    return bulkInsert(this.#transaction, {
      table: [this.#strapi.db.getSchemaName(), table.name].filter((name) => name !== undefined),
      columns: fields.map((field) => columnOf(table, field).name),
      changed: changed.map((field) => columnOf(table, field).name),
      rows,
    });
  }
}

function columnOf({ columns }: Table, field: string): Column {
  return columns.get(field) ?? { name: field, isTime: false };
}

/** The values of some fields of each row. */
function valuesOf(table: Table, fields: readonly string[], rows: readonly Fields[]): unknown[][] {
  const columns = fields.map((field) => ({ field, isTime: columnOf(table, field).isTime }));
  return rows.map((row) =>
    columns.map(({ field, isTime }) => {
      const value = row[field] ?? null;
      return isTime && typeof value === 'string' ? new Date(value) : value;
    }),
  );
}
