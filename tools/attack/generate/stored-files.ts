/** Damages what the site keeps in `DATA_DIR`, between two starts. Leaves accounts alone: a record lost that way would prove nothing. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '../random.ts';

/** @returns what was damaged. */
type Damage = (dataDir: string, random: Random) => void;

function rewrite(file: string, change: (bytes: Buffer) => Buffer): void {
  if (existsSync(file) && statSync(file).isFile()) writeFileSync(file, change(readFileSync(file)));
}

const replica = (dataDir: string) => join(dataDir, 'mirror.sqlite');

/** Overwrites documents of the replica with invalid data; the database file itself stays intact. */
function cell(dataDir: string, random: Random): void {
  const data = random.pick(['{', '', 'null', '[]', '7', '{"type":"page"}', '['.repeat(2000), `"${random.word()}"`]);
  const database = new DatabaseSync(replica(dataDir));
  try {
    const types = database
      .prepare('select distinct type from documents')
      .all()
      .map((row) => String(row['type']));
    const type = random.pick(types.filter((name) => name !== 'default-seo'));
    database
      .prepare(
        'update documents set data = ? where type = ? and id in (select id from documents where type = ? limit ?)',
      )
      .run(data, type, type, random.pick([1, 5]));
  } finally {
    database.close();
  }
}

function folder(dataDir: string, name: string, random: Random): void {
  const path = join(dataDir, name);
  const files = existsSync(path)
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
  for (const file of files.length > 0 ? random.some(files, 20) : [])
    rewrite(file, (bytes) => (random.chance(0.5) ? Buffer.alloc(0) : random.damaged(bytes)));
}

export const damages: Record<string, Damage> = {
  cell,
  'replica garbage': (dataDir, random) => {
    rewrite(replica(dataDir), (bytes) => {
      for (let times = random.between(1, 40); times > 0; times -= 1)
        random.bytes(32).copy(bytes, random.below(Math.max(1, bytes.length - 32)));
      return bytes;
    });
  },
  'replica truncated': (dataDir, random) => {
    rewrite(replica(dataDir), (bytes) => bytes.subarray(0, random.below(bytes.length)));
  },
  'replica empty': (dataDir) => {
    rewrite(replica(dataDir), () => Buffer.alloc(0));
  },
  'replica is text': (dataDir) => {
    writeFileSync(replica(dataDir), 'this is no database');
  },
  'replica without a table': (dataDir) => {
    const database = new DatabaseSync(replica(dataDir));
    database.exec('drop table if exists documents');
    database.close();
  },
  'wal garbage': (dataDir, random) => {
    writeFileSync(`${replica(dataDir)}-wal`, random.bytes(5000));
  },
  'replica gone': (dataDir) => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${replica(dataDir)}${end}`, { force: true });
  },
  'assets damaged': (dataDir, random) => folder(dataDir, 'assets', random),
  'media damaged': (dataDir, random) => folder(dataDir, 'media', random),
  'assets gone': (dataDir) => {
    rmSync(join(dataDir, 'assets'), { recursive: true, force: true });
  },
  'secret empty': (dataDir) => {
    writeFileSync(join(dataDir, 'auth-secret'), '');
  },
  'secret garbage': (dataDir, random) => {
    writeFileSync(join(dataDir, 'auth-secret'), random.bytes(10));
  },
  'strange files': (dataDir, random) => {
    for (const name of ['mirror.sqlite.broken', 'incoming/leftover', 'assets/none/entry.js', 'media/sizes/0000.avif']) {
      mkdirSync(join(dataDir, name, '..'), { recursive: true });
      if (!existsSync(join(dataDir, name))) writeFileSync(join(dataDir, name), random.bytes(100));
    }
  },
};
