/**
 * The ledger: one row for each version of a document, in each language and state (draft or live), written in the transaction that makes it. Each row
 * carries the hash of the row before, so that a later change of any row is found (`npm run ledger -- verify`).
 */
import type { Core } from '@strapi/strapi';
import type { Transaction } from '../../../setup/content-types';
import { findActor, type Actor } from './actor';
import { contentsTable, ledgerTable, lockLedger } from './ledger-tables';
import { tableName } from '../../../setup/tables';
import { hashText, type State } from './snapshot';
import type { LocalizedDocument } from '../../../setup/localized-document';

/** What made a version, or a decision about one. */
export type Action =
  | 'save'
  | 'publish'
  | 'unpublish'
  | 'delete'
  | 'discard'
  | 'import'
  | 'restore'
  /** By a change of another document or of a file that this one shows. */
  | 'follow'
  /** Found when Strapi started: by `strapi import`, an upgrade, or a change behind Strapi's back. */
  | 'found'
  | Decision;

/** Approval is kept as rows of the ledger too: each is about the version of its `contentHash`. */
export type Decision = 'submit' | 'approve' | 'send-back' | 'emergency' | 'emergency-approve';
/** Rows about a decision have this in place of a state, so that the index finds the newest of them. */
export const decided = 'decision';

/** A document in one language and state: whose versions follow each other. */
export interface LedgerKey extends LocalizedDocument {
  state: State | typeof decided;
}

export interface NewRow extends LedgerKey {
  action: Action;
  /** JSON; null when the document is no longer there. */
  content: string | null;
  schemaHash: string;
  reason: string;
}

/** A new row with what approval needs to know. */
export interface ChangedRow extends NewRow {
  contentHash: string | null;
  /** Hash of the version that was there before; null when there was none. */
  before: string | null;
  /** Hash of the draft in this language after the change. */
  draftHash: string | null;
}

/** A row as it is stored. Its hash covers all of it but the content, of which it covers the hash. */
export interface LedgerRow extends LedgerKey {
  seq: number;
  /** ISO time, UTC. */
  writtenAt: string;
  action: Action;
  contentHash: string | null;
  schemaHash: string;
  actor: Actor;
  reason: string;
  previousHash: string;
  hash: string;
}

/** What stands before the first row. */
const noRow = { seq: 0, hash: '' };
/** Rows in one statement, within the databases' limits for parameters. */
const rowsAtOnce = 60;

/** In this order they are hashed. */
const names = {
  seq: 'seq',
  writtenAt: 'written_at',
  uid: 'uid',
  documentId: 'document_id',
  locale: 'locale',
  state: 'state',
  action: 'action',
  contentHash: 'content_hash',
  schemaHash: 'schema_hash',
  actorKind: 'actor_kind',
  actorId: 'actor_id',
  actorName: 'actor_name',
  reason: 'reason',
  previousHash: 'previous_hash',
  hash: 'hash',
} as const;

/** Adds rows at the end of the chain. They exist when the transaction commits. */
export async function appendRows(strapi: Core.Strapi, trx: Transaction, rows: readonly NewRow[]): Promise<LedgerRow[]> {
  if (rows.length === 0) return [];
  await lockLedger(strapi, trx);
  const actor = findActor(strapi);
  const writtenAt = new Date().toISOString();
  let last: { seq: number; hash: string } = (await lastRow(strapi, trx)) ?? noRow;
  const contents = new Map<string, string>();
  const added: LedgerRow[] = [];
  for (const { content, ...row } of rows) {
    const contentHash = content === null ? null : hashText(content);
    if (content !== null && contentHash) contents.set(contentHash, content);
    const open = { ...row, seq: last.seq + 1, writtenAt, contentHash, actor, previousHash: last.hash };
    const closed: LedgerRow = { ...open, hash: hashRow(open) };
    added.push(closed);
    last = closed;
  }
  await writeContents(strapi, trx, contents);
  for (const part of parts(added, rowsAtOnce)) await table(strapi, trx, ledgerTable).insert(part.map(toColumns));
  return added;
}

