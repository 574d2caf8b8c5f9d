/** A replica belongs to one process: two processes would not notice each other's writes. */
import { spawnSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { joinReplicaDatabase, openReplicaDatabase as openReplicaFile, setAside } from './database.ts';
import { ReplicaDatabase } from './replica-database.ts';

const events = { onBroken: () => undefined, onReplaced: () => undefined, onUnwritable: () => undefined };
const openReplicaDatabase = (...parameters: Parameters<typeof openReplicaFile>) =>
  openReplicaFile(...parameters).database;
let folder: string;
let replica: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-replica-'));
  replica = join(folder, 'mirror.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Which file a separate process opens; the process is killed before it closes the file. @param then what it does before that. */
function openedByAnotherProcess(then = ''): string {
  const program = `import { openReplicaDatabase } from ${JSON.stringify(join(import.meta.dirname, 'database.ts'))};
    const { database, location } = openReplicaDatabase(${JSON.stringify(replica)});
    process.stdout.write(location);
    ${then}
    process.kill(process.pid, 'SIGKILL');`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }).stdout;
}

test('the second opener of a replica takes the next file, in this process and in another, and a restart finds its former file', () => {
  const first = openReplicaDatabase(replica);
  expect(openedByAnotherProcess()).toBe(join(folder, 'mirror-2.sqlite'));
  const second = openReplicaDatabase(replica);
  expect([first.location(), second.location()]).toEqual([replica, join(folder, 'mirror-2.sqlite')]);
  expect(openedByAnotherProcess()).toBe(join(folder, 'mirror-3.sqlite'));
  first.exec("INSERT INTO facts VALUES ('of', 'the first')");
  first.close();
  expect(openedByAnotherProcess()).toBe(replica);
  const reopened = openReplicaDatabase(replica);
  expect(reopened.location()).toBe(replica);
  expect(reopened.prepare("SELECT value FROM facts WHERE name = 'of'").get()).toEqual({ value: 'the first' });
  for (const database of [reopened, second]) database.close();
});

const insert =
  "INSERT INTO documents (type, id, locale, sort, updated_at, hash, wire, data, sum, partial, taken_down, since) VALUES ('page', ?, 'en', '', '', '', '', '', '', 0, 0, '')";
const ids = (database: DatabaseSync) =>
  database
    .prepare('SELECT id FROM documents ORDER BY id')
    .all()
    .map(({ id }) => id);

describe('an empty replica', () => {
  let first: DatabaseSync;
  beforeEach(() => {
    first = openReplicaDatabase(replica);
    first.prepare(insert).run('home');
    first.exec("DELETE FROM facts WHERE name = 'filling'");
    first.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    first.prepare(insert).run('journal');
  });
  afterEach(() => {
    if (first.isOpen) first.close();
  });

  const printed =
    "process.stdout.write(' ' + database.prepare('SELECT id FROM documents ORDER BY id').all().map(({ id }) => id));";

  test('takes the content of the one that another process has, and then goes on alone', async () => {
    const second = join(folder, 'mirror-2.sqlite');
    expect(openedByAnotherProcess(`${printed} database.exec("DELETE FROM documents WHERE id = 'home'");`)).toBe(
      `${second} home,journal`,
    );
    expect([ids(first), openedByAnotherProcess(printed)]).toEqual([['home', 'journal'], `${second} journal`]);
    expect((await readdir(folder)).filter((name) => name.includes('copy'))).toEqual([]);
  });

  test('takes that of a former process', async () => {
    first.close();
    await rename(replica, join(folder, 'mirror-3.sqlite'));
    const again = openReplicaDatabase(replica);
    expect([again.location(), ids(again)]).toEqual([replica, ['home', 'journal']]);
    again.close();
  });

  test('takes nothing of one of another release', () => {
    first.exec('PRAGMA user_version = 1');
    expect(openedByAnotherProcess(printed)).toBe(`${join(folder, 'mirror-2.sqlite')} `);
  });

  test('takes it also when it was filled itself, but not to the end', () => {
    const half = `database.exec("DELETE FROM documents WHERE id = 'home'; INSERT INTO facts VALUES ('filling', '')");`;
    openedByAnotherProcess(half);
    expect(openedByAnotherProcess(printed)).toBe(`${join(folder, 'mirror-2.sqlite')} home,journal`);
  });
});

