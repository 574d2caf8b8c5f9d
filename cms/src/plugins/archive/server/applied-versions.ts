/** Who wrote and approved the versions that were live at a moment: the ledger's side of a page in the archive. */
import type { Core } from '@strapi/strapi';
import { may } from '../../../rules/publish-rights';
import { contentTypes, type ContentType, type Transaction } from '../../../setup/content-types';
import { contentsTable } from '../../ledger/server/ledger-tables';
import { fromColumns, ledgerRows, type Columns, type LedgerRow } from '../../ledger/server/ledger';
import { nameRows } from '../../ledger/server/ledger-search';

export interface AppliedVersion {
  /** As the site writes it: `page/forex.es`. */
  document: string;
  /** `Page “Forex”`; empty when the ledger has nothing of it, or the user may not read it. */
  name: string;
  /** What made it live. */
  row: LedgerRow | null;
  /** Those who changed the draft since it was last live. */
  writers: LedgerRow['actor'][];
  approval: LedgerRow | null;
}

interface SiteDocument {
  document: string;
  type: ContentType;
  key: string;
  locale: string;
}

/** @param documents keys of the site. @param at ISO time. @returns one for each, in their order. */
export async function readAppliedVersions(
  strapi: Core.Strapi,
  documents: readonly string[],
  at: string,
): Promise<AppliedVersion[]> {
  const types = contentTypes(strapi);
  const named = documents.map((document) => parseSiteDocument(types, document));
  const known = named.filter(
    (one) => one !== null && may(strapi, 'read', one.type.uid, one.locale || null),
  ) as SiteDocument[];
  const ids = await findIds(strapi, known);
  const versions = new Map<string, Omit<AppliedVersion, 'document' | 'name'>>();
  await strapi.db.transaction(async ({ trx }) => {
    for (const { document, type, key, locale } of known) {
      const documentId = ids.get(`${type.uid} ${key}`) ?? (await findLostId(strapi, trx, type, key));
      if (documentId) versions.set(document, await readVersion(strapi, trx, { uid: type.uid, documentId, locale }, at));
    }
  });
  const rows = [...versions.values()].flatMap(({ row }) => row ?? []);
  const names = await nameRows(strapi, rows);
  return documents.map((document) => {
    const version = versions.get(document) ?? { row: null, writers: [], approval: null };
    return { document, name: version.row ? (names.get(version.row.seq) ?? '') : '', ...version };
  });
}

/** @returns null for a kind that Strapi does not have. A few types have another name on the site: their plural. */
function parseSiteDocument(types: readonly ContentType[], document: string): SiteDocument | null {
  const [, name, key = '', locale = ''] = /^([^/]+)\/(.+)\.([^.]+)$/.exec(document) ?? [];
  const type = types.find((one) => one.name === name || one.pluralName === name);
  return type ? { document, type, key, locale: type.localized ? locale : '' } : null;
}

/** The ids of documents by their type and key. */
async function findIds(strapi: Core.Strapi, wanted: readonly SiteDocument[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const type of new Set(wanted.map((one) => one.type))) {
    const keys = wanted.filter((one) => one.type === type).map(({ key }) => key);
    const rows: { documentId: string; key?: string }[] = await strapi.db.query(type.uid).findMany({
      where: type.single ? {} : { key: { $in: keys } },
      select: type.single ? ['documentId'] : ['documentId', 'key'],
    });
    for (const { documentId, key = type.name } of rows) ids.set(`${type.uid} ${key}`, documentId);
  }
  return ids;
}

/** The id of a document that was deleted: the ledger still has what was in it. */
async function findLostId(
  strapi: Core.Strapi,
  trx: Transaction,
  { uid }: ContentType,
  key: string,
): Promise<string | undefined> {
  const text = JSON.stringify({ key }).slice(1, -1);
  const contents = strapi.db
    .getConnection(contentsTable)
    .transacting(trx)
    .select('hash')
    .whereRaw(`content LIKE ? ESCAPE '\\'`, [`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`]);
  const [row] = (await ledgerRows(strapi, trx)
    .where({ uid, state: 'live' })
    .whereIn('content_hash', contents)
    .orderBy('seq', 'desc')
    .limit(1)) as Columns[];
  return row && fromColumns(row).documentId;
}

async function readVersion(
  strapi: Core.Strapi,
  trx: Transaction,
  { uid, documentId, locale }: Pick<LedgerRow, 'uid' | 'documentId' | 'locale'>,
  at: string,
): Promise<Omit<AppliedVersion, 'document' | 'name'>> {
  const rows = () => ledgerRows(strapi, trx).where({ uid, document_id: documentId, locale });
  const live = () => rows().where({ state: 'live' }).orderBy('seq', 'desc').limit(1);
  const first = (found: Columns[]) => (found[0] ? fromColumns(found[0]) : null);
  const row = first(await live().where('written_at', '<=', at));
  if (!row) return { row, writers: [], approval: null };
  // Of a version that only followed another document, what was written and approved is the one that it followed from.
  const own =
    row.action === 'follow' ? first(await live().where('seq', '<', row.seq).whereNot('action', 'follow')) : row;
  if (!own) return { row, writers: [], approval: null };
  const before = first(
    await live().where('seq', '<', own.seq).whereNot('action', 'follow').whereNotNull('content_hash'),
  );
  const drafts = (
    (await rows()
      .where({ state: 'draft' })
      .where('seq', '>', before?.seq ?? 0)
      .where('seq', '<', own.seq)
      .orderBy('seq')) as Columns[]
  ).map(fromColumns);
  const approval = first(
    await rows()
      .where({ state: 'decision', content_hash: own.contentHash })
      .whereIn('action', ['approve', 'emergency-approve'])
      .where('seq', '<', own.seq)
      .orderBy('seq', 'desc')
      .limit(1),
  );
  return {
    row,
    writers: [...new Map(drafts.map(({ actor }) => [`${actor.kind} ${actor.id}`, actor])).values()],
    approval,
  };
}
