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
  /** False when there is no such file, or the schema has no table. */
  hasData: () => Promise<boolean>;
  /** Writes the state of one moment into a new file while others go on writing. @returns what was written, of the same moment. */
  dump: (file: string) => Promise<Tables>;
  /** Fills an empty database. @throws when it cannot be filled; then it is as before. */
  load: (file: string) => Promise<void>;
  tables: () => Promise<Tables>;
  /** Moves existing data aside without deleting it. @returns its new place, or null if there was none. */
  setAside: (suffix: string) => Promise<string | null>;
  /** An empty database of the same kind, for a trial. `folder` exists and is the caller's. */
  scratch: (folder: string) => Promise<{ database: StoredDatabase; remove: () => Promise<void> }>;
}