test.each(['mirror.sqlite', ':memory:'])(
  'other threads of the process open %s as well, and see the writes of each other',
  async (name) => {
    const { database, location } = openReplicaFile(name === ':memory:' ? name : replica);
    const joined = joinReplicaDatabase(location);
    joined.exec("INSERT INTO facts VALUES ('of', 'another thread')");
    const facts = (of: DatabaseSync) => of.prepare("SELECT value FROM facts WHERE name = 'of'").all();
    expect(facts(database)).toEqual([{ value: 'another thread' }]);
    // SQLite's index of the journal would be a file that is mapped into memory: a program that truncates it ends the process.
    expect((await readdir(folder)).filter((file) => file.endsWith('-shm'))).toEqual([]);
    joined.close();
    database.close();
  },
);

test('a pinned reader sees the writes of others after a renewal, and can write', () => {
  const pinned = new ReplicaDatabase(replica, events);
  pinned.pin();
  const other = new ReplicaDatabase(pinned.location, events, true);
  const names = () => pinned.all("SELECT name FROM facts WHERE value = 'new'").map(({ name }) => name);
  const write = (database: ReplicaDatabase, name: string) =>
    database.transaction(() => database.run("INSERT INTO facts VALUES (?, 'new')", name));
  write(other, 'one');
  expect(names()).toEqual([]);
  pinned.renew();
  expect(names()).toEqual(['one']);
  write(other, 'two');
  write(pinned, 'three');
  expect(names()).toEqual(['one', 'three', 'two']);
  pinned.asIf(() => write(pinned, 'four'));
  expect(names()).toHaveLength(3);
  other.close();
  pinned.close();
});

test('a broken file is replaced once, although both threads find it broken', () => {
  const told: string[] = [];
  const note = (thread: string) => ({ ...events, onReplaced: () => void told.push(thread) });
  const pinned = new ReplicaDatabase(replica, note('pinned'));
  pinned.pin();
  const other = new ReplicaDatabase(pinned.location, note('other'), true);
  const write = (value: string) => other.transaction(() => other.run("INSERT INTO facts VALUES ('of', ?)", value));
  const read = (database: ReplicaDatabase) => database.all("SELECT value FROM facts WHERE name = 'of'");
  // More than SQLite has in memory.
  write('x'.repeat(5_000_000));
  pinned.renew();
  for (const part of [replica, `${replica}-wal`]) truncateSync(part, 0);
  for (const database of [pinned, other]) expect(() => read(database)).toThrow(Error);
  write('again');
  pinned.renew();
  expect([told, read(pinned), read(other)]).toEqual([['pinned', 'other'], [{ value: 'again' }], [{ value: 'again' }]]);
  for (const database of [other, pinned]) database.close();
});

test('a file that breaks while the site runs is replaced by an empty one, although another process has content', async () => {
  const other = openReplicaDatabase(join(folder, 'mirror-2.sqlite'));
  other.prepare(insert).run('home');
  other.exec("DELETE FROM facts WHERE name = 'filling'");
  other.close();
  const database = new ReplicaDatabase(replica, events);
  database.run('DELETE FROM documents');
  const read = () => database.all('SELECT id FROM documents');
  database.run("INSERT INTO facts VALUES ('large', ?)", 'x'.repeat(5_000_000));
  for (const part of [replica, `${replica}-wal`]) truncateSync(part, 0);
  expect(() => database.all("SELECT value FROM facts WHERE name = 'large'")).toThrow(Error);
  // The lists of another process's documents are derived at a start only: pages would be rendered without prices and menus.
  expect(read()).toEqual([]);
  database.close();
});