/** Covers all columns before it, in their order. */
export function hashRow(row: Omit<LedgerRow, 'hash'>): string {
  const { hash: _hash, ...columns } = toColumns({ ...row, hash: '' });
  return hashText(JSON.stringify(Object.values(columns)));
}

/** The newest row of each of these, by `ledgerKey`. */
export async function newestRows(
  strapi: Core.Strapi,
  trx: Transaction,
  keys: readonly LedgerKey[],
): Promise<Map<string, LedgerRow>> {
  const found = new Map<string, LedgerRow>();
  for (const part of parts(keys, rowsAtOnce)) {
    const wanted = part.map(() => '(?, ?, ?, ?)').join(', ');
    const ledger = tableName(strapi, ledgerTable);
    // One search of the index for each, however many versions there are.
    const newest = `SELECT seq FROM ${ledger} l WHERE l.uid = w.uid AND l.document_id = w.document_id AND l.locale = w.locale
      AND l.state = w.state ORDER BY l.seq DESC LIMIT 1`;
    const sql = `WITH w(uid, document_id, locale, state) AS (VALUES ${wanted})
      SELECT r.* FROM ${ledger} r WHERE r.seq IN (SELECT (${newest}) FROM w)`;
    const values = part.flatMap(({ uid, documentId, locale, state }) => [uid, documentId, locale, state]);
    for (const row of readRaw(await trx.raw(sql, values))) found.set(ledgerKey(row), row);
  }
  return found;
}

/** The newest submission, approval or refusal of a document in one language. */
export async function newestDecision(
  strapi: Core.Strapi,
  trx: Transaction,
  { uid, documentId, locale }: LocalizedDocument,
): Promise<LedgerRow | undefined> {
  const [row] = (await table(strapi, trx, ledgerTable)
    .where({ uid, document_id: documentId, locale, state: decided })
    .orderBy('seq', 'desc')
    .limit(1)) as Columns[];
  return row && fromColumns(row);
}

/** The ids of users who changed the draft since the document was last live in this language. */
export async function readAuthors(
  strapi: Core.Strapi,
  trx: Transaction,
  { uid, documentId, locale }: LocalizedDocument,
): Promise<string[]> {
  // A version that only followed another document is no version of the draft, and a withdrawal makes nothing live.
  const [live] = (await table(strapi, trx, ledgerTable)
    .where({ uid, document_id: documentId, locale, state: 'live' })
    .whereNot('action', 'follow')
    .whereNotNull('content_hash')
    .orderBy('seq', 'desc')
    .limit(1)) as Columns[];
  const rows = await table(strapi, trx, ledgerTable)
    .where({ uid, document_id: documentId, locale, state: 'draft', actor_kind: 'user' })
    .andWhere('seq', '>', Number(live?.seq ?? 0))
    .distinct('actor_id');
  return (rows as { actor_id: string }[]).map(({ actor_id: id }) => id);
}

export function ledgerKey({ uid, documentId, locale, state }: LedgerKey): string {
  return [uid, documentId, locale, state].join(' ');
}

