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

/** Reads the fields of a schema in `cms/src`. @throws when the schema does not exist or cannot be read. */
function readAttributes(file: string): Attributes {
  const cached = schemas.get(file);
  if (cached) return cached;
  const { attributes } = JSON.parse(readFileSync(join(cmsFolder, file), 'utf8')) as { attributes: Attributes };
  schemas.set(file, attributes);
  return attributes;
}

/** Reads the fields of a component; none for an unknown block, which the parser reports. */
function readComponentAttributes(name: unknown): Attributes {
  const file = `components/${String(name).replace('.', '/')}.json`;
  return existsSync(join(cmsFolder, file)) ? readAttributes(file) : {};
}

function findLengthFault(
  text: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Attribute,
): string | null {
  if (text.length > maxLength) return `${text.length} characters, and Strapi accepts at most ${maxLength}`;
  return text.length < minLength ? `${text.length} characters, and Strapi needs at least ${minLength}` : null;
}

function findFaults(value: unknown, attributes: Attributes, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const fieldValue = (value as Record<string, unknown>)[name];
    if (typeof fieldValue === 'string') {
      const fault = findLengthFault(fieldValue.trim(), attribute);
      return fault ? [`${path}${name}: ${fault}`] : [];
    }
    const parts = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
    return parts.flatMap((part: unknown, index) => {
      const at = `${path}${name}[${index}].`;
      if (attribute.type === 'component') return findFaults(part, readComponentAttributes(attribute.component), at);
      if (attribute.type === 'dynamiczone')
        return findFaults(part, readComponentAttributes((part as { __component?: unknown } | null)?.__component), at);
      return [];
    });
  });
}

/**
 * @param wire a document as in the files.
 * @returns a line for each text that its field in Strapi does not accept.
 * @throws when the type has no schema.
 */
export function editorLimitFindings(source: string, type: DocumentType, wire: unknown): string[] {
  const name = strapiName(type);
  const attributes = readAttributes(`api/${name}/content-types/${name}/schema.json`);
  return findFaults(wire, attributes, '').map((fault) => `${source}: ${fault}`);
}
