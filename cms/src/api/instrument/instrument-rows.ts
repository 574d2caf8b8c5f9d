/** Rows of the tables of instruments, written in bulk: Strapi's own services go through each field of each row several times. */
import type { Core } from '@strapi/strapi';
import { bulkInsert, parts } from './bulk-insert';
import { type Fields, type Joins, type Table, type Transaction, instrumentTables } from './instrument-tables';
import { storedTerms } from './stored-terms';

const joinsAtOnce = 5000;
/** What stays when an instrument is written again. */
const lasting: readonly string[] = ['documentId', 'createdAt'];

/** An instrument with all of its fields, as a draft or as what is published. */
export interface InstrumentRow extends Fields {
  id?: number;
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

  /**
   * @param rows with an `id` where the row is there already: then its author and date of creation stay.
   * @param fields what they have beside their terms; one that a row does not give is empty.
   */
  async write(rows: readonly InstrumentRow[], fields: readonly string[]): Promise<void> {
    const present = rows.filter(({ id }) => id !== undefined);
    const added = rows.filter(({ id }) => id === undefined);
    const changed = fields.filter((field) => !lasting.includes(field));
    await this.#insert(this.#instruments, ['id', ...fields], present, changed);
    const fresh = (await this.#insert(this.#instruments, fields, added)).values();
    const written = rows.map(({ id, terms }) => ({ id: Number(id ?? fresh.next().value), terms }));
    const before = new Set(present.map(({ id }) => Number(id)));
    const stored = await this.#storedTerms([...before]);
    // Mostly prices change, and then the terms are a lot to write for nothing.
    const others = written.filter(({ id, terms }) => !this.#areSame(stored.get(id) ?? [], terms));
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

  async #addTerms(owners: readonly { id: number; terms: readonly Fields[] }[]): Promise<void> {
    const all = owners.flatMap(({ terms }) => terms);
    const ids = (await this.#insert(this.#terms, this.#termFields, all)).values();
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
    rows: readonly Fields[],
    changed: readonly string[] = [],
  ): Promise<number[]> {
    const columns = fields.map((field) => table.columns.get(field) ?? { name: field, isTime: false });
    const values: unknown[] = [];
    for (const row of rows)
      for (const [index, field] of fields.entries()) {
        const value = row[field] ?? null;
        values.push(columns[index]?.isTime && typeof value === 'string' ? new Date(value) : value);
      }
    return bulkInsert(this.#transaction, {
      table: [this.#strapi.db.getSchemaName(), table.name].filter((name) => name !== undefined),
      columns: columns.map(({ name }) => name),
      changed: changed.map((field) => table.columns.get(field)?.name ?? field),
      values,
    });
  }
}
