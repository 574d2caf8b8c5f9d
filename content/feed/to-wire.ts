/**
 * Converts Strapi's rows to the wire shape of `demo/README.md`, which the parser reads: `cms/README.md` lists the differences. Unexpected values
 * are passed on unchanged: the parser refuses them with a message that names the field.
 */
import type { DocumentType } from '../model.ts';
import type { StrapiType } from './strapi-types.ts';
import type { StrapiRow } from './strapi-answer.ts';

/** A file of Strapi's media library, as a row refers to it. */
export interface MediaReference {
  url: string;
  name: string;
  updatedAt: string;
  mime: string;
}

/** Finds the address of a file on the site's own origin; null when it could not be fetched (then R32's address is used). */
export type LocalAddress = (reference: MediaReference) => string | null;

type Fields = Record<string, unknown>;

/** Fields of a row that Strapi adds: they do not belong to the document. */
const bookkeeping = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
  'localizations',
  'key',
  'textUpdatedAt',
]);
const partBookkeeping = new Set(['id']);
/** Editors mark a decorative image with this alternative text, which is then empty on purpose. */
const decoration = '-';

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type MediaRow = Fields & Omit<MediaReference, 'name'>;

function isMedia(value: unknown): value is MediaRow {
  return (
    isFields(value) &&
    typeof value['url'] === 'string' &&
    typeof value['mime'] === 'string' &&
    typeof value['updatedAt'] === 'string'
  );
}

function toReference({ url, updatedAt, mime, name }: MediaRow): MediaReference {
  return { url, name: typeof name === 'string' ? name : '', updatedAt, mime };
}

/** Strapi 4 has no `documentId`: there a relation has no fields but `id` and its key. */
function isRelation(value: unknown): value is Fields & { key: unknown } {
  return (
    isFields(value) &&
    'key' in value &&
    ('documentId' in value || Object.keys(value).every((name) => name === 'id' || name === 'key'))
  );
}

/** A relation to a document without a key, which the site leaves out. */
function isLostLink(value: unknown): boolean {
  return isRelation(value) && (value.key === null || value.key === '');
}

/** Finds every file that a row refers to. */
export function findMedia(value: unknown): MediaReference[] {
  if (Array.isArray(value)) return value.flatMap(findMedia);
  if (isMedia(value)) return [toReference(value)];
  return isFields(value) ? Object.values(value).flatMap(findMedia) : [];
}

function toImage(media: MediaRow, ownAltText: unknown, findLocal: LocalAddress): Fields {
  const ownText = typeof ownAltText === 'string' && ownAltText !== '' ? ownAltText : null;
  const alternativeText = ownText === null ? (media['alternativeText'] ?? '') : ownText === decoration ? '' : ownText;
  return {
    url: media.url,
    local: findLocal(toReference(media)),
    alternativeText,
    width: media['width'],
    height: media['height'],
  };
}

function toFields(row: Fields, skip: ReadonlySet<string>, findLocal: LocalAddress): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(row)) {
    if (skip.has(name)) continue;
    // `imageAlt` belongs to its sibling `image`.
    if (name.endsWith('Alt') && name.slice(0, -3) in row) continue;
    fields[name] = isMedia(value) ? toImage(value, row[`${name}Alt`], findLocal) : toValue(value, findLocal);
  }
  return fields;
}

function toValue(value: unknown, findLocal: LocalAddress): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isLostLink(item)).map((item) => toValue(item, findLocal));
  if (isMedia(value)) return toImage(value, null, findLocal);
  if (isRelation(value)) return isLostLink(value) ? null : value.key;
  if (!isFields(value)) return value;
  const fields = toFields(value, partBookkeeping, findLocal);
  if (fields['__component'] === 'blocks.account-types' && Array.isArray(fields['features'])) {
    fields['features'] = fields['features'].map((feature: unknown) => (isFields(feature) ? feature['key'] : feature));
  }
  return fields;
}

/** Parses a tick or a dash, which Strapi stores as a word, because its fields have one type. */
function parseTick(value: unknown): unknown {
  if (value === 'yes') return true;
  return value === 'no' ? false : value;
}

/** Reads the id of a row's document, the same in every language; null when it has none. */
export function readId({ type, single }: StrapiType, row: StrapiRow): string | null {
  if (single) return type;
  const { key } = row;
  return typeof key === 'string' && key !== '' ? key : null;
}

/** Converts a row to its wire document. */
export function toWire(type: StrapiType, row: StrapiRow, findLocal: LocalAddress): Fields {
  const wire: Fields = {
    id: readId(type, row),
    updatedAt: row['textUpdatedAt'] ?? row.updatedAt,
    ...toFields(row, bookkeeping, findLocal),
  };
  if ((type.type satisfies DocumentType) === 'account-type' && isFields(wire['features'])) {
    wire['features'] = Object.fromEntries(
      Object.entries(wire['features']).map(([key, value]) => [key, parseTick(value)]),
    );
  }
  return wire;
}
