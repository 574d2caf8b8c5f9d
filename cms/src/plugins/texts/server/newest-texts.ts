/** The newest versions of all documents, as the ledger has them: for pages of the panel that look into every text. */
import type { Core } from '@strapi/strapi';
import { may } from '../../../rules/publish-rights';
import { contentTypes, localeCodes, type ContentType } from '../../../setup/content-types';
import { readContents } from '../../ledger/server/ledger';
import { contentsTable, isPostgres, ledgerTable } from '../../ledger/server/ledger-tables';
import { readRows, tableName } from '../../../setup/tables';
import { findType, hashText, readSnapshots, type State } from '../../ledger/server/snapshot';
import type { LocalizedDocument } from '../../../setup/localized-document';

/** A document in one language, as Strapi has it now. */
export interface Text {
  type: ContentType;
  document: LocalizedDocument;
  /** What there is of it. */
  versions: { state: State; hash: string; content: Record<string, unknown> }[];
}

/** A newest version, draft or live. A draft equal to the live version has no row. */
interface NewestVersion extends LocalizedDocument {
  hash: string;
}

type Row = Record<string, string>;
const textsAtOnce = 50;
/** Contents that one query reads, within the databases' limits for parameters. */
const contentsAtOnce = 500;

/** Reads documents with any of the words in their newest versions, whatever their case, of the types and languages that the user may read. */
export async function* findTextsWith(strapi: Core.Strapi, words: readonly string[]): AsyncGenerator<Text, undefined> {
  const like = words.map(() => `c.content ${isPostgres(strapi) ? 'ILIKE' : 'LIKE'} ? ESCAPE '!'`).join(' OR ');
  const rows = await readNewest(strapi, 'DISTINCT r.uid, r.document_id, r.locale', like, words.map(toPattern));
  return yield* readTexts(strapi, rows.map(toDocument));
}

export async function listNewestVersions(strapi: Core.Strapi): Promise<NewestVersion[]> {
  const rows = await readNewest(strapi, 'r.uid, r.document_id, r.locale, r.content_hash');
  return rows.map((row) => ({ ...toDocument(row), hash: row.content_hash ?? '' }));
}

/** Reads contents by their hashes, some at a time. */
export async function* readContentsInParts(
  strapi: Core.Strapi,
  hashes: readonly string[],
): AsyncGenerator<ReadonlyMap<string, string>> {
  for (let from = 0; from < hashes.length; from += contentsAtOnce) {
    yield await readContents(strapi, hashes.slice(from, from + contentsAtOnce));
    // SQLite answers at once: others have their turn here.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Reads the rows of documents as they are now. */
export async function* readTexts(
  strapi: Core.Strapi,
  documents: readonly LocalizedDocument[],
): AsyncGenerator<Text, undefined> {
  for (const [uid, own] of Map.groupBy(documents, (document) => document.uid)) {
    const type = findType(strapi, uid);
    for (let from = 0; type && from < own.length; from += textsAtOnce) {
      const some = own.slice(from, from + textsAtOnce);
      const rows = await readSnapshots(strapi, type, [...new Set(some.map(({ documentId }) => documentId))]);
      for (const document of some) {
        const present = rows.filter((row) => row.documentId === document.documentId && row.locale === document.locale);
        const versions = present.map(({ state, content }) => ({
          state,
          hash: hashText(content),
          content: JSON.parse(content) as Record<string, unknown>,
        }));
        yield { type, document, versions };
      }
    }
  }
  return undefined;
}

async function readNewest(strapi: Core.Strapi, columns: string, where = '1 = 1', values: string[] = []) {
  const readable = contentTypes(strapi).flatMap(({ uid, localized }) =>
    (localized ? localeCodes : ['']).flatMap((locale) =>
      may(strapi, 'read', uid, locale || null) ? [[uid, locale] as const] : [],
    ),
  );
  if (readable.length === 0) return [];
  const [ledger, contents] = [tableName(strapi, ledgerTable), tableName(strapi, contentsTable)];
  const newest = `SELECT max(seq) AS seq FROM ${ledger} WHERE state IN ('draft', 'live') GROUP BY uid, document_id, locale, state`;
  const sql = `SELECT ${columns} FROM (${newest}) n JOIN ${ledger} r ON r.seq = n.seq
    JOIN ${contents} c ON c.hash = r.content_hash WHERE (${where})
    AND (r.uid, r.locale) IN (VALUES ${readable.map(() => '(?, ?)').join(', ')}) ORDER BY r.uid, r.document_id, r.locale`;
  return (await readRows(strapi, sql, [...values, ...readable.flat()])) as Row[];
}

function toDocument({ uid = '', document_id: documentId = '', locale = '' }: Row): LocalizedDocument {
  return { uid, documentId, locale };
}

/** The words as they stand in JSON. SQLite folds the case of English letters only, so every other character may be any: the fields are compared after. */
function toPattern(words: string): string {
  const written = JSON.stringify(words).slice(1, -1);
  return `%${written.replace(/[%_!]/g, '!$&').replace(/[^\0-\x7f]/gu, '%')}%`;
}
