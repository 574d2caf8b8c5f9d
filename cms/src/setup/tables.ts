/** Tables of the database, for questions about all documents in SQL: Strapi would read every row to compare two of them. */
import type { Core } from '@strapi/strapi';
import type { Fields } from './content-types';

/** Quoted, with the schema of PostgreSQL. */
export function tableName(strapi: Core.Strapi, name: string): string {
  const schema = strapi.db.getSchemaName();
  return schema ? `"${schema}"."${name}"` : `"${name}"`;
}

export function typeTable(strapi: Core.Strapi, uid: string): string {
  return tableName(strapi, strapi.db.metadata.get(uid).tableName);
}

/** Of a field of our schemas: `textUpdatedAt` is `text_updated_at`. */
export function columnName(field: string): string {
  return `"${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;
}

/** @returns rows with the names of the columns. */
export async function readRows(
  strapi: Core.Strapi,
  sql: string,
  values: readonly (string | number)[],
): Promise<Fields[]> {
  return strapi.db.transaction(async ({ trx }) => {
    const answer: unknown = await trx.raw(sql, [...values]);
    return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as Fields[];
  });
}

/** SQLite stores milliseconds. @returns an ISO time, empty for none. */
export function readTime(stored: unknown): string {
  return stored === null || stored === undefined ? '' : new Date(stored as number | string | Date).toISOString();
}
