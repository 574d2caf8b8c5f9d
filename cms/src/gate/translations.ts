/** Texts that a language lacks, or that are older there than their source: for the panel's page “Translations”. */
import type { Core } from '@strapi/strapi';
import { may } from '../rules/publish-rights';
import { contentTypes, defaultLocale, nameDocument, nameFields, type ContentType } from '../setup/content-types';
import type { Subject } from './decisions';

export interface OpenTranslation extends Subject {
  name: string;
  /** Whether the type has one document. */
  single: boolean;
  /** There is none; only a draft; or the source was changed after it. */
  kind: 'missing' | 'draft' | 'outdated';
  /** ISO times: when the live source was changed, and when the newest version of the translation was. */
  sourceAt: string;
  ownAt: string | null;
}

interface Row extends Record<string, unknown> {
  documentId: string;
  locale: string;
  publishedAt: unknown;
  textUpdatedAt: string | Date | null;
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

async function findInType(
  strapi: Core.Strapi,
  { uid, single, attributes }: ContentType,
  locale: string,
): Promise<OpenTranslation[]> {
  const select = [
    'documentId',
    'locale',
    'publishedAt',
    'textUpdatedAt',
    ...nameFields.filter((name) => name in attributes),
  ];
  const where = { locale: { $in: [defaultLocale, locale] } };
  const rows: Row[] = await strapi.db.query(uid).findMany({ select, where });
  const own = new Map<string, Row[]>();
  for (const row of rows) if (row.locale === locale) own.set(row.documentId, [...(own.get(row.documentId) ?? []), row]);
  return rows.flatMap((source): OpenTranslation[] => {
    const { documentId } = source;
    if (source.locale !== defaultLocale || !source.publishedAt) return [];
    const versions = own.get(documentId) ?? [];
    const times = versions.map(readTime).sort();
    const ownAt = times.at(-1) ?? null;
    const kind = findKind(readTime(source), ownAt, versions);
    const name = nameDocument(strapi, uid, source);
    return kind ? [{ uid, documentId, locale, name, single, kind, sourceAt: readTime(source), ownAt }] : [];
  });
}

function findKind(sourceAt: string, ownAt: string | null, versions: readonly Row[]): OpenTranslation['kind'] | null {
  if (ownAt === null) return 'missing';
  if (sourceAt > ownAt) return 'outdated';
  return versions.some(({ publishedAt }) => publishedAt) ? null : 'draft';
}

function readTime({ textUpdatedAt }: Row): string {
  return textUpdatedAt ? new Date(textUpdatedAt).toISOString() : '';
}