test('a reader finds that another thread has replaced the file, even when that thread failed before it said so', async () => {
  const pinned = new ReplicaDatabase(replica, events);
  pinned.pin();
  const other = openReplicaDatabase(join(folder, 'other.sqlite'));
  other.exec("INSERT INTO facts VALUES ('of', 'another thread')");
  other.close();
  setAside(replica);
  await rename(join(folder, 'other.sqlite'), replica);
  pinned.renew();
  expect(pinned.get("SELECT value FROM facts WHERE name = 'of'")).toEqual({ value: 'another thread' });
  pinned.close();
});

test('a file that cannot be a replica is an error, not a reason to take the next', () => {
  expect(() => openReplicaDatabase(folder)).toThrow(/unable to open/);
});

test('a file that is not a database any more is set aside, and a new file replaces it', async () => {
  const broken: string[] = [];
  for (const bytes of ['half of a sentence', 'SQLite format 3\0', '', 'x'.repeat(100_000)]) {
    await writeFile(replica, bytes);
    const database = openReplicaDatabase(replica, (file) => broken.push(file));
    expect(database.location()).toBe(replica);
    expect(database.prepare('SELECT count(*) AS n FROM documents').get()).toEqual({ n: 0 });
    database.close();
    await rm(replica);
  }
  expect(new Set(broken)).toEqual(new Set([replica]));
  expect(await readFile(`${replica}.broken`, 'utf8')).toBe('x'.repeat(100_000));
});

test('a file of another version is emptied: the feed fills it again', () => {
  const before = openReplicaDatabase(replica);
  before.exec("INSERT INTO facts VALUES ('of', 'another version'); PRAGMA user_version = 4");
  before.close();
  const reopened = openReplicaDatabase(replica);
  expect(reopened.prepare('SELECT * FROM facts WHERE name = ?').all('of')).toEqual([]);
  expect(reopened.prepare('PRAGMA user_version').get()).toEqual({ user_version: 5 });
  reopened.close();
});

test('an open replica does not wait for the disk, and everything is on disk when it is closed', () => {
  const open = new ReplicaDatabase(replica, events);
  expect(open.get('PRAGMA synchronous')).toEqual({ synchronous: 0 });
  open.run("INSERT INTO facts VALUES ('of', 'now')");
  open.close();
  const reopened = new DatabaseSync(replica);
  expect(reopened.prepare("SELECT * FROM facts WHERE name = 'of'").all()).toEqual([{ name: 'of', value: 'now' }]);
  reopened.close();
});

test('a file that was open when the machine stopped is checked: lists are built again, and a torn file is set aside', async () => {
  const derived = () => {
    const database = openReplicaDatabase(replica, (file) => broken.push(file));
    const found = database.prepare("SELECT value FROM facts WHERE name = 'derived'").get()?.['value'];
    database.prepare("INSERT OR REPLACE INTO facts VALUES ('derived', 'right')").run();
    return { found, database };
  };
  const broken: string[] = [];
  const first = derived();
  first.database.close();
  const killed = derived();
  expect(killed.found, 'a process that was killed leaves a whole file').toBe('right');
  killed.database.prepare("UPDATE facts SET value = 'the start before' WHERE name = 'open since'").run();
  killed.database.close();
  const other = derived();
  expect([other.found, broken]).toEqual([undefined, []]);
  other.database.exec(`UPDATE facts SET value = 'the start before' WHERE name = 'open since';
    INSERT INTO documents WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 2000)
      SELECT 'tag', v, 'en', v, v, '', 'h', '', 0, 0, '', '{}', '{}' FROM n`);
  const { page_size: size } = other.database.prepare('PRAGMA page_size').get() as { page_size: number };
  other.database.close();
  const file = await readFile(replica);
  // Half of the last writes reached the disk.
  file.fill(0, file.length - 20 * size);
  await writeFile(replica, file);
  const torn = derived();
  expect([torn.found, broken]).toEqual([undefined, [replica]]);
  torn.database.close();
});
