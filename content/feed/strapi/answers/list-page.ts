/**
 * Reads a page of a list, from Strapi's bytes to what the replica stores. Pure, so that another thread can do it: an import of 5 000 instruments is
 * 20 such pages, and the visitors' thread then only writes them.
 */
import { type Locale, isLocale } from '../../../locales.ts';
import { storedLocales } from '../../../kept-once.ts';
import { type IncomingDocument, incomingDocument } from '../../../replica/reading/incoming-document.ts';
import { largestInline, readWire } from '../../../replica/reading/wire-reading.ts';
import { Turns } from '../../../turns.ts';
import type { StrapiType } from '../strapi-types.ts';
import { type ListCounts, StrapiError, type StrapiRow, answerIn, pageOf } from './strapi-answer.ts';
import { idOf, mediaOf, toWire } from './to-wire.ts';

export interface ListPageQuestion {
  type: StrapiType;
  /** Of Strapi; the source of a document is an address there. */
  origin: string;
  /** The answer. */
  body: Uint8Array;
  /** Ids of the documents to read, one in each line: a long text is copied between threads in no time, a list is not. */
  wanted: string;
}

export interface ListPageReading extends ListCounts {
  /** All rows of the page without their text: what says which version of which document each of them is. */
  rows: StrapiRow[];
  /** Those that are wanted, parsed but for what is too large. */
  documents: IncomingDocument[];
}

/** The languages of a row: its own, or those of its type when that is not localised. One that the site does not speak is left out. */
export function localesOfRow(type: StrapiType, row: StrapiRow): readonly Locale[] {
  if (!type.localized) return storedLocales(type.type);
  return isLocale(row['locale']) ? [row['locale']] : [];
}

export function sourceOfRow(origin: string, { endpoint }: StrapiType, row: StrapiRow): string {
  return `${origin}${endpoint}/${String(row['documentId'] ?? row['id'])}`;
}

const noFile = () => null;

function versionOf({ id, documentId, key, locale, updatedAt }: StrapiRow): StrapiRow {
  return { id, documentId, key, locale, updatedAt };
}

/**
 * Reads a page row by row. @param longest characters of a wire text that is parsed. @returns null when a row refers to a file, which has to be there before its document is made.
 * @throws StrapiError when it is no list.
 */
function* readingRows(
  { type, origin, body, wanted }: ListPageQuestion,
  longest = Number.POSITIVE_INFINITY,
): Generator<void, ListPageReading | null> {
  const text = new TextDecoder().decode(body);
  const { rows, ...counts } = pageOf(answerIn(text, type.endpoint), type.endpoint);
  const mayHaveFiles = text.includes('"mime"');
  const ids = new Set(wanted.split('\n'));
  const documents: IncomingDocument[] = [];
  for (const row of rows) {
    const id = idOf(type, row);
    if (id === null || !ids.has(id)) continue;
    if (mayHaveFiles && mediaOf(row).length > 0) return null;
    const wire = toWire(type, row, noFile);
    const source = sourceOfRow(origin, type, row);
    for (const locale of localesOfRow(type, row)) {
      const document = incomingDocument({ type: type.type, locale, wire, source });
      documents.push(document.wire.length > longest ? document : { ...document, reading: readWire(document, wire) });
    }
    yield;
  }
  return { ...counts, rows: rows.map(versionOf), documents };
}

/** Reads a page at once. @returns and @throws as `readListPageInTurns`. */
export function readListPage(question: ListPageQuestion): ListPageReading | null {
  const reading = readingRows(question);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
  }
}

/** Milliseconds for which visitors wait while rows are read. */
const readTurnMs = 4;

/**
 * Reads a page here, with visitors served in between; large documents are left to be parsed by another thread.
 * @returns null when a row refers to a file, which has to be there before its document is made. @throws StrapiError when it is no list.
 */
export async function readListPageInTurns(question: ListPageQuestion): Promise<ListPageReading | null> {
  const reading = readingRows(question, largestInline);
  const turns = new Turns(readTurnMs);
  for (;;) {
    const { done, value } = reading.next();
    if (done) return value;
    if (turns.over) await turns.next();
  }
}

/** What another thread answers: an error's class would be lost on the way. */
export type ListPageAnswer = { reading: ListPageReading | null } | { refused: string };

/** The same, with a refusal as a value. */
export function answerListPage(question: ListPageQuestion): ListPageAnswer {
  try {
    return { reading: readListPage(question) };
  } catch (error) {
    if (!(error instanceof StrapiError)) throw error;
    return { refused: error.message };
  }
}
