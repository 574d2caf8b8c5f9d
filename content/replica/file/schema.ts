/**
 * The tables of the replica's file. Rows that are derived from a document are written in its transaction
 * (docs/decisions/0032-lists-and-search-in-the-replica.md).
 */
import { locales } from '../../locales.ts';
import { searchTables, searchTablesSql } from '../../search/text-index.ts';

/** The version of the tables; raise it whenever a table changes. A file of another version is emptied, and the feed fills it again. */
export const schemaVersion = 5;

/** The version of the derived rows; raise it when the same documents get other rows. At the start, rows of another version are derived again. */
export const derivedVersion = `5 ${locales.join(' ')}`;

export const columns: Record<string, string> = {
  documents: 'type, id, locale, slug, sort, updated_at, hash, sum, partial, taken_down, since, wire, data',
  relations: 'type, id, locale, relation, target',
  former_slugs: 'type, locale, slug, id',
  media: 'url, file, content_type',
  facts: 'name, value',
};

/** Tables that are derived from the documents: at the start, they are filled when they are missing or of another release. */
export const derivedTables: readonly string[] = [
  'listed',
  'counts',
  'stored',
  'mentions',
  'numbers',
  'parts',
  ...searchTables,
];

export const tables = `
  CREATE TABLE IF NOT EXISTS documents (
    type TEXT NOT NULL, id TEXT NOT NULL, locale TEXT NOT NULL,
    slug TEXT, sort TEXT NOT NULL, updated_at TEXT NOT NULL,
    hash TEXT NOT NULL,          -- of the wire document and the parser that read it
    sum TEXT NOT NULL,           -- of data and the two flags: what does not match is damaged; empty for what an older release wrote
    partial INTEGER NOT NULL,    -- 1 when blocks had to be left out
    taken_down INTEGER NOT NULL, -- 1 when visitors of the language find nothing here, not even the English text
    since TEXT NOT NULL,         -- when this version became the one that visitors get here
    wire TEXT NOT NULL,          -- kept so that it can be parsed again while the CMS is away: by a new release, and when data is damaged
    data TEXT NOT NULL,          -- the model document; the long columns come last, because SQLite reads through all that is before a column
    PRIMARY KEY (type, id, locale) -- an index of its own: texts in the key's tree make it deep (docs/decisions/0058-the-replica-does-not-wait-for-the-disk.md)
  );
  CREATE INDEX IF NOT EXISTS documents_slug ON documents (type, locale, slug);
  -- What a sitemap reads of a thousand documents, whose texts lie between the rows of the table.
  CREATE INDEX IF NOT EXISTS documents_paged ON documents (type, id, locale, slug, updated_at, taken_down);
  CREATE TABLE IF NOT EXISTS relations (
    type TEXT NOT NULL, id TEXT NOT NULL, locale TEXT NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL,
    PRIMARY KEY (type, id, locale, relation, target)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS relations_target ON relations (relation, target);
  CREATE TABLE IF NOT EXISTS former_slugs (
    type TEXT NOT NULL, locale TEXT NOT NULL, slug TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (type, locale, slug)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS media (url TEXT PRIMARY KEY, file TEXT NOT NULL, content_type TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- A row for each list of a language that shows a document: the list of its type (relation and target are empty), and one for each relation.
  CREATE TABLE IF NOT EXISTS listed (
    type TEXT NOT NULL, shown TEXT NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL, sort TEXT NOT NULL, id TEXT NOT NULL,
    locale TEXT NOT NULL,        -- of the document that the language shows: its own or English
    PRIMARY KEY (type, shown, relation, target, sort, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS listed_newest ON listed (type, shown, relation, target, sort DESC, id);
  CREATE INDEX IF NOT EXISTS listed_document ON listed (type, id);
  -- How many rows each list has.
  CREATE TABLE IF NOT EXISTS counts (
    type TEXT NOT NULL, shown TEXT NOT NULL, relation TEXT NOT NULL, target TEXT NOT NULL, n INTEGER NOT NULL,
    PRIMARY KEY (type, shown, relation, target)
  ) WITHOUT ROWID;
  -- How many documents there are, those taken down included.
  CREATE TABLE IF NOT EXISTS stored (
    type TEXT NOT NULL, locale TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (type, locale)
  ) WITHOUT ROWID;
  -- Files that a document names, and the tags of the instruments whose figures its text shows.
  CREATE TABLE IF NOT EXISTS mentions (
    name TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, locale TEXT NOT NULL,
    PRIMARY KEY (name, type, id, locale)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS mentions_document ON mentions (type, id, locale);
  -- A lasting number for each document with a page: a part of a sitemap is a range of numbers, and a publish changes one part.
  CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY, type TEXT NOT NULL, id TEXT NOT NULL, UNIQUE (type, id));
  CREATE TABLE IF NOT EXISTS parts (
    locale TEXT NOT NULL, part INTEGER NOT NULL, n INTEGER NOT NULL, latest TEXT NOT NULL, PRIMARY KEY (locale, part)
  ) WITHOUT ROWID;
  ${searchTablesSql}
`;
