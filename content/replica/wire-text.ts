/**
 * A document on its way into the replica. A feed's wire document becomes a text with a hash, which shows whether the replica has it already, and
 * is parsed to the stored document. Pure functions, so that any thread can call them.
 */
import { hash as digest } from 'node:crypto';
import type { DocumentAddress } from '../document-address.ts';
import type { WireDocument } from '../wire-document.ts';
import { locales } from '../locales.ts';
import { parseDocument, parseTakenDown } from '../parse/parse-document.ts';
import { type Problem, problemOfError } from '../problem.ts';
import { findRelations, sortKey } from './document-index.ts';
import { calculateSum } from './stored-document.ts';

/** The version of the parser; raise it when the parser gives another result for the same wire document. */
const parserVersion = '24';
/** Part of every hash. An instrument has its name in each language of the site: with another language it is parsed again. */
export const parserKey = `${parserVersion} ${locales.join(' ')}`;

/** Characters. Even a long page with a text of maximum length in each part is smaller. */
const maxWireLength = 4 * 1024 * 1024;
/** Problems of a document at most: each is a line of the log. */
const maxProblems = 50;

/** A hash that no wire has, so that the next sync writes the document again. */
export const unknownHash = '';
/** The source of a text that comes from the replica itself, and not from a feed. */
export const storedSource = 'replica';

export interface WireText extends DocumentAddress {
  /** Result of `hashWire`. */
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
  /** Result of `calculateSum`. */
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

/** Hashes a wire text and the version of the parser that reads it. */
export function hashWire(wire: string): string {
  return digest('sha256', `${parserKey}${wire}`, 'base64url');
}

function readWireId(wire: unknown): string {
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
  return { type, id: readWireId(document.wire), locale, hash: hashWire(wire), wire, source, problems };
}

/** Creates the result for a text that could not be parsed. @param message the reason. */
export function createParseFailure(message: string): ParseResult {
  return { problems: [{ kind: 'invalid', path: '', message }], document: null };
}

/** Parses a wire text to the stored document. @throws SyntaxError when the text is not JSON. */
export function parseWireText({ type, locale, wire }: Pick<WireText, 'type' | 'locale' | 'wire'>): ParseResult {
  if (wire.length > maxWireLength)
    return createParseFailure(`has ${wire.length} characters, which are more than ${maxWireLength}`);
  const value: unknown = JSON.parse(wire);
  const takenDown = parseTakenDown(type, value);
  // A document can be taken down even when the rest of it is invalid.
  if (takenDown)
    return {
      problems: [],
      document: toParsed(takenDown, { sort: takenDown.id, relations: [], broken: false, takenDown: true }),
    };
  const result = parseDocument(type, locale, value);
  const problems = limitProblems(result.problems);
  if (!result.ok) return { problems, document: null };
  const { document } = result;
  return {
    problems,
    document: toParsed(document, {
      sort: sortKey(type, document),
      relations: findRelations(document),
      broken: result.problems.some(({ kind }) => kind === 'invalid'),
      takenDown: false,
    }),
  };
}

function limitProblems(problems: Problem[]): Problem[] {
  if (problems.length <= maxProblems) return problems;
  const left = problems.length - maxProblems;
  return [...problems.slice(0, maxProblems), { kind: 'invalid', path: '', message: `and ${left} more problems` }];
}

function toParsed(
  document: { id: string; slug?: string; updatedAt: string },
  rest: Pick<ParsedDocument, 'sort' | 'relations' | 'broken' | 'takenDown'>,
): ParsedDocument {
  const data = JSON.stringify(document);
  const sum = calculateSum({ data, partial: rest.broken ? 1 : 0, takenDown: rest.takenDown ? 1 : 0 });
  return { id: document.id, slug: document.slug ?? null, updatedAt: document.updatedAt, data, sum, ...rest };
}
