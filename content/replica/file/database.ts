/** Opens the replica's file (docs/decisions/0014-replica.md). An operator can delete the file at any time: a feed fills it again. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { TornFile, stopWaiting, writeWithoutWaiting } from './durability.ts';
import { fillFromOther } from './other-replica.ts';
import { columns, derivedTables, schemaVersion, tables } from './schema.ts';
import { copyToMemory, hasFreeSpace, isUnwritable } from './unwritable.ts';

/** The most processes that share a folder. The limit ends the search on a file system that refuses every lock. */
const maxReplicas = 64;
/** SQLite's code for a file that another connection has locked; extended codes have it in their lowest eight bits. */
const busy = 5;
/** SQLite's codes for a file that is not, or no longer, a database. */
const brokenCodes = new Set([11, 26]);
/** SQLite's codes for a truncated file: a read fails or ends too early. A failed write is no such sign, because a full disk is temporary. */
const unreadableCodes = new Set([266, 522]);

function errorCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}

/** Whether an error means that another thread or process is writing. */
export function isBusy(error: unknown): boolean {
  return (errorCode(error) & 0xff) === busy;
}

/** SQLite's general error code, for example for a statement that does not match the tables. */
const general = 1;
const unknownTables =
  /^(?:no such (?:table|column)|duplicate column name|table \S+ has no column|there is already|malformed)/;

/** Whether an error means that the file is unusable and must be replaced by a new one. */
export function isBrokenFile(error: unknown): boolean {
  if (error instanceof ForeignTables || error instanceof TornFile) return true;
  const code = errorCode(error);
  if (code === general) return error instanceof Error && unknownTables.test(error.message);
  return brokenCodes.has(code & 0xff) || unreadableCodes.has(code);
}

/** An open replica, and where other threads of this process find it: the path of its file, or SQLite's address of a database in memory. */
export interface OpenReplica {
  database: DatabaseSync;
  location: string;
}

const inMemory = 'file:/';
/** Milliseconds that a thread waits while another one writes; short for the thread that answers visitors. */
const patience = { opening: 0, visitors: 50, others: 10_000 };

/** The files that are open in this thread. */
const opened = new Map<string, DatabaseSync>();

/**
 * SQLite's VFS `unix-excl` keeps a file for one process, all threads of which may open it. The index of the journal is then in this process's memory,
 * not in a file that is mapped there: a program that truncates such a file ends the process (docs/decisions/0058-the-replica-does-not-wait-for-the-disk.md).
 */
function connect(location: string, timeout: number): DatabaseSync {
  if (location.startsWith(inMemory)) return new DatabaseSync(location, { timeout: patience.others });
  const url = pathToFileURL(location);
  url.search = '?vfs=unix-excl';
  return new DatabaseSync(url, { timeout });
}

function openMemory(): OpenReplica {
  // Unique in the process, also when this module is loaded twice: two replicas would share one database.
  const location = `${inMemory}replica-${randomUUID()}?vfs=memdb`;
  return { database: connect(location, patience.others), location };
}

/** Opens a replica that another thread of this process has open. */
export function joinReplicaDatabase(location: string): DatabaseSync {
  const database = connect(location, patience.others);
  stopWaiting(database);
  return database;
}

/**
 * Opens the replica, and creates it when it does not exist. A replica belongs to one process, because another process would not learn which
 * cached pages a change makes stale. If the file is locked, it opens the next, `mirror-2.sqlite` after `mirror.sqlite`. After a restart it gets
 * its former one.
 * @param file a path, or `:memory:`.
 * @param onBroken called with a file that is no database: it is set aside, since a feed fills a new one.
 * @param onUnwritable called when the folder cannot be written: the replica is then in memory, with what the file has.
 * @param fills whether an empty replica takes the content of another process, whose lists have to be derived afterwards.
 * @throws when the path is a folder, or other processes have locked all files.
 */
