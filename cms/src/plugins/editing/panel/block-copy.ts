/** Copies a block of a form so that a save stores it as a new one: without the ids of its parts, with the files that it shows. */

type Fields = Record<string, unknown>;
export interface Schema {
  attributes: Record<string, { type: string; component?: string }>;
}

/** @param schemas of all components, by their uids. @returns the copy; its relations are empty, because a form only has their changes. */
export function copyBlock(block: Fields, uid: string, schemas: Record<string, Schema | undefined>): Fields {
  const attributes = schemas[uid]?.attributes ?? {};
  const entries = Object.entries(block).filter(([name]) => name !== 'id' && name !== '__temp_key__');
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const { type, component = '' } = attributes[name] ?? {};
      if (type === 'relation') return [name, { connect: [], disconnect: [] }];
      return [name, type === 'component' ? copyParts(value, component, schemas) : value];
    }),
  );
}

function copyParts(value: unknown, uid: string, schemas: Record<string, Schema | undefined>): unknown {
  if (Array.isArray(value))
    // The form tells the parts of a list apart by this key.
    return (value as Fields[]).map((part) => ({
      ...copyBlock(part, uid, schemas),
      ...('__temp_key__' in part && { __temp_key__: part.__temp_key__ }),
    }));
  return typeof value === 'object' && value !== null ? copyBlock(value as Fields, uid, schemas) : value;
}
