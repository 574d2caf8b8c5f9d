/** Describes our schemas for the rest of this project: which types are ours, and their attributes. */
import type { Core } from '@strapi/strapi';
import type { LocalizedDocument } from './localized-document';
import languages from './site-languages.json';

export interface Attribute {
  type: string;
  component?: string;
  components?: string[];
  repeatable?: boolean;
  multiple?: boolean;
  relation?: string;
  target?: string;
  required?: boolean;
  pluginOptions?: { i18n?: { localized?: boolean } };
}
export type Attributes = Record<string, Attribute>;
/** The values of a document or component by the names of their fields. */
export type Fields = Record<string, unknown>;
export type ApiUid = `api::${string}.${string}`;

export interface ContentType {
  uid: ApiUid;
  /** Singular name, as in the site's own model: `news-article`. */
  name: string;
  pluralName: string;
  single: boolean;
  localized: boolean;
  /** False for a type that only the panel uses. */
  onSite: boolean;
  /** As written in schema.json, without the columns that Strapi adds. */
  attributes: Attributes;
}

/** The languages of the site, by their codes. */
export type LocaleCode = keyof typeof languages;
export const localeCodes = Object.keys(languages) as readonly LocaleCode[];
export const defaultLocale: LocaleCode = 'en';
/** Names for messages in the panel. */
export const languageNames = Object.fromEntries(
  Object.entries(languages).map(([code, { englishName }]) => [code, englishName]),
) as Record<LocaleCode, string>;

export function contentTypes(strapi: Core.Strapi): ContentType[] {
  return Object.entries(strapi.contentTypes)
    .filter(([uid]) => uid.startsWith('api::'))
    .map(([uid, schema]) => ({
      uid: uid as ApiUid,
      name: schema.info.singularName,
      pluralName: schema.info.pluralName,
      single: schema.kind === 'singleType',
      localized: (schema.pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n?.localized === true,
      onSite: (schema.pluginOptions as { site?: { reads?: boolean } } | undefined)?.site?.reads !== false,
      attributes: (schema as unknown as { __schema__: { attributes: Attributes } }).__schema__.attributes,
    }));
}

interface PopulateBuilder {
  populateDeep(level: number): PopulateBuilder;
  build(): Promise<Fields>;
}

/** For a query that reads a document with all its components and files. */
export function populateAll(strapi: Core.Strapi, uid: string): Promise<Fields> {
  const builder = strapi.plugin('content-manager').service('populate-builder') as unknown as (
    uid: string,
  ) => PopulateBuilder;
  return builder(uid).populateDeep(Infinity).build();
}

/** The transaction of `strapi.db.transaction`. */
export type Transaction = Parameters<Parameters<Core.Strapi['db']['transaction']>[0]>[0]['trx'];

/** A document of any of our types, as the document service reads and writes it. */
export type Entry = { documentId: string; updatedAt: string | Date } & Fields;

export interface Documents {
  findFirst(options: Fields): Promise<Entry | null>;
  findMany(options: Fields): Promise<Entry[]>;
  findOne(options: Fields): Promise<Entry | null>;
  create(options: Fields): Promise<Entry>;
  update(options: Fields): Promise<Entry | null>;
}

/** Strapi's generated types differ by schema; code that loops over all schemas needs this one type. */
export function documents(strapi: Core.Strapi, uid: string): Documents {
  return strapi.documents(uid as ApiUid) as unknown as Documents;
}

export function isLocalized(strapi: Core.Strapi, uid: string): boolean {
  return (
    (strapi.contentType(uid as ApiUid).pluginOptions as { i18n?: { localized?: boolean } } | undefined)?.i18n
      ?.localized === true
  );
}

/** Fields that name a document, the best first. */
export const nameFields = ['title', 'name', 'term', 'question', 'from', 'symbol', 'key'];

/** The name of a document for messages: `Page “Forex”`. */
export function nameDocument(strapi: Core.Strapi, uid: string, entry: Fields): string {
  const name = nameFields.map((field) => entry[field]).find((value) => typeof value === 'string' && value !== '');
  const { displayName } = strapi.contentType(uid as ApiUid).info;
  return name ? `${displayName} “${String(name)}”` : displayName;
}

/** @returns the name of a document as its draft has it; `otherwise` when there is no draft. */
export async function readDocumentName(
  strapi: Core.Strapi,
  { uid, documentId, locale }: LocalizedDocument,
  otherwise: string,
): Promise<string> {
  const options = { documentId, status: 'draft', ...(locale ? { locale } : {}) };
  const entry = await documents(strapi, uid).findOne(options);
  return entry ? nameDocument(strapi, uid, entry) : otherwise;
}
