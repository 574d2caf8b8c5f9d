/** Finds whatever was changed in the ledger, or behind its back. */
import type { Core } from '@strapi/strapi';
import { contentTypes, localeCodes } from '../../../setup/content-types';
import { hashRow, newestRows, ledgerKey, readContents, readRows, type LedgerRow, type LedgerKey } from './ledger';
import { hashText, readSnapshots } from './snapshot';

const rowsAtOnce = 500;

/** @returns how many rows there are, the hash of the last, and a sentence for each fault. */
export async function verifyLedger(strapi: Core.Strapi): Promise<{ rows: number; head: string; faults: string[] }> {
  const faults: string[] = [];
  const documents = new Map<string, Set<string>>();
  let last: Pick<LedgerRow, 'seq' | 'hash'> = { seq: 0, hash: '' };
  for (;;) {
    const rows = await readRows(strapi, last.seq, rowsAtOnce);
    if (rows.length === 0) break;
    const contents = await readContents(strapi, [...new Set(rows.flatMap(({ contentHash }) => contentHash ?? []))]);
    for (const row of rows) {
      faults.push(...rowFaults(row, last, contents));
      documents.set(row.uid, (documents.get(row.uid) ?? new Set()).add(row.documentId));
      last = row;
    }
  }
  for (const { uid } of contentTypes(strapi))
    faults.push(...(await contentFaults(strapi, uid, documents.get(uid) ?? new Set())));
  return { rows: last.seq, head: last.hash, faults };
}

function rowFaults(
  row: LedgerRow,
  last: Pick<LedgerRow, 'seq' | 'hash'>,
  contents: ReadonlyMap<string, string>,
): string[] {
  const faults: string[] = [];
  const say = (text: string) => faults.push(`Row ${row.seq} (${row.uid} ${row.documentId}, ${row.writtenAt}): ${text}`);
  if (row.seq !== last.seq + 1) say(`row ${last.seq + 1} is missing before it.`);
  if (row.previousHash !== last.hash) say('it does not follow the row before it.');
  if (hashRow(row) !== row.hash) say('it was changed.');
  if (row.contentHash === null) return faults;
  const content = contents.get(row.contentHash);
  if (content === undefined) say('its content is missing.');
  else if (hashText(content) !== row.contentHash) say('its content was changed.');
  return faults;
}

/** Compares every document with its newest version in the ledger. */
async function contentFaults(strapi: Core.Strapi, uid: string, recorded: ReadonlySet<string>): Promise<string[]> {
  const type = contentTypes(strapi).find((one) => one.uid === uid);
  if (!type) return [];
  const rows: { documentId: string }[] = await strapi.db.query(uid).findMany({ select: ['documentId'] });
  const ids = [...new Set([...rows.map(({ documentId }) => documentId), ...recorded])];
  const faults: string[] = [];
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const part = ids.slice(from, from + rowsAtOnce);
    const present = new Map((await readSnapshots(strapi, type, part)).map((one) => [ledgerKey({ uid, ...one }), one]));
    const keys = part.flatMap((documentId) =>
      (type.localized ? localeCodes : ['']).map((locale): LedgerKey => ({ uid, documentId, locale, state: 'live' })),
    );
    const newest = await strapi.db.transaction(({ trx }) => newestRows(strapi, trx, keys));
    for (const key of keys) {
      const content = present.get(ledgerKey(key))?.content;
      const here = content === undefined ? null : hashText(content);
      if (here !== (newest.get(ledgerKey(key))?.contentHash ?? null))
        faults.push(`${uid} ${key.documentId} ${key.locale}: what is live is not its newest version in the ledger.`);
    }
  }
  return faults;
}
