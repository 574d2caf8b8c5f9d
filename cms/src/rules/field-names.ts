/** Names fields in messages as the form of the panel does: Strapi's own messages have the names of the schema. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { ApiUid, Attributes, Fields } from '../setup/content-types';

interface Model {
  info: { displayName: string };
  attributes: Attributes;
  /** As in schema.json. */
  config?: { metadatas?: Record<string, { edit?: { label?: string } }> };
}
interface Fault {
  path: (string | number)[];
  message: string;
}

/**
 * The labels on the way to a field, such as `Link groups, Links, Address`.
 * @param document names the blocks on the way, as `Block 2 (Risk notice), Warning`.
 */
export function fieldLabel(
  strapi: Core.Strapi,
  uid: string,
  path: readonly (string | number)[],
  document: Fields = {},
): string {
  let model = strapi.contentType(uid as ApiUid) as unknown as Model | undefined;
  const labels: string[] = [];
  for (const [index, part] of path.entries()) {
    const name = String(part);
    if (/^\d+$/.test(name)) continue;
    const { component = findBlockComponent(document, path.slice(0, index + 2)), type } = model?.attributes[name] ?? {};
    const inner = component ? (strapi.components[component as `${string}.${string}`] as unknown as Model) : undefined;
    const isBlock = type === 'dynamiczone' && inner !== undefined;
    labels.push(
      isBlock
        ? `Block ${Number(path[index + 1]) + 1} (${inner.info.displayName})`
        : (model?.config?.metadatas?.[name]?.edit?.label ?? name),
    );
    model = inner;
  }
  return labels.join(', ');
}

/** The component of the block at a path such as `blocks.1`. */
function findBlockComponent(document: Fields, [zone = '', at = '']: readonly (string | number)[]): string | undefined {
  const blocks = document[zone];
  return Array.isArray(blocks) ? (blocks[Number(at)] as { __component?: string } | undefined)?.__component : undefined;
}

const typeNames: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  string: 'a text',
  array: 'a list',
  object: 'an entry with fields',
};

/** `menuPosition must be a `integer` type, but …` becomes `“Position” must be a whole number.`; of an empty field, that it is empty. */
function nameField(message: string, path: string[], label: string): string {
  const bracketed = path.join('.').replace(/\.(\d+)(?=\.|$)/g, '[$1]');
  const written = [bracketed, path.join('.'), path.at(-1) ?? '', 'This attribute', 'this'].find((name) =>
    message.startsWith(`${name} `),
  );
  const rest = written === undefined ? message : `“${label}”${message.slice(written.length)}`;
  return rest
    .replace(/(must be an? `\w+` type.*`null`.*|cannot be null\.?|must be defined\.?)$/s, 'is empty: fill it in.')
    .replace(/must be an? `(\w+)` type.*/s, (_, type: string) => `must be ${typeNames[type] ?? type}.`)
    .replace(/must be an integer/, 'must be a whole number');
}

/**
 * The faults of a refusal with the names that the form has; null for any other error.
 * @param document what was refused.
 */
export function tellFields(strapi: Core.Strapi, uid: string, error: unknown, document?: Fields): Fault[] | null {
  const faults = error instanceof errors.ValidationError && (error.details as { errors?: Fault[] }).errors;
  if (!faults) return null;
  return faults.map((fault) => {
    const path = fault.path.map(String);
    return { ...fault, message: nameField(fault.message, path, fieldLabel(strapi, uid, path, document)) };
  });
}

/** Register it first: it renames what the other rules and Strapi itself report. */
export function registerFieldNames(strapi: Core.Strapi): void {
  strapi.documents.use(async ({ uid, params }, next) => {
    try {
      return await next();
    } catch (error) {
      const { data } = params as { data?: Fields };
      const told = tellFields(strapi, uid, error, data);
      const faults = told && ((error as errors.ValidationError).details as { errors: Fault[] }).errors;
      const isOwn = !told || faults?.every(({ message }, index) => message === told[index]?.message);
      throw isOwn ? error : new errors.ValidationError(told.map(({ message }) => message).join(' '), { errors: told });
    }
  });
}
