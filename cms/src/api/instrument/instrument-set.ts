/**
 * Writes and publishes many instruments in one transaction, and notifies the site once. Strapi has no request for several documents: 5 000 single
 * requests take minutes, while visitors see half an import.
 */
import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { registerSetWriter } from '../../plugins/ledger/server/document-sets';
import { submitSet } from '../../plugins/ledger/server/extensions';
import { recordChange, type Change } from '../../plugins/ledger/server/record-changes';
import { attributeCheck } from '../../rules/attribute-rules';
import { readPartAttributes } from '../../rules/plain-fields';
import { findInstrumentProblems } from '../../rules/types/instrument-rules';
import { type Problem, tell } from '../../rules/problem';
import { refuse } from '../../rules/refuse';
import { contentTypes, documents, type Transaction } from '../../setup/content-types';
import { type InstrumentRow, InstrumentRows } from './instrument-rows';
import { type Fields, instrumentUid, readInstrumentTables } from './instrument-tables';

/** Several times the instruments of a broker; config/middlewares.ts limits the request's body too. */
const maxInstruments = 10_000;
/** Problems in one answer at most: in a wrong file, every cell is one. */
const maxProblems = 200;

interface Given extends Fields {
  key: string;
  symbol: string;
  terms: Fields[];
}
interface Present {
  id: number;
  documentId: string;
  key: string | null;
  symbol: string;
  /** The database's value; null for a draft. */
  publishedAt: unknown;
}

/** Writes an import, or submits it when it needs approval: then `waiting` is the row of the ledger that waits. @throws as `writeInstrumentSet`. */
export async function importInstruments(
  strapi: Core.Strapi,
  body: unknown,
): Promise<{ added: number; changed: number } | { waiting: number }> {
  const instruments = await readInstruments(strapi, body);
  const content = JSON.stringify({ instruments });
  const waiting = await submitSet(strapi, {
    uid: instrumentUid,
    content,
    comment: `${instruments.length} instruments`,
  });
  return waiting === null ? writeInstruments(strapi, instruments) : { waiting };
}

/**
 * @param body `{ instruments: [...] }`, each with all its fields and its `key`. Those that it does not name stay as they are.
 * @throws a ValidationError that names each fault by symbol and field; then nothing is changed.
 */
export async function writeInstrumentSet(
  strapi: Core.Strapi,
  body: unknown,
): Promise<{ added: number; changed: number }> {
  return writeInstruments(strapi, await readInstruments(strapi, body));
}

async function writeInstruments(
  strapi: Core.Strapi,
  given: readonly Given[],
): Promise<{ added: number; changed: number }> {
  const model = contentTypes(strapi).find((type) => type.uid === instrumentUid)?.name;
  const write = async (change: Change, trx: Transaction, onCommit: (done: () => void) => void) => {
    const present = await presentRows(strapi, trx);
    refuse(takenSymbols(given, present));
    const rows: InstrumentRow[] = [];
    let added = 0;
    for (const one of given) {
      const own = present.get(one.key) ?? [];
      if (own.length === 0) added += 1;
      rows.push({
        given: one,
        documentId: own[0]?.documentId ?? newDocumentId(),
        draft: own.find(({ publishedAt }) => !publishedAt)?.id,
        live: own.find(({ publishedAt }) => publishedAt)?.id,
      });
    }
    await new InstrumentRows(strapi, trx).write(rows, collectFields(given), new Date());
    for (const { documentId } of rows) change.touch(instrumentUid, documentId, 'import', [' live']);
    const entries = given.map(({ key }) => ({ key }));
    // One event for all publications, after the commit: before it, the site would read the old instruments.
    onCommit(() => void strapi.eventHub.emit('entry.publish', { model, uid: instrumentUid, entries }));
    return { added, changed: given.length - added };
  };
  return recordChange(strapi, (change) => strapi.db.transaction(({ trx, onCommit }) => write(change, trx, onCommit)));
}

