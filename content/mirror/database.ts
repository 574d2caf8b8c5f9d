/** The replica's tables (decision 4). It can be deleted at any time: a feed fills it again. */
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { copyToMemory, hasRoom, isUnwritable } from './unwritable.ts';

/** Raised whenever a table changes; an older file that no step leads on from is emptied and filled anew. */
const schemaVersion = 3;
/** What makes a file of a version one of the next: a new release may start while the CMS is away, and then shows what is here. */
const steps: Record<number, string> = { 2: 'ALTER TABLE documents ADD COLUMN taken_down INTEGER NOT NULL DEFAULT 0' };


const tables = `
  CREATE TABLE IF NOT EXISTS documents (
    type TEXT NOT NULL, id TEXT NOT NULL, locale TEXT NOT NULL,
    slug TEXT, sort TEXT NOT NULL,
    hash TEXT NOT NULL,          -- of the wire document and the parser that read it
    wire TEXT NOT NULL,          -- kept so that a new release can parse it again while the CMS is away
    data TEXT NOT NULL,          -- the model document
    partial INTEGER NOT NULL,    -- 1 when blocks had to be left out
    taken_down INTEGER NOT NULL, -- 1 when visitors of the language find nothing here, not even the English text
    since TEXT NOT NULL,         -- when this version became the one that visitors get here
    PRIMARY KEY (type, id, locale)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS documents_slug ON documents (type, locale, slug);
  CREATE INDEX IF NOT EXISTS documents_sort ON documents (type, locale, sort);
  CREATE TABLE IF NOT EXISTS relations (
    type TEXT NOT NULL, id TEXT NOT NULL, locale TEXT NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL,
    PRIMARY KEY (type, id, locale, relation, target)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS relations_target ON relations (type, relation, target);
  CREATE TABLE IF NOT EXISTS former_slugs (
    type TEXT NOT NULL, locale TEXT NOT NULL, slug TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (type, locale, slug)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS media (url TEXT PRIMARY KEY, file TEXT NOT NULL, content_type TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

const tableNames = ['documents', 'relations', 'former_slugs', 'media', 'facts'];

/** More processes share no folder; a file system that refuses every lock ends here. */
const mostReplicas = 64;
/** SQLite's code for a file that another connection holds; extended codes add to it above these bits. */
const busy = 5;
/** And for what is not, or no longer, a database. */
const broken = new Set([11, 26]);

/**
 * Opens the replica, creating it when it is not there. A replica belongs to one process, since each drops from its page cache what it itself
 * found to be new: whoever finds the file held takes the next, `mirror-2.sqlite` after `mirror.sqlite`. A restart finds its former one.
 * @param file a path, or `:memory:`.
 * @param onBroken hears of a file that is no database: it is set aside, since a feed fills a new one.
 * @param onUnwritable hears of a folder that cannot be written: the replica is then in memory, with what the file holds.
 */
export function openMirrorDatabase(file: string, onBroken: (file: string) => void = () => undefined, onUnwritable: (file: string, error: unknown) => void = () => undefined): DatabaseSync {
  try {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
    if (file === ':memory:' || hasRoom(file)) return openFile(file, onBroken);
    onUnwritable(file, new Error('The disk is full.'));
  } catch (error) {
    if (file === ':memory:' || !isUnwritable(error) || statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw error;
    onUnwritable(file, error);
  }
  return copyToMemory(file, schemaVersion, tableNames, prepareTables);
}

function openFile(file: string, onBroken: (file: string) => void): DatabaseSync {
  const { dir, name, ext } = parse(file);
  for (let number = 1; number <= mostReplicas; number += 1) {
    const candidate = number === 1 ? file : join(dir, `${name}-${number}${ext}`);
    const database = openUnlessHeld(candidate, () => {
      setAside(candidate);
      onBroken(candidate);
    });
    if (database) return database;
  }
  throw new Error(`${file} and ${mostReplicas - 1} more are held by other processes`);
}

function setAside(file: string): void {
  renameSync(file, `${file}.broken`);
  // Its journal would be taken for the new one's.
  for (const part of ['-wal', '-shm', '-journal']) rmSync(`${file}${part}`, { force: true });
}

/**
 * @param replace makes room for a new file; without it a broken one is an error.
 * @returns null when another process, or another site in this one, holds the file.
 */
function openUnlessHeld(file: string, replace?: () => void): DatabaseSync | null {
  const database = new DatabaseSync(file);
  try {
    // The lock is taken with the journal, at once or not at all, and ends with the process.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    prepareTables(database);
    return database;
  } catch (error) {
    database.close();
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
    if (code === busy) return null;
    if (!replace || !broken.has(code)) throw error;
    replace();
    return openUnlessHeld(file);
  }
}

function prepareTables(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  const step = steps[version];
  if (step) {
    database.exec(`${step}; PRAGMA user_version = ${version + 1}`);
    return prepareTables(database);
  }
  if (version !== schemaVersion) {
    for (const table of tableNames) database.exec(`DROP TABLE IF EXISTS ${table}`);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  }
  database.exec(tables);
}
