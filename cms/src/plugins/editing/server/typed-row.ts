/**
 * Makes of the values in a form the row that Strapi would answer after a save: with the files and keys that the form only names. A required field
 * that is still empty gets a placeholder, because the site would leave out its block, or the whole page.
 */
import type { Core } from '@strapi/strapi';
import populate from '../../../../populate.json';
import { documents, type Attribute, type Attributes, type Entry } from '../../../setup/content-types';
import type { Question } from '../../../rules/check-route';

type Fields = Record<string, unknown>;

const mediaFields = ['url', 'name', 'alternativeText', 'width', 'height', 'mime', 'updatedAt'];

/** The saved draft, with everything that the site reads of it. */
export async function findTypedDraft(
  strapi: Core.Strapi,
  { type, documentId, locale }: Question,
): Promise<Entry | null> {
  if (!documentId && !type.single) return null;
  return documents(strapi, type.uid).findFirst({
    ...(documentId ? { filters: { documentId } } : {}),
    status: 'draft',
    ...(locale ? { locale } : {}),
    populate: (populate as Record<string, { populate: object }>)[type.name]?.populate,
  });
}

/** @param draft the result of `findTypedDraft`: what the form does not send stays as it is. */
export async function readTypedRow(
  strapi: Core.Strapi,
  { type, values }: Question,
  draft: Entry | null,
): Promise<Fields> {
  return { ...draft, ...(await readFields(strapi, type.attributes, values, draft ?? {})) };
}

async function readFields(strapi: Core.Strapi, attributes: Attributes, values: Fields, saved: Fields): Promise<Fields> {
  // A field that is empty from the beginning is missing.
  const entries = Object.entries(attributes).filter(
    ([name, { required }]) => name in values || (required && !(name in saved)),
  );
  const read = entries.map(async ([name, attribute]) => [
    name,
    await readValue(strapi, attribute, values[name], saved[name]),
  ]);
  return Object.fromEntries(await Promise.all(read)) as Fields;
}

/** What stands in a required field until something is typed, by the type of the field. */
const placeholders: Record<string, () => string> = {
  string: () => '…',
  text: () => '…',
  richtext: () => '…',
  date: () => new Date().toISOString().slice(0, 10),
  datetime: () => new Date().toISOString(),
};

async function readValue(strapi: Core.Strapi, attribute: Attribute, value: unknown, saved: unknown): Promise<unknown> {
  switch (attribute.type) {
    case 'media':
      return readFiles(strapi, attribute, value);
    case 'relation':
      return readRelation(strapi, attribute, asFields(value), saved);
    case 'component':
    case 'dynamiczone':
      return Array.isArray(value)
        ? Promise.all(value.map((part) => readComponent(strapi, attribute, part, saved)))
        : readComponent(strapi, attribute, value, saved);
    case 'json':
      return typeof value === 'string' ? parseJson(value) : value;
    default:
      return attribute.required && !value ? (placeholders[attribute.type]?.() ?? value) : value;
  }
}

async function readComponent(
  strapi: Core.Strapi,
  attribute: Attribute,
  value: unknown,
  saved: unknown,
): Promise<Fields | null> {
  const fields = asFields(value);
  const uid = attribute.component ?? (attribute.components ?? []).find((one) => one === fields.__component);
  if (value === null || value === undefined || !uid) return null;
  const schema = strapi.components[uid as keyof typeof strapi.components] as unknown as { attributes: Attributes };
  const before = asList(saved)
    .map(asFields)
    .find(({ id }) => id !== undefined && id === fields.id);
  return {
    ...(attribute.components ? { __component: uid } : {}),
    ...(await readFields(strapi, schema.attributes, fields, before ?? {})),
  };
}

/** From the database, because the site fetches what their addresses name. */
async function readFiles(strapi: Core.Strapi, { multiple }: Attribute, value: unknown): Promise<unknown> {
  const ids = asList(value).map((file) => Number(asFields(file).id));
  const where = { id: { $in: ids.filter(Number.isInteger) } };
  const rows: Fields[] =
    ids.length === 0
      ? []
      : await strapi.db.query('plugin::upload.file').findMany({ where, select: ['id', ...mediaFields] });
  const files = ids.flatMap((id) => rows.filter((row) => row.id === id));
  return multiple ? files : (files[0] ?? null);
}

/** The form sends what was added and removed. */
async function readRelation(
  strapi: Core.Strapi,
  { relation, target = '' }: Attribute,
  { connect, disconnect }: Fields,
  saved: unknown,
): Promise<unknown> {
  const added = asList(connect).map(readDocumentId);
  const removed = new Set(asList(disconnect).map(readDocumentId));
  const rows: Fields[] =
    added.length === 0
      ? []
      : await strapi.db
          .query(target as 'api::tag.tag')
          .findMany({ where: { documentId: { $in: added } }, select: ['documentId', 'key'] });
  const found = added.map((id) => rows.find((row) => row.documentId === id)).filter((row) => row !== undefined);
  const stayed = asList(saved)
    .map(asFields)
    .filter(({ documentId }) => !removed.has(documentId) && !added.includes(documentId));
  const all = [...stayed, ...found].map(({ documentId, key }) => ({ documentId, key }));
  return relation?.endsWith('Many') ? all : (all.at(-1) ?? null);
}

function readDocumentId(added: unknown): unknown {
  const { documentId, apiData } = asFields(added);
  return documentId ?? asFields(apiData).documentId;
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** A table that is half typed stays a text, which the site leaves out. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
