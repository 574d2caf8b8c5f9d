/** The replica's tables (decision 4). It can be deleted at any time: a feed fills it again. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Raised whenever a table changes; an older file is then emptied and filled anew. */
const schemaVersion = 2;

const tables = `
  CREATE TABLE IF NOT EXISTS documents (
    type TEXT NOT NULL, id TEXT NOT NULL, locale TEXT NOT NULL,
    slug TEXT, sort TEXT NOT NULL,
    hash TEXT NOT NULL,          -- of the wire document and the parser that read it
    wire TEXT NOT NULL,          -- kept so that a new release can parse it again while the CMS is away
    data TEXT NOT NULL,          -- the model document
    partial INTEGER NOT NULL,    -- 1 when blocks had to be left out
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

/** Opens the replica, creating it when it is not there. @param file a path, or `:memory:`. */
export function openMirrorDatabase(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;');
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version !== schemaVersion) {
    for (const table of ['documents', 'relations', 'former_slugs', 'media', 'facts']) database.exec(`DROP TABLE IF EXISTS ${table}`);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  }
  database.exec(tables);
  return database;
}
