/** The terms of instruments, read from the tables. */
import type { Core } from '@strapi/strapi';
import { type Fields, type Row, type Transaction, instrumentTables, selection } from './instrument-tables';

/**
 * @param ids of instruments, fewer than a statement may name: 30 000.
 * @param transaction to read in; without one, what is committed.
 * @returns by instrument its terms in their order, each as Strapi answers it.
 */
export async function storedTerms(
  strapi: Core.Strapi,
  ids: readonly number[],
  transaction?: Transaction,
): Promise<Map<unknown, Fields[]>> {
  const { terms, joins } = instrumentTables(strapi);
  const query = strapi.db
    .getConnection(joins.table)
    .join(terms.name, `${terms.name}.id`, `${joins.table}.${joins.terms}`)
    .whereIn(joins.instrument, ids)
    .orderBy(joins.order)
    .select(await selection(strapi, terms, transaction), { owner: joins.instrument, ownerField: 'field' });
  const byOwner = new Map<unknown, Fields[]>();
  for (const { owner, ownerField, ...entry } of (await (transaction
    ? query.transacting(transaction)
    : query)) as Row[]) {
    // Asked in the query, SQLite would take the index of this column and go through the terms of all instruments.
    if (ownerField !== joins.kind.field) continue;
    const own = byOwner.get(owner);
    if (own) own.push(entry);
    else byOwner.set(owner, [entry]);
  }
  return byOwner;
}
