/** Finds rows of the ledger for the panel's page “Ledger”: also of documents that are no longer there. */
import type { Core } from '@strapi/strapi';
import { may } from '../../../rules/publish-rights';
import { contentTypes, localeCodes, nameDocument, nameFields, type ContentType } from '../../../setup/content-types';
import { itemsAtOnce } from '../../../setup/list-length';
import { isSet } from './document-sets';
import { fromColumns, ledgerRows, readContents, type Columns, type LedgerRow } from './ledger';
import { isPostgres } from './ledger-tables';

export interface LedgerFilter {
  /** Of one type; empty for all. */
  uid: string;
  /** What was done; empty for anything. */
  action: string;
  /** A part of the address of a user, or of the name of a token or program. */
  person: string;
  /** A part of the name that the document has, or had when it was deleted. */
  name: string;
  /** ISO times; empty for any. */
  from: string;
  to: string;
  /** Rows older than this one; 0 for the newest. */
  before: number;
}

export function readFilter(query: Record<string, unknown>): LedgerFilter {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].trim().slice(0, 100) : '');
  const time = (name: string) => {
    const moment = new Date(text(name));
    return Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  };
  const before = Number(text('before'));
  return {
    uid: text('uid'),
    action: text('action'),
    person: text('person'),
    name: text('name'),
    from: time('from'),
    to: time('to'),
    before: Number.isSafeInteger(before) ? before : 0,
  };
}

export interface FoundRow {
  row: LedgerRow;
  /** `Page “Forex”` */
  name: string;
}

/** Documents that one name may find in a type, and deletions in which it is looked for. */
const maxNamed = 300;

export interface LedgerPart {
  /** Newest first. */
  found: FoundRow[];
  /** Types of which the user may read something. */
  types: { uid: string; name: string }[];
}

interface Readable {
  type: ContentType;
  locales: string[];
}

function findReadable(strapi: Core.Strapi): Readable[] {
  return contentTypes(strapi).flatMap((type): Readable[] => {
    const locales = (type.localized ? localeCodes : ['']).filter((locale) =>
      may(strapi, 'read', type.uid, locale || null),
    );
    return locales.length > 0 ? [{ type, locales }] : [];
  });
}

/** Whether the ledger has anything that the present user may read. */
export function mayReadLedger(strapi: Core.Strapi): boolean {
  return findReadable(strapi).length > 0;
}

/** Searches what the user may read. */
export async function searchLedger(strapi: Core.Strapi, filter: LedgerFilter): Promise<LedgerPart> {
  const readable = findReadable(strapi);
  const wanted = readable.filter(({ type }) => !filter.uid || type.uid === filter.uid);
  const types = readable.map(({ type: { uid } }) => ({ uid, name: strapi.contentType(uid).info.displayName }));
  return { found: wanted.length > 0 ? await findRows(strapi, wanted, filter) : [], types };
}

async function findRows(strapi: Core.Strapi, readable: readonly Readable[], filter: LedgerFilter): Promise<FoundRow[]> {
  const named = filter.name
    ? await findNamed(
        strapi,
        readable.map(({ type }) => type),
        filter.name,
      )
    : null;
  const rows = await strapi.db.transaction(async ({ trx }) => {
    const query = ledgerRows(strapi, trx).orderBy('seq', 'desc').limit(itemsAtOnce);
    query.where((any) => {
      for (const { type, locales } of readable)
        any.orWhere((one) => one.where('uid', type.uid).whereIn('locale', locales));
    });
    if (filter.before > 0) query.where('seq', '<', filter.before);
    if (filter.action) query.where({ action: filter.action });
    if (filter.from) query.where('written_at', '>=', filter.from);
    if (filter.to) query.where('written_at', '<=', filter.to);
    if (filter.person)
      query.whereRaw(`actor_name ${isPostgres(strapi) ? 'ILIKE' : 'LIKE'} ? ESCAPE '\\'`, [
        `%${literal(filter.person)}%`,
      ]);
    if (named) query.whereIn('document_id', named);
    return ((await query) as Columns[]).map(fromColumns);
  });
  const names = await nameRows(strapi, rows);
  return rows.map((row) => ({ row, name: names.get(row.seq) ?? '' }));
}

async function findNamed(strapi: Core.Strapi, types: readonly ContentType[], text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { uid, attributes } of types) {
    const $or = nameFields.filter((field) => field in attributes).map((field) => ({ [field]: { $containsi: text } }));
    if ($or.length === 0) continue;
    const documents: { documentId: string }[] = await strapi.db
      .query(uid)
      .findMany({ where: { $or }, select: ['documentId'], limit: maxNamed });
    for (const { documentId } of documents) found.add(documentId);
  }
  const uids = types.map(({ uid }) => uid as string);
  const deleted = await strapi.db.transaction(
    async ({ trx }) =>
      (await ledgerRows(strapi, trx)
        .where({ state: 'draft', action: 'delete' })
        .whereIn('uid', uids)
        .orderBy('seq', 'desc')
        .limit(maxNamed)) as Columns[],
  );
  const wanted = text.toLowerCase();
  const rows = deleted.map(fromColumns);
  const names = await nameRows(strapi, rows);
  for (const { seq, documentId } of rows) if (names.get(seq)?.toLowerCase().includes(wanted)) found.add(documentId);
  return [...found];
}

/** What the documents were called in these versions; a deleted one as before. @returns by number of the row. */
export async function nameRows(strapi: Core.Strapi, rows: readonly LedgerRow[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const hashes = new Map<number, string>();
  for (const row of rows) {
    if (isSet(row)) names.set(row.seq, `${strapi.contentType(row.uid as 'api::page.page').info.displayName}: import`);
    else {
      const hash = row.contentHash ?? (await lastContent(strapi, row));
      if (hash) hashes.set(row.seq, hash);
    }
  }
  const contents = await readContents(strapi, [...new Set(hashes.values())]);
  for (const { seq, uid } of rows) {
    const content = contents.get(hashes.get(seq) ?? '');
    if (content) names.set(seq, nameDocument(strapi, uid, JSON.parse(content) as Record<string, unknown>));
  }
  return names;
}

async function lastContent(
  strapi: Core.Strapi,
  { uid, documentId, locale, seq }: LedgerRow,
): Promise<string | undefined> {
  const [row] = await strapi.db.transaction(
    async ({ trx }) =>
      (await ledgerRows(strapi, trx)
        .where({ uid, document_id: documentId, locale })
        .whereNotNull('content_hash')
        .where('seq', '<', seq)
        .orderBy('seq', 'desc')
        .limit(1)) as Columns[],
  );
  return row && (fromColumns(row).contentHash ?? undefined);
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
