/** A document on its way into the replica: its wire text, and what parsing it gave. */
import { hash as digest } from 'node:crypto';
import type { WireDocument } from '../../feed/feed.ts';
import { locales } from '../../locales.ts';
import type { Problem } from '../../parse/problem.ts';
import type { DocumentAddress } from '../document-index.ts';
import type { WireReading } from './wire-reading.ts';

/** Raise it when the parser gives another result for the same wire document. */
const parserVersion = '22';
/** Part of every hash. An instrument has its name in each language of the site: with another language it is parsed again. */
export const parsedBy = `${parserVersion} ${locales.join(' ')}`;

function wireId(wire: unknown): string {
  return typeof wire === 'object' && wire !== null && 'id' in wire ? String(wire.id) : '?';
}

export interface IncomingDocument extends DocumentAddress {
  /** As of `wireHash`. */
  hash: string;
  /** JSON: waiting documents are many times smaller as text than as objects. */
  wire: string;
  source: string;
  problems: Problem[];
  /** The parsed text, when it was parsed ahead of writing. */
  reading?: WireReading;
  /** Checksum of the stored document in its place, when that was found intact ahead of writing. */
  wholeSum?: string | null;
}

function textOf(value: unknown): Pick<IncomingDocument, 'wire' | 'hash'> {
  const wire = JSON.stringify(value);
  return { wire, hash: wireHash(wire) };
}

export function incomingDocument(document: WireDocument, text = textOf(document.wire)): IncomingDocument {
  const { type, locale, wire, source, problems = [] } = document;
  return { type, id: wireId(wire), locale, hash: text.hash, wire: text.wire, source, problems };
}

/** Converts documents one after the other. One of a type that is not translated comes once for each language, and its text is made once. */
export function incomingInTurn(): (document: WireDocument) => IncomingDocument {
  let [value, text]: [unknown, ReturnType<typeof textOf> | undefined] = [undefined, undefined];
  return (document) => {
    if (!text || value !== document.wire) [value, text] = [document.wire, textOf(document.wire)];
    return incomingDocument(document, text);
  };
}

/** Hash of a wire text and of the version of the parser that reads it. */
export function wireHash(wire: string): string {
  return digest('sha256', `${parsedBy}${wire}`, 'base64url');
}

export function asIncoming(document: WireDocument | IncomingDocument): IncomingDocument {
  return 'hash' in document ? document : incomingDocument(document);
}
