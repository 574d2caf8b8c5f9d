/** Strapi's document types and their queries under the site's own type names, from `cms/populate.json`, which is generated from the schemas. */
import populate from '../../cms/populate.json' with { type: 'json' };
import type { DocumentType } from '../model.ts';

export interface StrapiType {
  type: DocumentType;
  /** Path of the REST endpoint. */
  endpoint: string;
  /** A type with one document, which has no key: its id is the type's name. */
  single: boolean;
  /** False when the type's documents apply to every locale. */
  localized: boolean;
  /** The query that populates everything the site reads. */
  query: string;
}

/** Strapi allows no plural as a singular name; all other types have the same name on both sides. */
const renamed: Record<string, DocumentType> = { 'footer-link': 'footer-links' };

export const strapiTypes: readonly StrapiType[] = Object.entries(populate).map(
  ([name, { endpoint, single, localized, query }]) => {
    const type = renamed[name] ?? (name as DocumentType);
    return { type, endpoint, single, localized, query };
  },
);

/** Finds a type by Strapi's name, which webhooks and previews use. */
export function strapiTypeNamed(name: string): StrapiType | null {
  const type = renamed[name] ?? name;
  return strapiTypes.find((candidate) => candidate.type === type) ?? null;
}

/** Finds Strapi's singular name of a type. */
export function strapiName(type: DocumentType): string {
  return Object.keys(renamed).find((name) => renamed[name] === type) ?? type;
}
