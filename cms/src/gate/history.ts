/** What the panel shows of the ledger: versions of a document, one of them whole, and a version as a draft again. */
import type { Core } from '@strapi/strapi';
import { documents, type Attribute, type Attributes } from '../setup/content-types';
import { readContents, readRow, type LedgerRow } from './ledger';
import { namedAction, namedReason } from './record-changes';
import { findType, partAttributes } from './snapshot';

/** The content of a version, whose fields and components may no longer exist; null when the document was removed. */
export async function readVersion(
  strapi: Core.Strapi,
  { contentHash }: LedgerRow,
): Promise<Record<string, unknown> | null> {
  if (contentHash === null) return null;
  const content = (await readContents(strapi, [contentHash])).get(contentHash);
  if (content === undefined) throw new Error(`The content ${contentHash} is missing in the ledger.`);
  return JSON.parse(content) as Record<string, unknown>;
}

/** Writes a version into the draft; nothing changes for visitors. @returns the fields and components that it had and that no longer exist. */
export async function restoreVersion(strapi: Core.Strapi, seq: number): Promise<string[]> {
  const row = await readRow(strapi, seq);
  const type = row && findType(strapi, row.uid);
  const content = row && (await readVersion(strapi, row));
  if (!row || !type || !content) throw new Error(`Row ${seq} of the ledger has no version to restore.`);
  const left: string[] = [];
  const data = await toData(strapi, type.attributes, content, left);
  const reason = `Version of ${row.writtenAt}, row ${seq}`;
  const options = { documentId: row.documentId, data, ...(row.locale ? { locale: row.locale } : {}) };
  await namedAction.run('restore', () => namedReason.run(reason, () => documents(strapi, row.uid).update(options)));
  return left;
}

/** A version as the document service takes it: fields that the version lacks become empty. */
async function toData(
  strapi: Core.Strapi,
  attributes: Attributes,
  content: Record<string, unknown>,
  left: string[],
): Promise<Record<string, unknown>> {
  left.push(...Object.keys(content).filter((name) => name !== '__component' && !(name in attributes)));
  const data: Record<string, unknown> = {};
  for (const [name, attribute] of Object.entries(attributes))
    data[name] = await toValue(strapi, attribute, content[name], left);
  return data;
}

async function toValue(strapi: Core.Strapi, attribute: Attribute, value: unknown, left: string[]): Promise<unknown> {
  const list = value === undefined ? [] : ([value].flat() as Record<string, unknown>[]);
  switch (attribute.type) {
    case 'relation':
      return present(strapi, String(attribute.target), 'documentId', list);
    case 'media': {
      const hashes = list.map(({ hash }) => hash);
      const ids = await present(strapi, 'plugin::upload.file', 'hash', hashes, 'id');
      return attribute.multiple ? ids : (ids[0] ?? null);
    }
    case 'component': {
      const own = partAttributes(strapi, String(attribute.component));
      const parts = await inTurn(list, (part) => toData(strapi, own, part, left));
      return attribute.repeatable ? parts : (parts[0] ?? null);
    }
    case 'dynamiczone': {
      const known = list.filter(({ __component: uid }) => attribute.components?.includes(String(uid)));
      left.push(...list.filter((part) => !known.includes(part)).map(({ __component: uid }) => String(uid)));
      return inTurn(known, async (part) => ({
        __component: part.__component,
        ...(await toData(strapi, partAttributes(strapi, String(part.__component)), part, left)),
      }));
    }
    default:
      return value ?? null;
  }
}

/** Of these documents or files, those that are still there, in their order. */
async function present(
  strapi: Core.Strapi,
  uid: string,
  field: string,
  wanted: readonly unknown[],
  returned = field,
): Promise<unknown[]> {
  if (wanted.length === 0) return [];
  const rows: Record<string, unknown>[] = await strapi.db
    .query(uid)
    .findMany({ where: { [field]: { $in: wanted } }, select: [...new Set([field, returned])] });
  const found = new Map(rows.map((row) => [row[field], row[returned]]));
  return wanted.flatMap((one) => found.get(one) ?? []);
}

async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
