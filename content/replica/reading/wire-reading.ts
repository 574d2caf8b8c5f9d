/** Parses a wire text into what is stored: the expensive part of writing a document. Pure, so that any thread can do it. */
import { parseDocument, takenDownDocument } from '../../parse/parse-document.ts';
import type { Problem } from '../../parse/problem.ts';
import { type DocumentAddress, relationsOf, sortKey } from '../document-index.ts';
import { documentSum } from '../stored-document.ts';

/** Characters. Even a long page with a text of maximum length in each part is smaller. */
const largestWire = 4 * 1024 * 1024;
/** Characters of what is parsed beside visitors. All documents of the demonstration are smaller and take a millisecond; this much of the most expensive Markdown takes 60. */
export const largestInline = 16 * 1024;
/** More would tell an editor nothing new, and each is a line of the log. */
const mostProblems = 50;

export interface StoredDocument {
  id: string;
  /** Null for types without one. */
  slug: string | null;
  updatedAt: string;
  /** JSON: many times smaller as text than as objects. */
  data: string;
  /** As of `documentSum`. */
  sum: string;
  sort: string;
  relations: [name: string, target: string][];
  /** Parts of it were left out. */
  broken: boolean;
  takenDown: boolean;
}

export interface WireReading {
  problems: Problem[];
  /** Null when it cannot be read as a document. */
  stored: StoredDocument | null;
}

export interface WireText extends Pick<DocumentAddress, 'type' | 'locale'> {
  /** JSON. */
  wire: string;
}

/** The result for a document that could not be read. @param message the reason. */
export function unread(message: string): WireReading {
  return { problems: [{ kind: 'invalid', path: '', message }], stored: null };
}

function fewProblems(problems: Problem[]): Problem[] {
  if (problems.length <= mostProblems) return problems;
  const left = problems.length - mostProblems;
  return [...problems.slice(0, mostProblems), { kind: 'invalid', path: '', message: `and ${left} more problems` }];
}

function stored(
  document: { id: string; slug?: string; updatedAt: string },
  rest: Pick<StoredDocument, 'sort' | 'relations' | 'broken' | 'takenDown'>,
): StoredDocument {
  const data = JSON.stringify(document);
  const sum = documentSum({ data, partial: rest.broken ? 1 : 0, takenDown: rest.takenDown ? 1 : 0 });
  return { id: document.id, slug: document.slug ?? null, updatedAt: document.updatedAt, data, sum, ...rest };
}

/** @param given what the wire text says, where it is there already. @throws SyntaxError when the wire text is not JSON. */
export function readWire({ type, locale, wire }: WireText, given?: unknown): WireReading {
  if (wire.length > largestWire) return unread(`has ${wire.length} characters, which are more than ${largestWire}`);
  const value: unknown = given ?? JSON.parse(wire);
  const takenDown = takenDownDocument(type, value);
  // Taking a document down works whatever else is wrong with it.
  if (takenDown)
    return {
      problems: [],
      stored: stored(takenDown, { sort: takenDown.id, relations: [], broken: false, takenDown: true }),
    };
  const parsed = parseDocument(type, locale, value);
  const problems = fewProblems(parsed.problems);
  if (!parsed.ok) return { problems, stored: null };
  const { document } = parsed;
  const broken = parsed.problems.some(({ kind }) => kind === 'invalid');
  return {
    problems,
    stored: stored(document, {
      sort: sortKey(type, document),
      relations: relationsOf(document),
      broken,
      takenDown: false,
    }),
  };
}
