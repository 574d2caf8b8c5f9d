/** A replica whose folder cannot be written, because it is read-only or its disk is full: pages need its content, not its file. */
import { existsSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** SQLite's codes for what the disk refuses (read-only, I/O error, full, cannot open), and those of the system. */
const sqliteCodes = new Set([8, 10, 13, 14]);
const systemCodes = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);
/** Bytes. A new release rewrites every document, and half a replica is of no use. */
const leastRoom = 8 * 1024 * 1024;

export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return sqliteCodes.has(Number(error.errcode) & 0xff);
  return 'code' in error && systemCodes.has(String(error.code));
}

/** Whether the disk has room for the file once more. */
export function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize >= Math.max(leastRoom, statSync(file, { throwIfNoEntry: false })?.size ?? 0);
}

/**
 * Copies the file's content to a database in memory, if the file is of this version and whole: else a feed delivers it. It cannot write next to
 * the file, and so misses changes that a crash left in the journal. Derived rows are written again.
 * @param tables their columns by name, because a migrated file has them in another order.
 */
export function copyToMemory(
  file: string,
  memory: DatabaseSync,
  version: number,
  tables: Readonly<Record<string, string>>,
): void {
  if (!existsSync(file)) return;
  const from = pathToFileURL(file);
  from.search = '?mode=ro&immutable=1';
  try {
    memory.prepare('ATTACH ? AS kept').run(from.href);
    if (Number(memory.prepare('PRAGMA kept.user_version').get()?.['user_version']) === version) {
      const copies = Object.entries(tables).map(
        ([table, columns]) => `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM kept.${table};`,
      );
      memory.exec(`BEGIN; ${copies.join(' ')} DELETE FROM main.facts WHERE name = 'derived'; COMMIT;`);
    }
    memory.exec('DETACH kept');
  } catch {
    if (memory.isTransaction) memory.exec('ROLLBACK');
  }
}
