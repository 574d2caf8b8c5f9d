/** Texts that a language lacks, or that are older there than their source: for the panel's page “Translations”. */
import type { Core } from '@strapi/strapi';
import { may } from '../../../rules/publish-rights';
import { contentTypes, defaultLocale, nameDocument, nameFields, type ContentType } from '../../../setup/content-types';
import { columnName, readRows, readTime, typeTable } from '../../../setup/tables';
import type { LocalizedDocument } from '../../../setup/localized-document';

export interface OpenTranslation extends LocalizedDocument {
  name: string;
  /** Whether the type has one document. */
  single: boolean;
  /** There is none; only a draft; or the source was changed after it. */
  kind: 'missing' | 'draft' | 'outdated';
  /** ISO times: when the live source was changed, and when the newest version of the translation was. */
  sourceAt: string;
  ownAt: string | null;
}

/** Of the types that the user may read in this language; the newest change of a source first. */
export async function findOpenTranslations(strapi: Core.Strapi, locale: string): Promise<OpenTranslation[]> {
  const types = contentTypes(strapi).filter(
    ({ uid, localized, attributes }) => localized && 'textUpdatedAt' in attributes && may(strapi, 'read', uid, locale),
  );
  const found: OpenTranslation[] = [];
  for (const type of types) found.push(...(await findInType(strapi, type, locale)));
  return found.sort((one, other) => (one.sourceAt < other.sourceAt ? 1 : -1));
}

/** The database compares, so that only what is open is read. */
async function findInType(
  strapi: Core.Strapi,
  { uid, single, attributes }: ContentType,
  locale: string,
): Promise<OpenTranslation[]> {
  const names = nameFields.filter((name) => name in attributes).map((name) => `s.${columnName(name)}`);
  const table = typeTable(strapi, uid);
  const rows = await readRows(
    strapi,
    `SELECT ${['s.document_id', 's.text_updated_at', ...names].join(', ')},
       max(o.text_updated_at) AS own_at, count(o.id) AS versions, count(o.published_at) AS live
     FROM ${table} s LEFT JOIN ${table} o ON o.document_id = s.document_id AND o.locale = ?
     WHERE s.locale = ? AND s.published_at IS NOT NULL GROUP BY s.id
     HAVING count(o.published_at) = 0 OR s.text_updated_at > max(o.text_updated_at)
       OR (s.text_updated_at IS NOT NULL AND max(o.text_updated_at) IS NULL)`,
    [locale, defaultLocale],
  );
  return rows.map((row): OpenTranslation => {
    const [sourceAt, ownAt] = [readTime(row.text_updated_at), readTime(row.own_at)];
    const kind = Number(row.versions) === 0 ? 'missing' : sourceAt > ownAt ? 'outdated' : 'draft';
    const documentId = String(row.document_id);
    const name = nameDocument(strapi, uid, row);
    return { uid, documentId, locale, name, single, kind, sourceAt, ownAt: kind === 'missing' ? null : ownAt };
  });
}
