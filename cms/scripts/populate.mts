/**
 * Writes populate.json: for each type the REST query that returns everything the site needs, derived from the schemas, because Strapi returns
 * nested fields only when the query names them. Run after every change of a schema: `npm run populate`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeGenerated } from './write-generated.mts';

interface Attribute {
  type: string;
  component?: string;
  components?: string[];
  target?: string;
}
interface Schema {
  kind?: string;
  info: { singularName: string; pluralName: string };
  pluginOptions?: { i18n?: { localized?: boolean }; site?: { reads?: boolean } };
  attributes: Record<string, Attribute>;
}
type Populate = { [name: string]: Populate } | string[] | true;

const src = path.join(import.meta.dirname, '..', 'src');
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Schema;

/** The fields of a file that the site reads; `updatedAt` changes when a picture is replaced at the same address. */
const mediaFields = ['url', 'name', 'alternativeText', 'width', 'height', 'mime', 'updatedAt'];

function buildPopulate(attributes: Record<string, Attribute>): Record<string, Populate> {
  const entries = Object.entries(attributes).flatMap(([name, attribute]): [string, Populate][] => {
    switch (attribute.type) {
      case 'media':
        return [[name, { fields: mediaFields }]];
      case 'relation':
        return [[name, { fields: ['key'] }]];
      case 'component':
        return [[name, nested(attribute.component ?? '')]];
      case 'dynamiczone':
        return [[name, { on: Object.fromEntries((attribute.components ?? []).map((uid) => [uid, nested(uid)])) }]];
      default:
        return [];
    }
  });
  return Object.fromEntries(entries);
}

function nested(uid: string): Populate {
  const [category, name] = uid.split('.') as [string, string];
  const populate = buildPopulate(read(path.join(src, 'components', category, `${name}.json`)).attributes);
  return Object.keys(populate).length > 0 ? { populate } : true;
}

/** The bracket notation of a query string, keys unescaped as Strapi's own documentation writes them. */
function brackets(value: Populate, prefix: string): string[] {
  if (value === true) return [`${prefix}=true`];
  if (Array.isArray(value)) return value.map((item, index) => `${prefix}[${index}]=${item}`);
  return Object.entries(value).flatMap(([key, inner]) => brackets(inner, `${prefix}[${key}]`));
}

const plan = Object.fromEntries(
  readdirSync(path.join(src, 'api'))
    .sort()
    .map((name) => ({ name, schema: read(path.join(src, 'api', name, 'content-types', name, 'schema.json')) }))
    .filter(({ schema }) => schema.pluginOptions?.site?.reads !== false)
    .map(({ name, schema }) => {
      const single = schema.kind === 'singleType';
      const populate = buildPopulate(schema.attributes);
      return [
        name,
        {
          endpoint: `/api/${single ? schema.info.singularName : schema.info.pluralName}`,
          single,
          localized: schema.pluginOptions?.i18n?.localized === true,
          populate,
          query: Object.keys(populate).length > 0 ? brackets(populate, 'populate').join('&') : '',
        },
      ];
    }),
);
writeGenerated('populate.json', plan, 'populate');
