/** The content of documents as plain JSON: what an editor wrote, without the ids and dates of Strapi's rows. */
import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { fileFields, readPartAttributes, readPlainFields, sortEntries } from '../../../rules/plain-fields';
import {
  contentTypes,
  type Attribute,
  type Attributes,
  type ContentType,
  type Entry,
} from '../../../setup/content-types';

export type State = 'draft' | 'live';
export interface Snapshot {
  documentId: string;
  /** Empty for a type without languages. */
  locale: string;
  state: State;
  /** JSON with sorted keys, so that equal content gives equal strings. */
  content: string;
}

type Populate = Record<string, unknown>;
/** Documents that one query reads, within the databases' limits for parameters. */
const documentsAtOnce = 200;

export function findType(strapi: Core.Strapi, uid: string): ContentType | undefined {
  return contentTypes(strapi).find((type) => type.uid === uid);
}

/** @returns drafts and live rows in every language. */
export async function readSnapshots(
  strapi: Core.Strapi,
  type: ContentType,
  documentIds: readonly string[],
): Promise<Snapshot[]> {
  const populate = buildPopulate(strapi, type.attributes);
  const found: Snapshot[] = [];
  for (let from = 0; from < documentIds.length; from += documentsAtOnce) {
    const where = { documentId: { $in: documentIds.slice(from, from + documentsAtOnce) } };
    const rows: Entry[] = await strapi.db.query(type.uid).findMany({ where, populate });
    for (const row of rows)
      found.push({
        documentId: row.documentId,
        locale: type.localized ? String(row.locale) : '',
        state: row.publishedAt ? 'live' : 'draft',
        content: JSON.stringify(readPlainFields(strapi, type.attributes, row)),
      });
  }
  return found;
}

/** @returns a hash of the fields of a type and of its components: the same while no schema changes. */
export function hashSchema(strapi: Core.Strapi, { attributes }: ContentType): string {
  const seen = new Set<string>();
  const describe = (fields: Attributes): unknown =>
    sortEntries(fields).map(([name, attribute]) => [name, attribute.type, inner(attribute)]);
  const inner = ({ component, components = [], target }: Attribute): unknown => {
    const uids = component ? [component] : components;
    return [
      target ?? null,
      ...uids.map((uid) => (seen.has(uid) ? uid : [seen.add(uid) && uid, describe(readPartAttributes(strapi, uid))])),
    ];
  };
  return hashText(JSON.stringify(describe(attributes)));
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads components and files whole, and of linked documents their ids. */
function buildPopulate(strapi: Core.Strapi, attributes: Attributes): Populate {
  const entries = Object.entries(attributes).flatMap(([name, attribute]): [string, unknown][] => {
    switch (attribute.type) {
      case 'relation':
        return [[name, { select: ['documentId'] }]];
      case 'media':
        return [[name, { select: fileFields }]];
      case 'component':
        return [[name, { populate: buildPopulate(strapi, readPartAttributes(strapi, String(attribute.component))) }]];
      case 'dynamiczone': {
        const parts = (attribute.components ?? []).map((uid) => [
          uid,
          { populate: buildPopulate(strapi, readPartAttributes(strapi, uid)) },
        ]);
        return [[name, { on: Object.fromEntries(parts) }]];
      }
      default:
        return [];
    }
  });
  return Object.fromEntries(entries);
}

/** Tells whether two versions differ in nothing but their links to other documents. */
export function differsOnlyInLinks(
  strapi: Core.Strapi,
  { attributes }: ContentType,
  one: string,
  other: string,
): boolean {
  const plain = (content: string) => JSON.stringify(dropLinks(strapi, attributes, JSON.parse(content)));
  return plain(one) === plain(other);
}

function dropLinks(strapi: Core.Strapi, attributes: Attributes, fields: Record<string, unknown>): unknown {
  const inPart = (uid: unknown) => (part: Record<string, unknown>) =>
    dropLinks(strapi, readPartAttributes(strapi, String(uid ?? part.__component)), part);
  return Object.entries(fields).flatMap(([name, value]): unknown[] => {
    const { type, component } = attributes[name] ?? {};
    if (type === 'relation') return [];
    if (type !== 'component' && type !== 'dynamiczone') return [[name, value]];
    return [
      [
        name,
        [value]
          .flat()
          .map((part) => [
            (part as { __component?: string }).__component,
            inPart(component)(part as Record<string, unknown>),
          ]),
      ],
    ];
  });
}
