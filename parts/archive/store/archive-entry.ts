/** What the log says of an entry, and its hash in the tree. */
import type { EntryKind } from './archive-tables.ts';
import { hashLeaf } from './merkle-tree.ts';

/** What a page was made from. */
export interface PageContext {
  build: string;
  /** The documents that it read, as `type/id.locale`. */
  documents: readonly string[];
}

export interface ArchiveEntry {
  seq: number;
  subject: string;
  /** Milliseconds since 1970. */
  at: number;
  kind: EntryKind;
  /** SHA-256 of what was served. */
  hash: Buffer;
  /** SHA-256 of a page's `PageContext`; null for other kinds. */
  context: Buffer | null;
}

/** The text whose hash is the leaf. */
export function writeEntry({ seq, subject, at, kind, hash, context }: ArchiveEntry): string {
  return JSON.stringify([
    seq,
    subject,
    new Date(at).toISOString(),
    kind,
    hash.toString('hex'),
    context?.toString('hex') ?? null,
  ]);
}

export function hashEntry(entry: ArchiveEntry): Buffer {
  return hashLeaf(writeEntry(entry));
}
