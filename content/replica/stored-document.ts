/** Reads a stored document, and checks that it is still what was written. */
import { hash as digest } from 'node:crypto';
import type { DocumentAddress } from '../document-address.ts';
import type { DocumentType, DocumentTypes } from '../model.ts';
import { findRelations, sortKey } from './document-index.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';

/** The columns of a stored document, without its text. */
export interface Row extends DocumentAddress {
  slug: string | null;
  sort: string;
  hash: string;
  /** Result of `calculateSum`; empty when an older release without checksums wrote the row. */
  sum: string;
  partial: number;
  takenDown: number;
}

export const rowColumns = 'type, id, locale, slug, sort, hash, sum, partial, taken_down AS takenDown';

interface Stored {
  data: string;
  partial: number;
  takenDown: number;
}

type AnyDocument = DocumentTypes[DocumentType];

/** The value for a document that an editor has taken down in a language. */
export const takenDown = Symbol('taken down');

/** Calculates the checksum of a stored document: when it no longer matches, something other than this program changed the row. */
export function calculateSum(stored: Stored): string {
  return digest('sha256', `${stored.partial}${stored.takenDown}${stored.data}`, 'base64url').slice(0, 22);
}

/** Reads a stored document. @returns null when it cannot be read or was changed; for a taken-down document only `id`, `slug` and `updatedAt`. */
export function readStored(row: Record<string, unknown>, id: string): AnyDocument | null {
  const stored = { data: String(row['data']), partial: Number(row['partial']), takenDown: Number(row['takenDown']) };
  const { sum } = row;
  // An older release without checksums wrote rows without one.
  if (sum !== '' && sum !== calculateSum(stored)) return null;
  try {
    const document: unknown = JSON.parse(stored.data);
    return typeof document === 'object' && document !== null && 'id' in document && document.id === id
      ? (document as AnyDocument)
      : null;
  } catch {
    return null;
  }
}

export const storedColumns = 'data, sum, partial, taken_down AS takenDown';

export function readRelations(database: ReplicaDatabase, { type, id, locale }: DocumentAddress): [string, string][] {
  const found = database.all(
    'SELECT relation, target FROM relations WHERE type = ? AND id = ? AND locale = ?',
    type,
    id,
    locale,
  );
  return found.map((relation): [string, string] => [String(relation['relation']), String(relation['target'])]);
}

/** Whether the lists of a document's own language have it. */
function isListed(database: ReplicaDatabase, { type, id, locale, sort }: Row): boolean {
  const select =
    "SELECT 1 FROM listed WHERE type = ? AND shown = ? AND relation = '' AND target = '' AND sort = ? AND id = ? AND locale = ?";
  return database.get(select, type, locale, sort, id, locale) !== undefined;
}

/** Whether text, columns, relations and lists of a document agree. */
export function isIntact(database: ReplicaDatabase, row: Row): boolean {
  const { type, id, locale } = row;
  const found = database.get(
    `SELECT ${storedColumns}, updated_at AS updatedAt FROM documents WHERE type = ? AND id = ? AND locale = ?`,
    type,
    id,
    locale,
  );
  const document = found ? readStored(found, id) : null;
  if (
    !document ||
    !found ||
    found['updatedAt'] !== document.updatedAt ||
    row.slug !== ('slug' in document ? document.slug : null)
  )
    return false;
  if (row.takenDown) return row.sort === document.id;
  if (!isListed(database, row)) return false;
  const [expected, stored] = [findRelations(document), readRelations(database, row)].map((list) =>
    [...new Set(list.map((relation) => relation.join(' ')))].sort().join('\n'),
  );
  return row.sort === sortKey(type, document) && expected === stored;
}
