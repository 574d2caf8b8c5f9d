/** Drafts that differ from what is live, for somebody who plans a release. */
import type { Core } from '@strapi/strapi';
import { may } from '../../../rules/publish-rights';
import { contentTypes, localeCodes, nameDocument, nameFields } from '../../../setup/content-types';
import { columnName, readRows, readTime, typeTable } from '../../../setup/tables';
import type { LocalizedDocument } from '../../../setup/localized-document';

export interface OpenDraft extends LocalizedDocument {
  name: string;
  /** ISO time. */
  changedAt: string;
}

const maxDrafts = 300;

/** Newest first, of what the present user may publish. */
export async function findOpenDrafts(strapi: Core.Strapi): Promise<OpenDraft[]> {
  const found: OpenDraft[] = [];
  for (const { uid, localized, attributes } of contentTypes(strapi)) {
    const locales = (localized ? localeCodes : ['']).filter((locale) => may(strapi, 'publish', uid, locale || null));
    if (locales.length === 0) continue;
    const names = nameFields.filter((field) => field in attributes).map((field) => `d.${columnName(field)}`);
    const table = typeTable(strapi, uid);
    // The database compares, so that only open drafts are read. Types without languages have no locale.
    const rows = await readRows(
      strapi,
      `SELECT ${['d.document_id', 'd.locale', 'd.updated_at', ...names].join(', ')} FROM ${table} d
       LEFT JOIN ${table} l ON l.document_id = d.document_id AND l.published_at IS NOT NULL
         AND coalesce(l.locale, '') = coalesce(d.locale, '')
       WHERE d.published_at IS NULL AND (l.id IS NULL OR d.updated_at > l.updated_at)
         ${localized ? `AND d.locale IN (${locales.map(() => '?').join(', ')})` : ''}
       ORDER BY d.updated_at DESC LIMIT ${maxDrafts}`,
      localized ? locales : [],
    );
    for (const row of rows)
      found.push({
        uid,
        documentId: String(row.document_id),
        locale: localized ? String(row.locale) : '',
        name: nameDocument(strapi, uid, row),
        changedAt: readTime(row.updated_at),
      });
  }
  return found.sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1)).slice(0, maxDrafts);
}
