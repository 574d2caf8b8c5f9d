/** Finds where a file of the media library is used: selected in a document or one of its components, or mentioned by address in a text. */
import type { Core } from '@strapi/strapi';
import {
  contentTypes,
  nameDocument,
  type ApiUid,
  type Attributes,
  type Entry,
  type Fields,
} from '../../setup/content-types';
import { inLanguages } from '../publish-rights';

export interface StoredFile {
  id: number;
  name: string;
  /** Part of the file's address; occurs nowhere else. */
  hash: string;
  alternativeText: string | null;
}

/** A row of a document that uses a file. */
export interface MediaUse {
  uid: ApiUid;
  documentId: string;
  locale: string | null;
  published: boolean;
  /** For messages: `Page “Forex”`. */
  name: string;
}

/** A row of a type or of a component. */
type Row = readonly [uid: string, id: number];

/** Rows that one query reads, within the databases' limits for parameters. */
const rowsAtOnce = 500;
const fileUid = 'plugin::upload.file';
const texts = new Set(['richtext', 'text', 'string']);

/** @returns one use for each language and state (draft, published); empty when nothing uses the file. */
export async function mediaUses(strapi: Core.Strapi, file: StoredFile): Promise<MediaUse[]> {
  return strapi.db.transaction(async () =>
    findDocuments(strapi, [...(await chosenIn(strapi, file)), ...(await mentionedIn(strapi, file))]),
  );
}

/** The documents to which rows belong. Follows components upwards to the document that contains them. */
export async function findDocuments(strapi: Core.Strapi, rows: readonly Row[]): Promise<MediaUse[]> {
  const types = new Map(contentTypes(strapi).map((type) => [type.uid as string, type]));
  const found: MediaUse[] = [];
  let open = rows;
  while (open.length > 0) {
    const above: Row[] = [];
    for (const [uid, ids] of Map.groupBy(open, ([name]) => name)) {
      const type = types.get(uid);
      const unique = [...new Set(ids.map(([, id]) => id))];
      if (!type) above.push(...(await findOwners(strapi, uid, unique)));
      else {
        const entries: Entry[] = [];
        for (let from = 0; from < unique.length; from += rowsAtOnce) {
          const where = { id: { $in: unique.slice(from, from + rowsAtOnce) } };
          entries.push(...(await strapi.db.query(type.uid).findMany({ where })));
        }
        found.push(
          ...entries.map((entry) => ({
            uid: type.uid,
            documentId: entry.documentId,
            locale: type.localized ? String(entry.locale) : null,
            published: Boolean(entry.publishedAt),
            name: nameDocument(strapi, uid, entry),
          })),
        );
      }
    }
    open = above;
  }
  return found;
}

/** One list for each document. */
export function groupUses(uses: readonly MediaUse[]): MediaUse[][] {
  return [...Map.groupBy(uses, (use) => `${use.uid} ${use.documentId}`).values()];
}

/** `Page “Forex” in English and Spanish, and 2 more`. */
export function listUses(uses: readonly MediaUse[], most = 3): string {
  const documents = groupUses(uses).map((rows) => {
    const draft = rows.every(({ published }) => !published) ? ' (a draft)' : '';
    return `${rows[0]?.name}${inLanguages(rows.map(({ locale }) => locale))}${draft}`;
  });
  const more = documents.length > most ? [`${documents.length - most} more`] : [];
  return new Intl.ListFormat('en-GB').format([...documents.slice(0, most), ...more]);
}

async function chosenIn(strapi: Core.Strapi, { id }: StoredFile): Promise<Row[]> {
  const rows = await select(strapi, joinTable(strapi, fileUid, 'related'), { file_id: id });
  return rows.map((row): Row => [String(row.related_type), Number(row.related_id)]);
}

/** The panel's text editor inserts a file by its address, and a link may lead to it. */
async function mentionedIn(strapi: Core.Strapi, { hash }: StoredFile): Promise<Row[]> {
  const found: Row[] = [];
  for (const [uid, attributes] of models(strapi)) {
    const mentions = Object.entries(attributes)
      .filter(([, { type }]) => texts.has(type))
      .map(([name]) => ({ [name]: { $contains: hash } }));
    if (mentions.length === 0) continue;
    const rows = await strapi.db.query(uid).findMany({ where: { $or: mentions }, select: ['id'] });
    found.push(...rows.map((row): Row => [uid, Number(row.id)]));
  }
  return found;
}

/** The rows that contain these components. */
async function findOwners(strapi: Core.Strapi, component: string, ids: readonly number[]): Promise<Row[]> {
  const found: Row[] = [];
  for (const [uid, attributes] of models(strapi)) {
    const part = Object.entries(attributes).find(
      ([, attribute]) => attribute.component === component || attribute.components?.includes(component),
    );
    if (!part) continue;
    // Strapi stores all components of a model in one table, whatever their field.
    for (const id of ids) {
      const rows = await select(strapi, joinTable(strapi, uid, part[0]), { component_type: component, cmp_id: id });
      found.push(...rows.map((row): Row => [uid, Number(row.entity_id)]));
    }
  }
  return found;
}

/** All types and components, with their attributes. */
export function models(strapi: Core.Strapi): [uid: string, attributes: Attributes][] {
  const components = Object.entries(strapi.components).map(([uid, { attributes }]): [string, Attributes] => [
    uid,
    attributes as unknown as Attributes,
  ]);
  return [...contentTypes(strapi).map((type): [string, Attributes] => [type.uid, type.attributes]), ...components];
}

function joinTable(strapi: Core.Strapi, uid: string, attribute: string): string {
  const { attributes } = strapi.db.metadata.get(uid) as unknown as {
    attributes: Record<string, { joinTable?: { name: string } }>;
  };
  const name = attributes[attribute]?.joinTable?.name;
  if (!name) throw new Error(`${uid} has no table for ${attribute}.`);
  return name;
}

/** Uses the caller's transaction: SQLite has one connection, so a second transaction would deadlock. */
async function select(strapi: Core.Strapi, table: string, where: Fields): Promise<Fields[]> {
  return strapi.db.transaction(async ({ trx }) =>
    strapi.db.getConnection(table).select('*').where(where).transacting(trx),
  );
}
