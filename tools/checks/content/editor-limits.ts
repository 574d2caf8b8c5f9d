/**
 * Finds texts in `demo/` that are longer or shorter than Strapi accepts. The seed skips such a document, so Strapi would have fewer articles than the
 * files.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strapiName } from '../../../content/feed/strapi-types.ts';
import type { DocumentType } from '../../../content/model.ts';
import { projectRoot } from '../../project-root.ts';

interface Attribute {
  type: string;
  minLength?: number;
  maxLength?: number;
  /** `folder.name`, of an attribute that holds components. */
  component?: string;
}
type Attributes = Record<string, Attribute>;

const cmsFolder = join(projectRoot, 'cms/src');
const schemas = new Map<string, Attributes>();

/** The fields of a schema in `cms/src`. @throws when there is none, or it cannot be read. */
function attributesIn(file: string): Attributes {
  const known = schemas.get(file);
  if (known) return known;
  const { attributes } = JSON.parse(readFileSync(join(cmsFolder, file), 'utf8')) as { attributes: Attributes };
  schemas.set(file, attributes);
  return attributes;
}

/** An unknown block has no fields here; the parser reports it. */
function componentAttributes(name: unknown): Attributes {
  const file = `components/${String(name).replace('.', '/')}.json`;
  return existsSync(join(cmsFolder, file)) ? attributesIn(file) : {};
}

function lengthFault(text: string, { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Attribute): string | null {
  if (text.length > maxLength) return `${text.length} characters, and Strapi takes ${maxLength}`;
  return text.length < minLength ? `${text.length} characters, and Strapi wants ${minLength}` : null;
}

function faultsIn(value: unknown, attributes: Attributes, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const own = (value as Record<string, unknown>)[name];
    if (typeof own === 'string') {
      const fault = lengthFault(own.trim(), attribute);
      return fault ? [`${path}${name}: ${fault}`] : [];
    }
    const parts = Array.isArray(own) ? own : [own];
    return parts.flatMap((part: unknown, index) => {
      const at = `${path}${name}[${index}].`;
      if (attribute.type === 'component') return faultsIn(part, componentAttributes(attribute.component), at);
      if (attribute.type === 'dynamiczone')
        return faultsIn(part, componentAttributes((part as { __component?: unknown } | null)?.__component), at);
      return [];
    });
  });
}

/**
 * @param wire a document as the files have it.
 * @returns a line for each text that its field in Strapi does not take.
 * @throws when the type has no schema.
 */
export function editorLimitFindings(source: string, type: DocumentType, wire: unknown): string[] {
  const name = strapiName(type);
  const attributes = attributesIn(`api/${name}/content-types/${name}/schema.json`);
  return faultsIn(wire, attributes, '').map((fault) => `${source}: ${fault}`);
}
