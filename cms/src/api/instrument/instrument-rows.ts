/** Rows of the tables of instruments, written in bulk. Call both inside a transaction. */
import type { Core } from '@strapi/strapi';

export type Fields = Record<string, unknown>;
type Uid = 'api::instrument.instrument';

/** As Strapi's metadata describes a repeatable component; its own types leave this out. */
interface ComponentAttribute {
  target: string;
  joinTable: {
    name: string;
    joinColumn: { name: string };
    inverseJoinColumn: { name: string };
    on: { field: string };
    orderColumnName: string;
  };
}
interface Metadata {
  attributes: Record<string, { type: string; columnName?: string }>;
}
/** The transaction of `strapi.db.transaction`. */
type Transaction = Parameters<Parameters<Core.Strapi['db']['transaction']>[0]>[0]['trx'];

/** Rows in one statement: below every database's limit of bound values. */
const rowsAtOnce = 500;

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += rowsAtOnce) yield items.slice(from, from + rowsAtOnce);
}

/** @param rows with an `id` where the row is there already; then its author and date of creation stay. @returns the ids, in the order of `rows`. */
export async function writeRows(strapi: Core.Strapi, uid: Uid, rows: readonly Fields[]): Promise<number[]> {
  const { attributes } = strapi.db.metadata.get(uid) as unknown as Metadata;
  const stored = (row: Fields) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name, value]) => name in attributes && !(name === 'id' && value === undefined))
        .map(([name, value]) => [
          name,
          attributes[name]?.type === 'datetime' && typeof value === 'string' ? new Date(value) : value,
        ]),
    );
  const columns = Object.keys(rows[0] ?? {})
    .filter((name) => name in attributes && !['id', 'documentId', 'createdAt'].includes(name))
    .map((name) => attributes[name]?.columnName ?? name);
  for (const part of parts(rows.filter(({ id }) => id !== undefined)))
    await strapi.db.queryBuilder(uid).insert(part.map(stored)).onConflict('id').merge(columns).execute();
  const added = rows.filter(({ id }) => id === undefined);
  // A sequence gives its numbers in the order of the rows; in which order a database returns them is not said.
  const ids = added.length > 0 ? (await strapi.db.query(uid).createMany({ data: added.map(stored) })).ids : [];
  const fresh = ids
    .map(Number)
    .sort((a, b) => a - b)
    [Symbol.iterator]();
  return rows.map(({ id }) => Number(id ?? fresh.next().value));
}

/** The components of the field `terms`: rows of their own, and rows that join them with the instruments. */
export class TermRows {
  readonly #strapi: Core.Strapi;
  readonly #transaction: Transaction;
  readonly #attribute: ComponentAttribute;

  constructor(strapi: Core.Strapi, uid: Uid, transaction: Transaction) {
    this.#strapi = strapi;
    this.#transaction = transaction;
    this.#attribute = strapi.db.metadata.get(uid).attributes['terms'] as unknown as ComponentAttribute;
  }

  #joins() {
    return this.#strapi.db.getConnection(this.#attribute.joinTable.name).transacting(this.#transaction);
  }

  /** @param ids of instruments. @param terms of each, in their order. */
  async replace(ids: readonly number[], terms: readonly Fields[][]): Promise<void> {
    const { target, joinTable } = this.#attribute;
    const { joinColumn, inverseJoinColumn, on, orderColumnName } = joinTable;
    for (const part of parts(ids)) {
      const old = (await this.#joins()
        .whereIn(joinColumn.name, part)
        .andWhere(on)
        .select(inverseJoinColumn.name)) as Record<string, number>[];
      await this.#joins().whereIn(joinColumn.name, part).andWhere(on).delete();
      for (const some of parts(old))
        await this.#strapi.db
          .query(target as 'items.instrument-terms')
          .deleteMany({ where: { id: { $in: some.map((row) => row[inverseJoinColumn.name]) } } });
    }
    const { ids: created } = await this.#strapi.db
      .query(target as 'items.instrument-terms')
      .createMany({ data: terms.flat().map((one) => ({ ...one })) });
    const fresh = created
      .map(Number)
      .sort((a, b) => a - b)
      [Symbol.iterator]();
    const joins = ids.flatMap((id, index) =>
      (terms[index] ?? []).map((_, order) => ({
        [joinColumn.name]: id,
        [inverseJoinColumn.name]: fresh.next().value,
        component_type: target,
        ...on,
        [orderColumnName]: order + 1,
      })),
    );
    for (const part of parts(joins)) await this.#joins().insert(part);
  }
}
