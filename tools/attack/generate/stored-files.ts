/** Damages the files of the site in `DATA_DIR` between two starts, except accounts: the loss of a damaged record would not be a fault of the site. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { listAllFiles } from '../../checks/project-files.ts';
import { type Draw, bytes, chance, damageBytes, word } from './text.ts';

type Damage = (dataDir: string, draw: Draw) => void;

function rewrite(file: string, change: (bytes: Buffer) => Buffer): void {
  if (existsSync(file) && statSync(file).isFile()) writeFileSync(file, change(readFileSync(file)));
}

const replica = (dataDir: string) => join(dataDir, 'mirror.sqlite');

/** Overwrites documents of the replica with invalid data; the database file itself stays intact. */
function damageRows(dataDir: string, draw: Draw): void {
  const data = draw(
    fc.oneof(
      fc.constantFrom('{', '', 'null', '[]', '7', '{"type":"page"}', '['.repeat(2000)),
      word.map((name) => `"${name}"`),
    ),
  );
  using database = new DatabaseSync(replica(dataDir));
  const types = database
    .prepare("select distinct type from documents where type <> 'default-seo'")
    .all()
    .map((row) => String(row['type']));
  const type = draw(fc.constantFrom(...types));
  database
    .prepare('update documents set data = ? where type = ? and id in (select id from documents where type = ? limit ?)')
    .run(data, type, type, draw(fc.constantFrom(1, 5)));
}

function damageFolder(dataDir: string, name: string, draw: Draw): void {
  const path = join(dataDir, name);
  const files = existsSync(path) ? listAllFiles(path) : [];
  for (const file of draw(fc.subarray(files)).slice(0, 20))
    rewrite(file, (before) => (draw(chance(50)) ? Buffer.alloc(0) : draw(damageBytes(before))));
}

export const damages: Record<string, Damage> = {
  cell: damageRows,
  'replica garbage': (dataDir, draw) => {
    rewrite(replica(dataDir), (before) => {
      for (const garbage of draw(fc.array(bytes(32), { minLength: 1, maxLength: 40 })))
        garbage.copy(before, draw(fc.nat(Math.max(0, before.length - 33))));
      return before;
    });
  },
  'replica truncated': (dataDir, draw) =>
    rewrite(replica(dataDir), (before) => before.subarray(0, draw(fc.nat(before.length - 1)))),
  'replica empty': (dataDir) => rewrite(replica(dataDir), () => Buffer.alloc(0)),
  'replica is text': (dataDir) => writeFileSync(replica(dataDir), 'this is not a database'),
  'replica without a table': (dataDir) => {
    using database = new DatabaseSync(replica(dataDir));
    database.exec('drop table if exists documents');
  },
  'wal garbage': (dataDir, draw) => writeFileSync(`${replica(dataDir)}-wal`, draw(bytes(5000))),
  'replica gone': (dataDir) => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${replica(dataDir)}${end}`, { force: true });
  },
  'assets damaged': (dataDir, draw) => damageFolder(dataDir, 'assets', draw),
  'media damaged': (dataDir, draw) => damageFolder(dataDir, 'media', draw),
  'assets gone': (dataDir) => rmSync(join(dataDir, 'assets'), { recursive: true, force: true }),
  'secret empty': (dataDir) => writeFileSync(join(dataDir, 'auth-secret'), ''),
  'secret garbage': (dataDir, draw) => writeFileSync(join(dataDir, 'auth-secret'), draw(bytes(10))),
  'strange files': (dataDir, draw) => {
    for (const name of ['mirror.sqlite.broken', 'incoming/leftover', 'assets/none/entry.js', 'media/sizes/0000.avif']) {
      mkdirSync(join(dataDir, name, '..'), { recursive: true });
      if (!existsSync(join(dataDir, name))) writeFileSync(join(dataDir, name), draw(bytes(100)));
    }
  },
};
