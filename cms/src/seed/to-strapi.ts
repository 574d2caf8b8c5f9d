/**
 * Converts a demonstration document to the schemas of Strapi. The differences:
 * - `id` becomes `key` (for a page also `path`), `updatedAt` becomes `textUpdatedAt`, a missing slug is the id;
 * - `{ file, alt }` becomes a media field and, where the schema has it, a text field `…Alt`, because Strapi stores one
 *   alternative text per file and the site needs one per language (`-` means decoration);
 * - a tick or dash in the account conditions becomes the word yes or no; keywords become one text with commas.
 */
import type { Attribute, Attributes } from '../setup/content-types';
import type { Source } from './read-demo';

export interface Resolver {
  components: Record<string, { attributes: Attributes }>;
  /** Id of the uploaded file. `own` gives the file a name for this language, where no text field can hold the text. */
  media(file: string, alt: string, own: boolean): Promise<number | null>;
  /** Strapi's id of a document by its key. */
  document(target: string, key: string): string | null;
  problem(text: string): void;
}

type Data = Record<string, unknown>;
const decoration = '-';
const renamed: Record<string, string> = { updatedAt: 'textUpdatedAt' };

export async function toStrapi(source: Source, attributes: Attributes, resolver: Resolver): Promise<Data> {
  const fields: Data = { ...source };
  if ('slug' in attributes) fields.slug ??= source.id;
  if ('path' in attributes) fields.path ??= source.id;
  if ('key' in attributes) fields.key = source.id;
  delete fields.id;
  for (const [from, to] of Object.entries(renamed)) {
    if (from in fields) fields[to] = fields[from];
    delete fields[from];
  }
  return convertFields(fields, attributes, resolver, '');
}

/** Empty values for the fields that the document no longer has: in an update, Strapi keeps fields that are not given. */
export function emptied(attributes: Attributes, data: Data): Data {
  const gaps = Object.entries(attributes).filter(([name]) => !(name in data) && name !== 'key');
  return Object.fromEntries(gaps.map(([name, attribute]) => [name, emptyValue(attribute)]));
}

function emptyValue(attribute: Attribute & { default?: unknown }): unknown {
  if (attribute.default !== undefined) return attribute.default;
  return attribute.repeatable ||
    attribute.multiple ||
    attribute.type === 'dynamiczone' ||
    attribute.relation?.endsWith('Many')
    ? []
    : null;
}

async function convertFields(fields: Data, attributes: Attributes, resolver: Resolver, path: string): Promise<Data> {
  const data: Data = {};
  for (const [name, value] of Object.entries(fields)) {
    const attribute = attributes[name];
    const at = path ? `${path}.${name}` : name;
    if (!attribute) {
      if (name !== '__component') resolver.problem(`${at}: the schema has no such field`);
    } else if (value !== null && value !== undefined) {
      data[name] = await convert(value, attribute, resolver, at);
      if (attribute.type === 'media' && `${name}Alt` in attributes) data[`${name}Alt`] = readAlt(value) || decoration;
    }
  }
  return data;
}

async function convert(value: unknown, attribute: Attribute, resolver: Resolver, path: string): Promise<unknown> {
  switch (attribute.type) {
    case 'media':
      return attribute.multiple
        ? list(value, (item) => media(item, resolver, path, true))
        : media(value, resolver, path, false);
    case 'relation':
      if (!attribute.relation?.endsWith('Many')) return related(value, attribute, resolver, path);
      return (await list(value, (item) => related(item, attribute, resolver, path))).filter(Boolean);
    case 'component':
      if (!attribute.repeatable) return component(value, attribute.component, resolver, path);
      return list(value, (item, index) => component(item, attribute.component, resolver, `${path}[${index}]`));
    case 'dynamiczone':
      return list(value, (item, index) =>
        component(item, (item as Data).__component as string, resolver, `${path}[${index}]`, true),
      );
    case 'string':
    case 'text':
    case 'richtext':
    case 'uid':
      return text(value, resolver, path);
    default:
      return value;
  }
}

async function list<T>(value: unknown, each: (item: unknown, index: number) => Promise<T> | T): Promise<T[]> {
  const result: T[] = [];
  for (const [index, item] of (Array.isArray(value) ? value : [value]).entries()) result.push(await each(item, index));
  return result;
}

async function component(
  value: unknown,
  uid: string | undefined,
  resolver: Resolver,
  path: string,
  zone = false,
): Promise<Data | null> {
  const schema = uid ? resolver.components[uid] : undefined;
  if (!schema) {
    resolver.problem(`${path}: no component “${String(uid)}”`);
    return null;
  }
  const fields: Data = typeof value === 'string' ? { key: value } : (value as Data);
  const data = await convertFields(fields, schema.attributes, resolver, path);
  return zone ? { __component: uid, ...data } : data;
}

const readAlt = (value: unknown) => String((value as Data).alt ?? '');

async function media(value: unknown, resolver: Resolver, path: string, own: boolean): Promise<number | null> {
  const file = (value as Data).file;
  const id = typeof file === 'string' ? await resolver.media(file, readAlt(value), own) : null;
  if (id === null) resolver.problem(`${path}: no file “${String(file)}” in media/`);
  return id;
}

function related(value: unknown, attribute: Attribute, resolver: Resolver, path: string): string | null {
  const id = resolver.document(attribute.target ?? '', String(value));
  if (id === null) resolver.problem(`${path}: no ${attribute.target?.split('.')[1] ?? 'document'} “${String(value)}”`);
  return id;
}

function text(value: unknown, resolver: Resolver, path: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  if (path.startsWith('features.') && /^(yes|no)$/i.test(String(value))) {
    resolver.problem(`${path}: write true or false; the word “${String(value)}” would become a tick or a dash`);
  }
  return String(value);
}
