/**
 * Fills an empty replica from one that another process has, or had: a start while the content service does not answer has content then, which the feed
 * brings up to date once it does. The other process goes on with its file, so this reads a copy.
 */
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { columns, schemaVersion } from './schema.ts';
import { copyTables } from './unwritable.ts';

const tries = 5;
const parts = ['', '-wal'];

/** @returns whether nothing was written meanwhile: else the copy is of two moments. */
function copyAtOneMoment(from: string, to: string): boolean {
  const state = () =>
    parts
      .map((part) => statSync(`${from}${part}`, { bigint: true, throwIfNoEntry: false }))
      .map((found) => (found ? `${found.ino} ${found.size} ${found.mtimeNs}` : ''))
      .join();
  const before = state();
  for (const part of parts) {
    rmSync(`${to}${part}`, { force: true });
    if (existsSync(`${from}${part}`)) copyFileSync(`${from}${part}`, `${to}${part}`);
  }
  return state() === before;
}

/** Whether the feed has not filled it, or not to the end. */
function isUnfilled(database: DatabaseSync): boolean {
  return (
    database.prepare('SELECT 1 FROM documents LIMIT 1').get() === undefined ||
    database.prepare("SELECT 1 FROM facts WHERE name = 'filling'").get() !== undefined
  );
}

/** Does nothing when the replica has content, or no other has. @param file of the replica. @param others files of others, which may not exist. */
export function fillFromOther(database: DatabaseSync, file: string, others: readonly string[]): void {
  const copy = `${file}.copy`;
  for (const other of others) {
    if (!isUnfilled(database)) return;
    if (!existsSync(other)) continue;
    try {
      let left = tries;
      while (left > 0 && !copyAtOneMoment(other, copy)) left -= 1;
      if (left === 0) continue;
      for (const table of Object.keys(columns))
        database.exec(`DELETE FROM ${table}${table === 'facts' ? " WHERE name = 'filling'" : ''}`);
      copyTables(pathToFileURL(copy), database, schemaVersion, columns);
    } catch {
      // The feed fills it, as it would without the other one.
    } finally {
      for (const part of [...parts, '-shm']) rmSync(`${copy}${part}`, { force: true });
    }
  }
}
