/**
 * A document on its way into the replica. A feed's wire document becomes a text with a hash, which shows whether the replica has it already, and
 * is parsed to the stored document. Pure functions, so that any thread can call them.
 */
import { hash as digest } from 'node:crypto';
import type { DocumentAddress } from '../document-address.ts';
import type { WireDocument } from '../wire-document.ts';
import { locales } from '../locales.ts';
import { parseDocument, takenDownDocument } from '../parse/parse-document.ts';
import { type Problem, problemOfError } from '../problem.ts';
import { findRelations, sortKey } from './document-index.ts';
import { documentSum } from './stored-document.ts';

/** Raise it when the parser gives another result for the same wire document. */
const parserVersion = '22';
/** Part of every hash. An instrument has its name in each language of the site: with another language it is parsed again. */
export const parsedBy = `${parserVersion} ${locales.join(' ')}`;

/** Characters. Even a long page with a text of maximum length in each part is smaller. */
const largestWire = 4 * 1024 * 1024;
/** Problems of a document at most: each is a line of the log. */
const mostProblems = 50;

/** A hash that no wire has, so that the next sync writes the document again. */
export const unknownHash = '';
/** The source of a text that comes from the replica itself, and not from a feed. */
export const storedSource = 'replica';

export interface WireText extends DocumentAddress {
  /** Result of `wireHash`. */
  hash: string;
  /** JSON, because objects take many times the memory. */
  wire: string;
  /** Place of the document, for people who must repair it. */
  source: string;
  /** Problems that the feed found. */
  problems: Problem[];
  parsed?: ParseResult;
  /** Whether the replica has exactly this document. */
  isStored?: boolean;
  /** Checksum of the document that the replica has in its place, when that was found intact before. */
  intactSum?: string | null;
}

export interface ParsedDocument {
  id: string;
  /** Null for types without one. */
  slug: string | null;
  updatedAt: string;
  /** JSON. */
  data: string;
  /** Result of `documentSum`. */
  sum: string;
  sort: string;
  relations: [name: string, target: string][];
  /** Parts of it were left out. */
  broken: boolean;
  takenDown: boolean;
}

export interface ParseResult {
  problems: Problem[];
  /** Null when the text is no document. */
  document: ParsedDocument | null;
}

/** Hash of a wire text and of the version of the parser that reads it. */
export function wireHash(wire: string): string {
  return digest('sha256', `${parsedBy}${wire}`, 'base64url');
}

function wireId(wire: unknown): string {
  const id = typeof wire === 'object' && wire !== null && 'id' in wire ? wire.id : null;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '?';
}

/** A value that is no JSON (a list that contains itself, by an alias in YAML) is null, which no parser accepts. */
function toJson(value: unknown, problems: Problem[]): string {
  try {
    return JSON.stringify(value ?? null);
  } catch (error) {
    problems.push(problemOfError(error));
    return 'null';
  }
}

export function toWireText(document: WireDocument | WireText): WireText {
  if ('hash' in document) return document;
  const { type, locale, source } = document;
  const problems = [...(document.problems ?? [])];
  const wire = toJson(document.wire, problems);
  return { type, id: wireId(document.wire), locale, hash: wireHash(wire), wire, source, problems };
}

/** The result for a text that could not be parsed. @param message the reason. */
export function notParsed(message: string): ParseResult {
  return { problems: [{ kind: 'invalid', path: '', message }], document: null };
}

/** @throws SyntaxError when the text is not JSON. */
export function parseWireText({ type, locale, wire }: Pick<WireText, 'type' | 'locale' | 'wire'>): ParseResult {
  if (wire.length > largestWire) return notParsed(`has ${wire.length} characters, which are more than ${largestWire}`);
  const value: unknown = JSON.parse(wire);
  const takenDown = takenDownDocument(type, value);
  // A document can be taken down even when the rest of it is invalid.
  if (takenDown)
    return {
      problems: [],
      document: parsed(takenDown, { sort: takenDown.id, relations: [], broken: false, takenDown: true }),
    };
  const result = parseDocument(type, locale, value);
  const problems = fewProblems(result.problems);
  if (!result.ok) return { problems, document: null };
  const { document } = result;
  return {
    problems,
    document: parsed(document, {
      sort: sortKey(type, document),
      relations: findRelations(document),
      broken: result.problems.some(({ kind }) => kind === 'invalid'),
      takenDown: false,
    }),
  };
}

function fewProblems(problems: Problem[]): Problem[] {
  if (problems.length <= mostProblems) return problems;
  const left = problems.length - mostProblems;
  return [...problems.slice(0, mostProblems), { kind: 'invalid', path: '', message: `and ${left} more problems` }];
}

function parsed(
  document: { id: string; slug?: string; updatedAt: string },
  rest: Pick<ParsedDocument, 'sort' | 'relations' | 'broken' | 'takenDown'>,
): ParsedDocument {
  const data = JSON.stringify(document);
  const sum = documentSum({ data, partial: rest.broken ? 1 : 0, takenDown: rest.takenDown ? 1 : 0 });
  return { id: document.id, slug: document.slug ?? null, updatedAt: document.updatedAt, data, sum, ...rest };
}
