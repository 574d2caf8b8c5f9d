/** Which documents Strapi holds and how they are asked for: `cms/populate.json`, made from the schemas, by the site's own type names. */
import populate from '../../../cms/populate.json' with { type: 'json' };
import type { DocumentType } from '../../model.ts';

export interface StrapiType {
  type: DocumentType;
  /** Path of the REST endpoint. */
  endpoint: string;
  /** A type with one document, which has no key: its id is the type's name. */
  single: boolean;
  /** Not localised types count for every locale. */
  localized: boolean;
  /** The query that populates everything the site reads. */
  query: string;
}

/** Strapi allows no plural as a singular name; everything else is called the same. */
const renamed: Record<string, DocumentType> = { 'footer-link': 'footer-links' };

export const strapiTypes: readonly StrapiType[] = Object.entries(populate).map(
  ([name, { endpoint, single, localized, query }]) => ({
    type: renamed[name] ?? (name as DocumentType),
    endpoint,
    single,
    localized,
    query,
  }),
);

/** @param name Strapi's name of the type, as webhooks and previews have it. */
export function strapiTypeNamed(name: string): StrapiType | null {
  const type = renamed[name] ?? name;
  return strapiTypes.find((candidate) => candidate.type === type) ?? null;
}
