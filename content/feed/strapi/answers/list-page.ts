/**
 * Reads a page of a list, from Strapi's bytes to what the replica stores. Pure, so that another thread can do it: an import of 5 000 instruments is
 * 20 such pages, and the visitors' thread then only writes them.
 */
import { type Locale, isLocale } from '../../../locales.ts';
import { storedLocales } from '../../../kept-once.ts';
import { type IncomingDocument, incomingDocument } from '../../../mirror/reading/incoming-document.ts';
import { readWire } from '../../../mirror/reading/wire-reading.ts';
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
  /** Those that are wanted, parsed. */
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

/** @returns null when a row refers to a file, which has to be there before its document is made. @throws StrapiError when it is no list. */
export function readListPage({ type, origin, body, wanted }: ListPageQuestion): ListPageReading | null {
  const { rows, ...counts } = pageOf(answerIn(new TextDecoder().decode(body), type.endpoint), type.endpoint);
  const ids = new Set(wanted.split('\n'));
  const documents: IncomingDocument[] = [];
  for (const row of rows) {
    const id = idOf(type, row);
    if (id === null || !ids.has(id)) continue;
    if (mediaOf(row).length > 0) return null;
    const wire = toWire(type, row, noFile);
    const source = sourceOfRow(origin, type, row);
    for (const locale of localesOfRow(type, row)) {
      const document = incomingDocument({ type: type.type, locale, wire, source });
      documents.push({ ...document, reading: readWire(document) });
    }
  }
  return { ...counts, rows: rows.map(versionOf), documents };
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
