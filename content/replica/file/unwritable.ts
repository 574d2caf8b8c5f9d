/** A replica whose folder cannot be written, because it is read-only or its disk is full: pages need its content, not its file. */
import { existsSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** The codes of SQLite and of the system for a disk that refuses an access: read-only, I/O error, full, cannot open. */
const sqliteCodes = new Set([8, 10, 13, 14]);
const systemCodes = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);
/** A new release rewrites every document, so the disk needs free space; a half-written replica is useless. */
const minFreeBytes = 8 * 1024 * 1024;

export function isUnwritable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return sqliteCodes.has(Number(error.errcode) & 0xff);
  return 'code' in error && systemCodes.has(String(error.code));
}

/** Whether the disk has space for another copy of the file. */
export function hasFreeSpace(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize >= Math.max(minFreeBytes, statSync(file, { throwIfNoEntry: false })?.size ?? 0);
}

/** Copies the file's content to a database in memory. It cannot write next to the file, and so misses changes that a crash left in the journal. */
export function copyToMemory(
  file: string,
  memory: DatabaseSync,
  version: number,
  tables: Readonly<Record<string, string>>,
): void {
  if (!existsSync(file)) return;
  const source = pathToFileURL(file);
  source.search = '?mode=ro&immutable=1';
  copyTables(source, memory, version, tables);
}

/**
 * Copies all rows of an intact file of this version into an open database. On any failure the database stays empty and a feed fills it. Derived rows
 * are written again. @param tables their columns by name, because a migrated file has them in another order.
 */
export function copyTables(
  source: URL,
  into: DatabaseSync,
  version: number,
  tables: Readonly<Record<string, string>>,
): void {
  try {
    into.prepare('ATTACH ? AS kept').run(source.href);
    const pragma = (name: string) => into.prepare(`PRAGMA kept.${name}`).get()?.[name.split('(')[0] ?? ''];
    if (Number(pragma('user_version')) === version && pragma('integrity_check(1)') === 'ok') {
      const copies = Object.entries(tables).map(
        ([table, columns]) => `INSERT OR IGNORE INTO main.${table} (${columns}) SELECT ${columns} FROM kept.${table};`,
      );
      into.exec(`BEGIN; ${copies.join(' ')} DELETE FROM main.facts WHERE name = 'derived'; COMMIT;`);
    }
  } catch {
    if (into.isTransaction) into.exec('ROLLBACK');
  } finally {
    if (into.prepare("SELECT 1 FROM pragma_database_list WHERE name = 'kept'").get()) into.exec('DETACH kept');
  }
}
