/** Two versions of a document for the panel, with what it needs to show them: names of fields, blocks and linked documents. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { listFields } from '../../../rules/document-fields';
import { localeCodes, nameDocument } from '../../../setup/content-types';
import { readLabels, type Labels } from './form-labels';
import { readVersion } from './history';
import { fromColumns, ledgerRows, readHistory, readRow, type Columns, type LedgerRow } from './ledger';
import { nameRows } from './ledger-search';
import { findType, readSnapshots } from './snapshot';
import type { LocalizedDocument } from '../../../setup/localized-document';

type Content = Record<string, unknown>;

export interface Side {
  /** Absent when the side is what is there now. */
  row?: LedgerRow;
  /** Null when there is nothing: it was not live, or was deleted. */
  content: Content | null;
}

export interface Comparison {
  /** `Page “Forex”`, as it is named now or was when it was deleted. */
  name: string;
  single: boolean;
  /** Languages that it can have; empty for a type without languages. */
  locales: readonly string[];
  /** It is still there, in this language. */
  present: boolean;
  from: Side;
  to: Side;
  labels: Labels;
  /** Names of linked documents by their ids. */
  names: Record<string, string>;
}

/**
 * @param sides `from` and `to` are each `draft`, `live`, the number of a row, or a time: `at:`, what was live then; `since:`, the same, else the first
 * live version of the ledger, for documents that are older than it.
 */
export async function compareVersions(
  strapi: Core.Strapi,
  document: LocalizedDocument,
  { from, to }: { from?: unknown; to?: unknown },
): Promise<Comparison> {
  const type = findType(strapi, document.uid);
  if (!type) throw new errors.NotFoundError('There is no such type.');
  const all = await readSnapshots(strapi, type, [document.documentId]);
  const now = all.filter(({ locale }) => locale === document.locale);
  const current = (state: string): Content | null => {
    const content = now.find((one) => one.state === state)?.content;
    return content === undefined ? null : (JSON.parse(content) as Content);
  };
  const read = async (side: string): Promise<Side> => {
    if (side === 'draft' || side === 'live') return { content: current(side) };
    const [, kind, time = ''] = /^(at|since):(.*)/.exec(side) ?? [];
    const row = kind ? await readLive(strapi, document, time, kind === 'since') : await readOwn(strapi, document, side);
    return row ? { row, content: await readVersion(strapi, row) } : { content: null };
  };
  const sides = { from: await read(String(from ?? 'live')), to: await read(String(to ?? 'draft')) };
  const contents = [sides.from.content, sides.to.content].filter((content) => content !== null);
  const latest = current('draft') ?? current('live');
  const named = latest ?? (all[0] ? (JSON.parse(all[0].content) as Content) : null);
  return {
    ...sides,
    name: named ? nameDocument(strapi, type.uid, named) : await nameLost(strapi, document),
    single: type.single,
    locales: type.localized ? localeCodes : [],
    present: latest !== null,
    labels: await readLabels(strapi, type.uid),
    names: await nameLinks(strapi, type.uid, contents),
  };
}

async function readOwn(
  strapi: Core.Strapi,
  { uid, documentId, locale }: LocalizedDocument,
  seq: string,
): Promise<LedgerRow> {
  const row = /^\d{1,15}$/.test(seq) ? await readRow(strapi, Number(seq)) : undefined;
  if (row?.uid !== uid || row.documentId !== documentId || row.locale !== locale)
    throw new errors.NotFoundError(`This document has no version ${seq}.`);
  return row;
}

async function readLive(
  strapi: Core.Strapi,
  { uid, documentId, locale }: LocalizedDocument,
  time: string,
  orFirst: boolean,
): Promise<LedgerRow | undefined> {
  const moment = new Date(time);
  if (Number.isNaN(moment.getTime())) throw new errors.ValidationError(`“${time}” is no time.`);
  const [row] = await strapi.db.transaction(async ({ trx }) => {
    const live = () => ledgerRows(strapi, trx).where({ uid, document_id: documentId, locale, state: 'live' }).limit(1);
    const found = (await live().where('written_at', '<=', moment.toISOString()).orderBy('seq', 'desc')) as Columns[];
    return found.length === 0 && orFirst ? ((await live().orderBy('seq')) as Columns[]) : found;
  });
  return row && fromColumns(row);
}

async function nameLost(strapi: Core.Strapi, document: LocalizedDocument): Promise<string> {
  const [newest] = await readHistory(strapi, document, { limit: 1 });
  return newest ? ((await nameRows(strapi, [newest])).get(newest.seq) ?? '') : '';
}

/** Reads the names of linked documents; one that was deleted has no name here. */
async function nameLinks(
  strapi: Core.Strapi,
  uid: string,
  contents: readonly Content[],
): Promise<Record<string, string>> {
  const links = contents
    .flatMap((content) => listFields(strapi, uid, content))
    .filter(({ attribute, value }) => attribute.type === 'relation' && value !== undefined);
  const names: Record<string, string> = {};
  for (const [target = '', own] of Map.groupBy(links, ({ attribute }) => attribute.target)) {
    const ids = own.flatMap(({ value }) => value).map(String);
    const rows: Content[] = await strapi.db.query(target).findMany({ where: { documentId: { $in: ids } } });
    for (const row of rows) names[String(row.documentId)] ??= nameDocument(strapi, target, row);
  }
  return names;
}
