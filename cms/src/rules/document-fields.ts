/** Lists the fields of a document and of all its components, for the rules that look at every text, link or picture. */
import type { Core } from '@strapi/strapi';
import { contentTypes, type Attribute, type Attributes, type Fields } from '../setup/content-types';
import type { Problem } from './problem';

export interface Field {
  path: Problem['path'];
  name: string;
  attribute: Attribute;
  /** All fields of the same document or component, by their names. */
  model: Attributes;
  value: unknown;
  /** Their values. */
  beside: Fields;
  /** The component that has the field, such as `blocks.hero`; null in the document itself. */
  component: string | null;
}

/** @param document with its components, as Strapi returns it or as the panel's form has it. */
export function listFields(strapi: Core.Strapi, uid: string, document: Fields): Field[] {
  const attributes = contentTypes(strapi).find((type) => type.uid === uid)?.attributes ?? {};
  return collectFields(strapi, attributes, document, [], null);
}

function collectFields(
  strapi: Core.Strapi,
  attributes: Attributes,
  fields: Fields,
  at: Problem['path'],
  component: string | null,
): Field[] {
  return Object.entries(attributes).flatMap(([name, attribute]): Field[] => {
    const value = fields[name];
    const path = [...at, name];
    if (attribute.type !== 'component' && attribute.type !== 'dynamiczone')
      return [{ path, name, attribute, model: attributes, value, beside: fields, component }];
    return [value ?? []].flat().flatMap((part, index) => {
      if (typeof part !== 'object' || part === null) return [];
      const own = part as Fields;
      const uid = String(attribute.component ?? own.__component);
      const inner = (strapi.components[uid as `${string}.${string}`]?.attributes ?? {}) as unknown as Attributes;
      return collectFields(strapi, inner, own, Array.isArray(value) ? [...path, index] : path, uid);
    });
  });
}
