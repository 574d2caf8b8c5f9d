/**
 * Indexes for the fields by which documents are looked up: with 100 000 articles, each link of a text would read them all. Strapi has none, and drops
 * these when a schema changes: every start makes those that are missing.
 */
import type { Core } from '@strapi/strapi';
import { contentTypes } from './content-types';
import { columnName, typeTable } from './tables';

const lookedUp = ['slug', 'key', 'path', 'from', 'symbol'];

export async function ensureLookupIndexes(strapi: Core.Strapi): Promise<void> {
  await strapi.db.transaction(async ({ trx }) => {
    for (const { uid, attributes } of contentTypes(strapi))
      for (const field of lookedUp.filter((name) => name in attributes)) {
        const name = `${strapi.db.metadata.get(uid).tableName}_${field}_lookup`;
        await trx.raw(`CREATE INDEX IF NOT EXISTS "${name}" ON ${typeTable(strapi, uid)} (${columnName(field)})`);
      }
  });
}
