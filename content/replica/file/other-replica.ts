/**
 * Fills an empty replica from the file of another process: a start then has content even when the content service does not answer, and the feed
 * updates it later. The other process may still write its file, so this reads a copy.
 */
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { columns, schemaVersion } from './schema.ts';
import { copyTables } from './unwritable.ts';

const maxTries = 5;
const parts = ['', '-wal'];

/** Copies a file. @returns false when another process wrote during the copy, which is then inconsistent. */
function copyConsistently(from: string, to: string): boolean {
  const readState = () =>
    parts
      .map((part) => statSync(`${from}${part}`, { bigint: true, throwIfNoEntry: false }))
      .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeNs}` : ''))
      .join();
  const before = readState();
  for (const part of parts) {
    rmSync(`${to}${part}`, { force: true });
    if (existsSync(`${from}${part}`)) copyFileSync(`${from}${part}`, `${to}${part}`);
  }
  return readState() === before;
}

/** Whether the feed has not filled the replica completely. */
function isUnfilled(database: DatabaseSync): boolean {
  return (
    database.prepare('SELECT 1 FROM documents LIMIT 1').get() === undefined ||
    database.prepare("SELECT 1 FROM facts WHERE name = 'filling'").get() !== undefined
  );
}

/** Fills an empty replica, if another one has content. @param file the file of the replica. @param others files of other replicas, which may not exist. */
export function fillFromOther(database: DatabaseSync, file: string, others: readonly string[]): void {
  const copy = `${file}.copy`;
  for (const other of others) {
    if (!isUnfilled(database)) return;
    if (!existsSync(other)) continue;
    try {
      let triesLeft = maxTries;
      while (triesLeft > 0 && !copyConsistently(other, copy)) triesLeft -= 1;
      if (triesLeft === 0) continue;
      for (const table of Object.keys(columns))
        database.exec(`DELETE FROM ${table}${table === 'facts' ? " WHERE name = 'filling'" : ''}`);
      copyTables(pathToFileURL(copy), database, schemaVersion, columns);
    } catch {
      // The feed fills the replica later.
    } finally {
      for (const part of [...parts, '-shm']) rmSync(`${copy}${part}`, { force: true });
    }
  }
}
