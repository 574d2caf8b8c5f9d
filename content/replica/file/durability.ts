/**
 * SQLite does not wait for the disk while the replica is open (docs/decisions/0058-the-replica-does-not-wait-for-the-disk.md), so a power failure may
 * leave half-written pages. The file therefore stores the boot id at opening; if it is another one at the next opening, the file is checked first. A
 * process that is killed leaves a whole file: the system still has what it wrote.
 */
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const fact = 'open since';

/** A half-written file: its content is fetched from Strapi again. */
export class TornFile extends Error {}

/** Reads the boot id of the machine; null when the system has none. SQLite then waits for the disk. */
export function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return null;
  }
}

/**
 * Call once, when the file has been opened and has its tables.
 * @throws TornFile when the machine went down with the file open, and it is not whole.
 */
export function writeWithoutWaiting(database: DatabaseSync, start = readBootId()): void {
  const former = database.prepare('SELECT value FROM facts WHERE name = ?').get(fact)?.['value'];
  if (former !== undefined && former !== start) {
    const found = database.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'];
    if (found !== 'ok') throw new TornFile(`the machine went down while it was open: ${String(found)}`);
    // Lists and the search have no checksums.
    database.exec("DELETE FROM facts WHERE name = 'derived'");
  }
  if (start === null) return;
  // This fact must be on the disk before any write that does not wait for the disk.
  database.exec('PRAGMA synchronous = FULL');
  database.prepare('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)').run(fact, start);
  stopWaiting(database, start);
}

/** Configures another connection to a file that `writeWithoutWaiting` has opened. */
export function stopWaiting(database: DatabaseSync, start = readBootId()): void {
  if (start !== null) database.exec('PRAGMA synchronous = OFF');
}

/** Writes the whole file to the disk, so that the next start need not check it. Call it before the file is closed. */
export function waitForDisk(database: DatabaseSync): void {
  database.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)');
  database.prepare('DELETE FROM facts WHERE name = ?').run(fact);
}