/** Rows of one document and language, newest first. */
export async function readHistory(
  strapi: Core.Strapi,
  { uid, documentId, locale }: LocalizedDocument,
  { before = Number.MAX_SAFE_INTEGER, limit = 50 }: { before?: number; limit?: number } = {},
): Promise<LedgerRow[]> {
  return strapi.db.transaction(async ({ trx }) => {
    const query = table(strapi, trx, ledgerTable)
      .where({ uid, document_id: documentId, locale })
      .andWhere('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(limit);
    return ((await query) as Columns[]).map(fromColumns);
  });
}

/** Submissions, and first steps of an emergency, that nobody has decided. Oldest first. */
export async function readWaiting(strapi: Core.Strapi): Promise<LedgerRow[]> {
  const ledger = tableName(strapi, ledgerTable);
  const newer = `SELECT 1 FROM ${ledger} n WHERE n.uid = r.uid AND n.document_id = r.document_id AND n.locale = r.locale
    AND n.state = r.state AND n.seq > r.seq`;
  const sql = `SELECT r.* FROM ${ledger} r WHERE r.state = '${decided}' AND r.action IN ('submit', 'emergency')
    AND NOT EXISTS (${newer}) ORDER BY r.seq`;
  return strapi.db.transaction(async ({ trx }) => readRaw(await trx.raw(sql)));
}

export async function readNewestRow(strapi: Core.Strapi): Promise<LedgerRow | undefined> {
  return strapi.db.transaction(async ({ trx }) => lastRow(strapi, trx));
}

export async function readRow(strapi: Core.Strapi, seq: number): Promise<LedgerRow | undefined> {
  const [row] = await readRows(strapi, seq - 1, 1);
  return row?.seq === seq ? row : undefined;
}

/** Rows in the order in which they were written. */
export async function readRows(strapi: Core.Strapi, after: number, limit: number): Promise<LedgerRow[]> {
  return strapi.db.transaction(async ({ trx }) => {
    const rows = await table(strapi, trx, ledgerTable).where('seq', '>', after).orderBy('seq').limit(limit);
    return (rows as Columns[]).map(fromColumns);
  });
}

/** @returns JSON; undefined when it is missing, which only a change behind Strapi's back can cause. */
export async function readContents(strapi: Core.Strapi, hashes: readonly string[]): Promise<Map<string, string>> {
  return strapi.db.transaction(async ({ trx }) => {
    const rows = (await table(strapi, trx, contentsTable).whereIn('hash', hashes)) as {
      hash: string;
      content: string;
    }[];
    return new Map(rows.map(({ hash, content }) => [hash, content]));
  });
}

async function lastRow(strapi: Core.Strapi, trx: Transaction): Promise<LedgerRow | undefined> {
  const [row] = (await table(strapi, trx, ledgerTable).orderBy('seq', 'desc').limit(1)) as Columns[];
  return row && fromColumns(row);
}

async function writeContents(
  strapi: Core.Strapi,
  trx: Transaction,
  contents: ReadonlyMap<string, string>,
): Promise<void> {
  for (const part of parts([...contents], rowsAtOnce)) {
    const present = await table(strapi, trx, contentsTable)
      .select('hash')
      .whereIn(
        'hash',
        part.map(([hash]) => hash),
      );
    const known = new Set((present as { hash: string }[]).map(({ hash }) => hash));
    const missing = part.filter(([hash]) => !known.has(hash)).map(([hash, content]) => ({ hash, content }));
    if (missing.length > 0) await table(strapi, trx, contentsTable).insert(missing);
  }
}

/** A query of the ledger's rows. */
export function ledgerRows(strapi: Core.Strapi, trx: Transaction) {
  return table(strapi, trx, ledgerTable);
}

function table(strapi: Core.Strapi, trx: Transaction, name: string) {
  return strapi.db.getConnection(name).transacting(trx);
}

export type Columns = Record<(typeof names)[keyof typeof names], string | number | null>;

function toColumns({ actor, ...row }: LedgerRow): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...row, actorKind: actor.kind, actorId: actor.id, actorName: actor.name };
  return Object.fromEntries(Object.entries(names).map(([field, column]) => [column, fields[field]]));
}

export function fromColumns(columns: Columns): LedgerRow {
  const { actorKind, actorId, actorName, ...row } = Object.fromEntries(
    Object.entries(names).map(([field, column]) => [field, columns[column]]),
  );
  return {
    ...row,
    seq: Number(row.seq),
    actor: { kind: actorKind, id: actorId, name: actorName },
  } as unknown as LedgerRow;
}

/** Knex returns rows as each database's driver does. */
function readRaw(answer: unknown): LedgerRow[] {
  const rows = Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows;
  return (rows as Columns[]).map(fromColumns);
}

function* parts<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