async function readInstruments(strapi: Core.Strapi, body: unknown): Promise<Given[]> {
  const { instruments } = (body ?? {}) as { instruments?: unknown };
  const isGiven = (one: unknown): one is Given =>
    typeof one === 'object' && one !== null && 'key' in one && typeof one.key === 'string' && one.key !== '';
  if (
    !Array.isArray(instruments) ||
    instruments.length === 0 ||
    instruments.length > maxInstruments ||
    !instruments.every(isGiven)
  )
    refuse(tell(['instruments'], `Send a list of 1 to ${maxInstruments} instruments, each with its key.`));
  const given = instruments as Given[];
  refuse((await findProblems(strapi, given)).slice(0, maxProblems));
  return given;
}

async function findProblems(strapi: Core.Strapi, given: readonly Given[]): Promise<Problem[]> {
  const { attributes } = contentTypes(strapi).find((type) => type.uid === instrumentUid) ?? { attributes: {} };
  const calendars = await documents(strapi, 'api::trading-calendar.trading-calendar').findMany({
    status: 'published',
    fields: ['key'],
  });
  const known = new Set(calendars.map(({ key }) => key));
  const named = (symbol: unknown, problems: Problem[]) =>
    problems.map(({ path, message }) => ({
      path: [String(symbol), ...path],
      message: `${String(symbol)}: ${message}`,
    }));
  const check = attributeCheck(attributes, (component) => readPartAttributes(strapi, component));
  return given.flatMap((one) => {
    const wrong = check(one);
    if (wrong.length > 0) return named(one.symbol, wrong);
    const missing = known.has(one.calendar as string)
      ? []
      : tell(['calendar'], `There is no trading calendar “${String(one.calendar)}”.`);
    return named(one.symbol, [...findInstrumentProblems(one), ...missing]);
  });
}

async function presentRows(strapi: Core.Strapi, transaction: Transaction): Promise<Map<string, Present[]>> {
  const { instruments } = readInstrumentTables(strapi);
  const columns = ['id', 'documentId', 'key', 'symbol', 'publishedAt'].map((field) => [
    field,
    instruments.columns.get(field)?.name ?? field,
  ]);
  const query = strapi.db.getConnection(instruments.name).select(Object.fromEntries(columns));
  const rows = (await query.transacting(transaction)) as Present[];
  return Map.groupBy(rows, ({ key, symbol }) => key ?? symbol.toLowerCase());
}

/** Finds repeated keys and symbols, and symbols of other documents. */
function takenSymbols(given: readonly Given[], present: ReadonlyMap<string, Present[]>): Problem[] {
  const problems: Problem[] = [];
  const say = (symbol: string, text: string) =>
    problems.push({ path: [symbol, 'symbol'], message: `${symbol}: ${text}` });
  const owners = new Map([...present].flatMap(([key, rows]) => rows.map(({ symbol }) => [symbol, key] as const)));
  const keys = new Set<string>();
  const symbols = new Set<string>();
  for (const { key, symbol } of given) {
    if (keys.has(key) || symbols.has(symbol)) say(symbol, 'it is there twice.');
    else if ((owners.get(symbol) ?? key) !== key) say(symbol, 'another instrument has this symbol.');
    keys.add(key);
    symbols.add(symbol);
  }
  return problems;
}

/** The fields of all instruments, except the terms. */
function collectFields(given: readonly Given[]): string[] {
  const fields = new Set<string>();
  for (const one of given) for (const field of Object.keys(one)) fields.add(field);
  fields.delete('terms');
  return [...fields];
}

/** An id in Strapi's format: 24 letters and digits, the first a letter. */
function newDocumentId(): string {
  const digits = BigInt(`0x${randomUUID().replaceAll('-', '')}`).toString(36);
  return `a${digits.padStart(23, '0').slice(-23)}`;
}

export function registerInstrumentSet(): void {
  registerSetWriter(instrumentUid, writeInstrumentSet);
}
