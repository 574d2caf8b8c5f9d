/** The content of documents as plain JSON: what an editor wrote, without the ids and dates of Strapi's rows. */
import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
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
/** A file is known by these; its address and sizes follow from them. */
const fileFields = ['documentId', 'name', 'hash', 'ext', 'alternativeText'];

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

/** Attributes of a component as written in its file; empty when the component is no longer there. */
export function readPartAttributes(strapi: Core.Strapi, uid: string): Attributes {
  const component = strapi.components[uid as `${string}.${string}`] as unknown as
    | { __schema__: { attributes: Attributes } }
    | undefined;
  return component?.__schema__.attributes ?? {};
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

/** Leaves out what is empty, so that a field that an upgrade adds changes no hash. */
function readPlainFields(
  strapi: Core.Strapi,
  attributes: Attributes,
  row: Record<string, unknown>,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, attribute] of sortEntries(attributes)) {
    const value = readPlainValue(strapi, attribute, row[name]);
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) fields[name] = value;
  }
  return fields;
}

function readPlainValue(strapi: Core.Strapi, attribute: Attribute, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const each = (read: (one: Record<string, unknown>) => unknown) =>
    Array.isArray(value) ? value.map(read) : read(value as Record<string, unknown>);
  switch (attribute.type) {
    case 'relation':
      return each(({ documentId }) => documentId);
    case 'media':
      return each((file) =>
        Object.fromEntries(fileFields.flatMap((field) => (file[field] ? [[field, file[field]]] : []))),
      );
    case 'component':
      return each((part) => readPlainFields(strapi, readPartAttributes(strapi, String(attribute.component)), part));
    case 'dynamiczone':
      return each((part) => {
        const uid = String(part.__component);
        return { __component: uid, ...readPlainFields(strapi, readPartAttributes(strapi, uid), part) };
      });
    default:
      return sortKeys(value);
  }
}

/** PostgreSQL returns the keys of JSON in an order of its own. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(sortEntries(value as Record<string, unknown>).map(([name, one]) => [name, sortKeys(one)]));
}

function sortEntries<Value>(value: Record<string, Value>): [string, Value][] {
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
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
