/** Drafts that differ from what is live, for somebody who plans a release. */
import type { Core } from '@strapi/strapi';
import { may } from '../rules/publish-rights';
import { contentTypes, nameDocument } from '../setup/content-types';
import type { Subject } from './decisions';

export interface OpenDraft extends Subject {
  name: string;
  /** ISO time. */
  changedAt: string;
}

interface Row extends Record<string, unknown> {
  documentId: string;
  locale: string | null;
  updatedAt: string | Date;
  publishedAt: unknown;
}
const mostDrafts = 300;
const nameFields = ['title', 'name', 'term', 'question', 'from', 'symbol', 'key'];

/** Newest first, of what the present user may publish. */
export async function findOpenDrafts(strapi: Core.Strapi): Promise<OpenDraft[]> {
  const found: OpenDraft[] = [];
  for (const { uid, localized, attributes } of contentTypes(strapi)) {
    const names = nameFields.filter((field) => field in attributes);
    const select = ['documentId', 'locale', 'updatedAt', 'publishedAt', ...names];
    const rows: Row[] = await strapi.db.query(uid).findMany({ select });
    const place = ({ documentId, locale }: Row) => `${documentId} ${localized ? locale : ''}`;
    const live = new Map(rows.flatMap((row) => (row.publishedAt ? [[place(row), time(row)]] : [])));
    for (const row of rows) {
      const locale = localized ? String(row.locale) : '';
      if (row.publishedAt || time(row) <= (live.get(place(row)) ?? 0) || !may(strapi, 'publish', uid, locale || null))
        continue;
      const { documentId } = row;
      found.push({
        uid,
        documentId,
        locale,
        name: nameDocument(strapi, uid, row),
        changedAt: new Date(row.updatedAt).toISOString(),
      });
    }
  }
  return found.sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1)).slice(0, mostDrafts);
}

function time({ updatedAt }: Row): number {
  return new Date(updatedAt).getTime();
}
