/** A replica whose folder cannot be written, because it is read-only or its disk is full: pages need its content, not its file. */
import { existsSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** SQLite's codes for what the disk refuses: read-only, an error of input or output, full, cannot open; and the system's. */
const sqliteCodes = new Set([8, 10, 13, 14]);
const systemCodes = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);
/** A new release writes every document anew: half a replica helps nobody. */
const leastRoom = 8 * 1024 * 1024;

export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return sqliteCodes.has(Number(error.errcode) & 0xff);
  return 'code' in error && systemCodes.has(String(error.code));
}

/** Whether the disk takes the file once more. */
export function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize >= Math.max(leastRoom, statSync(file, { throwIfNoEntry: false })?.size ?? 0);
}

/**
 * A database in memory with what the file holds. Nothing is written beside the file, so what a crash left in its journal is not seen.
 * @param prepare makes its tables. @param tables with their columns, copied where the file is of the same version: one that was raised to it has them in another order.
 */
export function copyToMemory(
  file: string,
  version: number,
  tables: Readonly<Record<string, string>>,
  prepare: (database: DatabaseSync) => void,
): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  prepare(database);
  if (!existsSync(file)) return database;
  const from = pathToFileURL(file);
  from.search = '?mode=ro&immutable=1';
  try {
    database.prepare('ATTACH ? AS kept').run(from.href);
    if (Number(database.prepare('PRAGMA kept.user_version').get()?.['user_version']) === version) {
      database.exec(
        `BEGIN; ${Object.entries(tables)
          .map(([table, columns]) => `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM kept.${table};`)
          .join(' ')} COMMIT;`,
      );
    }
    database.exec('DETACH kept');
    return database;
  } catch {
    // A broken file as well: the content comes from its source.
    database.close();
    const empty = new DatabaseSync(':memory:');
    prepare(empty);
    return empty;
  }
}
