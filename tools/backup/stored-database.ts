/** The interface of a database for back-ups, implemented for SQLite and PostgreSQL. */

export interface TableState {
  rows: number;
  /** A digest of all values of all rows; their order does not matter. */
  digest: string;
}
export type Tables = Record<string, TableState>;

export interface StoredDatabase {
  kind: 'sqlite' | 'postgres';
  /** For messages: without a password. */
  name: string;
  /** False when the file does not exist, or the schema has no table. */
  hasData: () => Promise<boolean>;
  /** Writes a snapshot into a new file while others continue to write. @returns counts and digests of the snapshot. */
  dump: (file: string) => Promise<Tables>;
  /** Fills an empty database. @throws when that fails; then the database is still empty. */
  load: (file: string) => Promise<void>;
  tables: () => Promise<Tables>;
  /** Moves existing data aside without deleting it. @returns its new place; null if there was no data. */
  setAside: (suffix: string) => Promise<string | null>;
  /** Creates an empty database of the same kind, for a trial, in a folder of the caller. */
  scratch: (folder: string) => Promise<{ database: StoredDatabase; remove: () => Promise<void> }>;
}
