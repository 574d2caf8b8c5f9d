/** An SQLite file in a back-up: copied with SQLite's online back-up, which neither stops writers nor is disturbed by them. */
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';
import type { StoredDatabase, Tables } from './stored-database.ts';

/** All pages in one step: with several, a write of another process makes SQLite begin again, and a busy site would never be copied. */
const allPages = 2 ** 31 - 1;
const companions = ['', '-wal', '-shm', '-journal'];

const toJsonValue = (_name: string, value: unknown) =>
  typeof value === 'bigint' ? `${value}n` : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;

/** Counts and digests all tables. @throws when SQLite finds the file damaged. */
function readTables(file: string): Tables {
  using database = new DatabaseSync(file, { readOnly: true });
  const [verdict] = database.prepare('PRAGMA integrity_check').all();
  if (verdict?.['integrity_check'] !== 'ok')
    throw new Error(`${basename(file)} is damaged: ${String(verdict?.['integrity_check'])}`);
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name));
  return Object.fromEntries(
    names.map((name) => {
      const select = database.prepare(`select * from "${name.replaceAll('"', '""')}"`);
      select.setReadBigInts(true);
      let rows = 0;
      let sum = 0n;
      for (const row of select.iterate()) {
        rows += 1;
        const hash = createHash('sha256').update(JSON.stringify(row, toJsonValue)).digest('hex');
        sum = (sum + BigInt(`0x${hash.slice(0, 32)}`)) % 2n ** 128n;
      }
      return [name, { rows, digest: sum.toString(16).padStart(32, '0') }];
    }),
  );
}

export function openSqliteStore(file: string): StoredDatabase {
  return {
    kind: 'sqlite',
    name: file,
    hasData: async () => existsSync(file),
    async dump(target) {
      using source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
      await backup(source, target, { rate: allPages });
      // The copy is in WAL mode like its source; DELETE mode makes it a single file.
      const copy = new DatabaseSync(target);
      copy.exec('PRAGMA journal_mode = DELETE');
      copy.close();
      chmodSync(target, 0o600);
      return readTables(target);
    },
    async load(source) {
      mkdirSync(dirname(file), { recursive: true });
      const draft = `${file}.restoring`;
      rmSync(draft, { force: true });
      copyFileSync(source, draft);
      chmodSync(draft, 0o600);
      renameSync(draft, file);
    },
    tables: async () => readTables(file),
    async setAside(suffix) {
      if (!existsSync(file)) return null;
      const folder = join(dirname(file), suffix);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      for (const suffixOfFile of companions)
        if (existsSync(file + suffixOfFile))
          renameSync(file + suffixOfFile, join(folder, basename(file) + suffixOfFile));
      return folder;
    },
    scratch: async (folder) => ({
      database: openSqliteStore(join(folder, basename(file))),
      remove: async () => undefined,
    }),
  };
}
