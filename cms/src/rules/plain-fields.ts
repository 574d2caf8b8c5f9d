/** The fields of a document as plain JSON: what an editor wrote, so that equal content gives equal strings. */
import type { Core } from '@strapi/strapi';
import type { Attribute, Attributes, Fields } from '../setup/content-types';

/** A file is known by these; its address and sizes follow from them. */
export const fileFields = ['documentId', 'name', 'hash', 'ext', 'alternativeText'];

/** Attributes of a component as written in its file; empty when the component is no longer there. */
export function readPartAttributes(strapi: Core.Strapi, uid: string): Attributes {
  const component = strapi.components[uid as `${string}.${string}`] as unknown as
    | { __schema__: { attributes: Attributes } }
    | undefined;
  return component?.__schema__.attributes ?? {};
}

/** Leaves out what is empty, so that a field that an upgrade adds changes no hash. */
export function readPlainFields(strapi: Core.Strapi, attributes: Attributes, row: Fields): Fields {
  const fields: Fields = {};
  for (const [name, attribute] of sortEntries(attributes)) {
    const value = readPlainValue(strapi, attribute, row[name]);
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) fields[name] = value;
  }
  return fields;
}

function readPlainValue(strapi: Core.Strapi, attribute: Attribute, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const each = (read: (one: Fields) => unknown) => (Array.isArray(value) ? value.map(read) : read(value as Fields));
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
  return Object.fromEntries(sortEntries(value as Fields).map(([name, one]) => [name, sortKeys(one)]));
}

export function sortEntries<Value>(value: Record<string, Value>): [string, Value][] {
  return Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
}