export function openReplicaDatabase(
  file: string,
  onBroken: (file: string) => void = () => undefined,
  onUnwritable: (file: string, error: unknown) => void = () => undefined,
  fills = true,
): OpenReplica {
  if (file === ':memory:') {
    const memory = openMemory();
    prepareTables(memory.database);
    markUnfilled(memory.database);
    return memory;
  }
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (hasFreeSpace(file)) return openFile(file, onBroken, fills);
    onUnwritable(file, new Error('The disk is full.'));
  } catch (error) {
    if (!isUnwritable(error) || statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw error;
    onUnwritable(file, error);
  }
  const memory = openMemory();
  prepareTables(memory.database);
  copyToMemory(file, memory.database, schemaVersion, columns);
  markUnfilled(memory.database);
  return memory;
}

/** Single documents that are written to an empty replica are no content for visitors: it counts as empty until a feed has filled it. */
function markUnfilled(database: DatabaseSync): void {
  database.exec(
    "INSERT OR IGNORE INTO facts (name, value) SELECT 'filling', '' WHERE NOT EXISTS (SELECT 1 FROM documents)",
  );
}

function openFile(file: string, onBroken: (file: string) => void, fills: boolean): OpenReplica {
  const { dir, name, ext } = parse(file);
  const locations = Array.from({ length: maxReplicas }, (_, index) =>
    index === 0 ? file : join(dir, `${name}-${index + 1}${ext}`),
  );
  for (const location of locations) {
    // Another site in this process has the file; SQLite would let both open it.
    if (opened.get(location)?.isOpen) continue;
    const database = openUnlessHeld(location, () => {
      setAside(location);
      onBroken(location);
    });
    if (!database) continue;
    opened.set(location, database);
    // Reading a file of this process would end its lock: POSIX ends it when any descriptor of the file is closed.
    if (fills)
      fillFromOther(
        database,
        location,
        locations.filter((other) => !opened.get(other)?.isOpen),
      );
    markUnfilled(database);
    return { database, location };
  }
  throw new Error(`${file} and ${maxReplicas - 1} more are held by other processes`);
}

/** Renames a broken file, to make its name free for a new one. @throws when the folder cannot be changed. */
export function setAside(file: string): void {
  rmSync(`${file}.broken`, { recursive: true, force: true });
  renameSync(file, `${file}.broken`);
  // SQLite would take its journal for that of the new file.
  for (const part of ['-wal', '-shm', '-journal']) rmSync(`${file}${part}`, { recursive: true, force: true });
}

/**
 * @param replace moves a broken file away; without it a broken file is an error.
 * @returns null when another process has locked the file.
 */
function openUnlessHeld(file: string, replace?: () => void): DatabaseSync | null {
  const database = connect(file, patience.opening);
  try {
    // Opening the journal takes the lock, without waiting for it; the lock ends with the process.
    database.exec('PRAGMA journal_mode = WAL');
    prepareTables(database);
    writeWithoutWaiting(database);
    database.exec(`PRAGMA busy_timeout = ${patience.visitors}`);
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    if (!replace || !isBrokenFile(error)) throw error;
    replace();
    return openUnlessHeld(file);
  }
}

function prepareTables(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version !== schemaVersion) {
    for (const table of [...Object.keys(columns), ...derivedTables]) database.exec(`DROP TABLE IF EXISTS ${table}`);
    database.exec(`PRAGMA user_version = ${schemaVersion}`);
  }
  database.exec(tables);
  // Prepare a statement for each table, to find missing columns at the start.
  for (const [table, names] of Object.entries(columns)) database.prepare(`SELECT ${names} FROM ${table} LIMIT 1`).get();
  for (const table of derivedTables) database.prepare(`SELECT * FROM ${table}`);
  // This program creates no triggers or views: a foreign trigger would refuse or change what is written.
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view')").get())
    throw new ForeignTables();
}

class ForeignTables extends Error {
  override message = 'it holds what this program did not make';
}
