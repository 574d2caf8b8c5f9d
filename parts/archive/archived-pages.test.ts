import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { engines, startDatabase } from '../../tests/services/account-databases.ts';
import type { Alarm } from '../../base/alarm.ts';
import { inTurn } from '../../tests/sampled.ts';
import { until } from '../../tests/until.ts';
import { ArchiveReader } from './store/archive-reader.ts';
import { removeOld } from './store/archive-retention.ts';
import { type ArchiveDatabase, openArchiveDatabase } from './store/archive-tables.ts';
import { ArchiveProcess } from './archive-process.ts';
import { ArchiveWriter, type NewEntry } from './store/archive-writer.ts';
import { type TreeHead, isConsistent, proveConsistency } from './store/merkle-tree.ts';
import { hashBytes, packNumbers, splitPage, unpackNumbers } from './store/page-pieces.ts';
import { verifyArchive } from './store/verify-archive.ts';

const folders: string[] = [];
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-archive-'));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const page = (menu: string, words: string) =>
  `<!doctype html><html><head><title>${words}</title></head><body><header>${items('above')}<p>${menu}</p>${items('below')}</header><main><h1>${words} ñ 🚀</h1>${items('main')}</main></body></html>`;
/** Markup that all pages have. */
const items = (name: string) => Array.from({ length: 200 }, (_, index) => `<li>${name} ${index}</li>`).join('');
const context = { build: 'one', documents: ['page/forex.en'] };
const pageEntry = (subject: string, at: number, text: string): NewEntry => ({
  subject,
  at,
  kind: 'page',
  text,
  context,
});

async function collectFaults(reader: ArchiveReader, ...heads: TreeHead[]): Promise<string[]> {
  const faults: string[] = [];
  for await (const fault of verifyArchive(reader, { heads })) faults.push(fault);
  return faults;
}

test('a page is its pieces, and numbers are their bytes', () => {
  const text = page('menu', 'words');
  expect(splitPage(text).join('')).toBe(text);
  expect(splitPage(text).length).toBeGreaterThan(6);
  const numbers = [0, 1, 127, 128, 300, 2 ** 31, 2 ** 45];
  expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers);
});

describe.each(engines)('on %s', async (engine) => {
  const database = await startDatabase(engine);
  afterAll(() => database.stop());

  async function open(): Promise<{ archive: ArchiveDatabase; writer: ArchiveWriter; reader: ArchiveReader }> {
    const archive = await openArchiveDatabase({ databaseUrl: database.url, dataDir: await newFolder() });
    if (engine === 'postgres')
      for (const table of ['entry', 'subject', 'piece', 'dictionary', 'tile', 'removal', 'head'])
        await sql.raw(`truncate archive_${table}`).execute(archive.db);
    return { archive, writer: new ArchiveWriter(archive), reader: new ArchiveReader(archive) };
  }

  test(
    'an address is, at each moment, what it was; a repetition adds nothing, however late it comes',
    inTurn(engines, engine, 0),
    async () => {
      const { archive, writer, reader } = await open();
      const entries: NewEntry[] = [
        pageEntry('/forex', 1000, page('menu', 'first')),
        pageEntry('/forex', 2000, page('menu', 'second')),
        { subject: '/forex', at: 3000, kind: 'gone', text: '' },
        { subject: '/forex', at: 4000, kind: 'redirect', text: '/currencies' },
        { subject: 'page/forex.en', at: 900, kind: 'document', text: '{"version":"a"}' },
      ];
      expect(await writer.append(entries)).toBe(5);
      expect(await writer.append(entries)).toBe(0);
      // Another instance, which was late, and a process that starts again.
      expect(await new ArchiveWriter(archive).append(entries.slice(0, 2))).toBe(0);
      expect(await new ArchiveWriter(archive).append([pageEntry('/forex', 2500, page('menu', 'first'))])).toBe(1);

      expect(await reader.findAt('/forex', 999)).toBeNull();
      expect(await reader.findAt('/nothing', 5000)).toBeNull();
      const told = await Promise.all(
        [1000, 1999, 2000, 2499, 2500, 3000, 9000].map(async (at) => {
          const entry = await reader.findAt('/forex', at);
          if (!entry) return null;
          const { text } = await reader.readText(entry);
          expect(hashBytes(text ?? '')).toEqual(entry.hash);
          return [entry.kind, entry.at, entry.until, /first|second/.exec(text ?? '')?.[0] ?? text];
        }),
      );
      expect(told).toEqual([
        ['page', 1000, 2000, 'first'],
        ['page', 1000, 2000, 'first'],
        ['page', 2000, 2500, 'second'],
        ['page', 2000, 2500, 'second'],
        ['page', 2500, 3000, 'first'],
        ['gone', 3000, 4000, ''],
        ['redirect', 4000, null, '/currencies'],
      ]);
      expect((await reader.listPeriod('/forex', 1500, 3000)).map((one) => [one.at, one.until])).toEqual([
        [1000, 2000],
        [2000, 2500],
        [2500, 3000],
        [3000, null],
      ]);
      expect(await reader.findAddresses('FORE', 5)).toEqual(['/forex']);
      expect(await reader.findAddresses('f_rex', 5)).toEqual([]);
      const first = await reader.findAt('/forex', 1500);
      expect((await reader.readText(first ?? { seq: -1 })).context).toEqual(context);
      expect(await collectFaults(reader)).toEqual([]);
      await archive.db.destroy();
    },
  );

  test('a change of the menu costs a few pieces, not every page', inTurn(engines, engine, 1), async () => {
    const { archive, writer } = await open();
    const addresses = Array.from({ length: 60 }, (_, index) => `/page-${index}`);
    const count = async () => (await archive.db.selectFrom('archive_piece').select('id').execute()).length;
    await writer.append(addresses.map((address) => pageEntry(address, 1000, page('old', address))));
    const before = await count();
    await writer.append(addresses.map((address) => pageEntry(address, 2000, page('new', address))));
    expect((await count()) - before).toBeLessThan(5);
    expect(before).toBeGreaterThan(60);
    await archive.db.destroy();
  });

  test(
    'a file is kept once, byte for byte; one that is no longer there is left out',
    inTurn(engines, engine, 1),
    async () => {
      const { archive, writer, reader } = await open();
      const [path, bytes] = [join(await newFolder(), 'picture.avif'), Buffer.from([0, 255, 128, 10])];
      await writeFile(path, bytes);
      const fileEntry = (subject: string, from: string): NewEntry => ({
        subject,
        at: 1000,
        kind: 'file',
        text: '',
        path: from,
      });
      const missing = fileEntry('/media/b/gone.avif', `${path}.gone`);
      expect(await writer.append([fileEntry('/media/a/picture.avif', path), missing])).toBe(1);
      // Nobody reads it again: the address of a file has its hash.
      await rm(path);
      expect(await new ArchiveWriter(archive).append([fileEntry('/media/a/picture.avif', path)])).toBe(0);
      const entry = await reader.findAt('/media/a/picture.avif', 2000);
      expect(entry && (await reader.readBytes(entry))).toEqual(bytes);
      expect(await reader.findAt(missing.subject, 2000)).toBeNull();
      expect(await collectFaults(reader)).toEqual([]);
      await archive.db.destroy();
    },
  );

  test(
    'five years after its end, the bytes of a page go; the log stays whole, and a writer that knew them writes them again',
    inTurn(engines, engine, 2),
    async () => {
      const { archive, writer, reader } = await open();
      const now = Date.UTC(2032, 0, 2);
      const [old, ended] = [Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1)];
      await writer.append([
        pageEntry('/forex', old, page('menu', 'first')),
        pageEntry('/forex', ended, page('menu', 'second')),
        pageEntry('/stocks', old, page('menu', 'third')),
      ]);
      const head = await reader.readHead();
      expect(await removeOld(archive, now)).toBe(1);
      expect(await removeOld(archive, now + 1000)).toBe(0);
      const readAt = async (subject: string, at: number) =>
        /first|second|third/.exec(
          (await reader.readText((await reader.findAt(subject, at)) ?? { seq: -1 })).text ?? '',
        )?.[0] ?? null;
      // The page that still stands is kept, however old it is.
      expect(await Promise.all([readAt('/forex', old), readAt('/forex', ended), readAt('/stocks', old)])).toEqual([
        null,
        'second',
        'third',
      ]);
      expect(await writer.append([pageEntry('/forex', now, page('menu', 'first'))])).toBe(1);
      expect(await readAt('/forex', now)).toBe('first');
      expect(await collectFaults(reader, head)).toEqual([]);
      await archive.db.destroy();
    },
  );

  test('the thread that starts again uses the dictionary of its build', inTurn(engines, engine, 5), async () => {
    const { archive } = await open();
    for (let start = 0; start < 3; start += 1)
      await new ArchiveWriter(archive).append([pageEntry('/forex', 1000 + start, page('menu', `words ${start}`))]);
    expect(await archive.db.selectFrom('archive_dictionary').select('build').execute()).toEqual([{ build: 'one' }]);
    await archive.db.destroy();
  });

  test('two instances that write at the same time make one log', inTurn(engines, engine, 3), async () => {
    const { archive, reader } = await open();
    const writers = [new ArchiveWriter(archive), new ArchiveWriter(archive)];
    const entries = Array.from({ length: 120 }, (_, index) =>
      pageEntry(`/page-${index % 20}`, 1000 + index, page('menu', `words ${index}`)),
    );
    const added = await Promise.all(writers.map((writer) => writer.append(entries)));
    expect(added.reduce((sum, one) => sum + one, 0)).toBe(120);
    expect(await collectFaults(reader)).toEqual([]);
    await archive.db.destroy();
  });

  test(
    'one changed byte in any table is found, and a log that forgets or forks',
    inTurn(engines, engine, 4),
    async () => {
      const { archive, writer, reader } = await open();
      // Few pages, because the whole log is verified for each change; more entries than the 256 of one tile.
      const pages = Array.from({ length: 6 }, (_, index) =>
        pageEntry(`/page-${index}`, 1000 + index, page('menu', `words ${index}`)),
      );
      const redirects = Array.from({ length: 260 }, (_, index): NewEntry => ({
        subject: `/from-${index}`,
        at: 2000,
        kind: 'redirect',
        text: `/to-${index}`,
      }));
      await writer.append([...pages, ...redirects.slice(0, 200)]);
      const kept = await reader.readHead();
      await writer.append(redirects);
      const head = await reader.readHead();
      expect(isConsistent(kept, head, await proveConsistency(kept.size, head.size, reader.readTile))).toBe(true);
      expect(await collectFaults(reader, kept)).toEqual([]);
      expect(await collectFaults(reader, { ...kept, root: head.root })).toHaveLength(1);

      const run = (statement: string) => sql.raw(statement).execute(archive.db);
      await expect(run('update archive_entry set at = at + 1 where seq = 5')).rejects.toThrow('append-only');
      await expect(run('delete from archive_entry where seq = 5')).rejects.toThrow('append-only');
      // Somebody who owns the database can remove the guards.
      await run(
        engine === 'postgres'
          ? 'alter table archive_entry disable trigger all'
          : 'drop trigger archive_entry_no_update',
      );
      await run(engine === 'postgres' ? 'select 1' : 'drop trigger archive_entry_no_delete');
      const flip = (column: string) =>
        engine === 'postgres'
          ? `set_byte(${column}, 0, get_byte(${column}, 0) # 1)`
          : `unhex(substr('0123456789ABCDEF', ((instr('0123456789ABCDEF', substr(hex(${column}), 1, 1)) - 1) + 1) % 16 + 1, 1) || substr(hex(${column}), 2))`;
      const changes = [
        [
          'archive_entry',
          'seq = 5',
          {
            at: 'at + 1',
            kind: 'kind + 1',
            hash: flip('hash'),
            parts: flip('parts'),
            context: 'context - 1',
            subject: 'subject + 1',
          },
        ],
        ['archive_subject', 'id = 5', { name: `name || 'x'` }],
        ['archive_piece', 'id = 9', { hash: flip('hash'), body: flip('body') }],
        ['archive_dictionary', 'id = 1', { hash: flip('hash'), body: flip('body'), build: `build || 'x'` }],
        ['archive_tile', 'level = 0 and tile = 0', { hashes: flip('hashes') }],
        ['archive_tile', 'level = 1', { hashes: flip('hashes') }],
      ] as const;
      for (const [table, where, columns] of changes) {
        for (const [column, value] of Object.entries(columns)) {
          const read = sql<{
            before: unknown;
          }>`select ${sql.ref(column)} as before from ${sql.table(table)} where ${sql.raw(where)}`;
          const before = (await read.execute(archive.db)).rows[0]?.before;
          expect(before, `${table}.${column}`).toBeDefined();
          await run(`update ${table} set ${column} = ${value} where ${where}`);
          expect(await collectFaults(new ArchiveReader(archive), kept), `${table}.${column}`).not.toEqual([]);
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${before} where ${sql.raw(where)}`.execute(
            archive.db,
          );
        }
      }
      expect(await collectFaults(new ArchiveReader(archive), kept)).toEqual([]);
      await run('delete from archive_entry where seq = 5');
      expect(await collectFaults(reader)).toEqual(['Entry 5 is missing.']);
      await archive.db.destroy();
    },
  );
});

test('while the archive cannot be written, nobody waits and an alarm says what is late; then all of it is stored', async () => {
  const dataDir = await newFolder();
  const alarms: Alarm[] = [];
  const archiveProcess = new ArchiveProcess({
    place: { databaseUrl: '', dataDir },
    onAlarm: (alarm) => alarms.push(alarm),
    onNewest: () => undefined,
    patience: 500,
  });
  const entry = (index: number) => pageEntry('/forex', 1000 + index, page('menu', `words ${index}`));
  archiveProcess.record(entry(0));
  await until(() => archiveProcess.lateMs === 0, 'the first entry', 60_000);
  const other = new DatabaseSync(join(dataDir, 'archive.sqlite'));
  other.exec('begin exclusive');
  for (let index = 1; index < 50; index += 1) archiveProcess.record(entry(index));
  await until(() => alarms.length > 0, 'the alarm', 60_000);
  expect(alarms[0]).toMatchObject({ kind: 'archive-late' });
  expect(archiveProcess.lateMs).toBeGreaterThan(0);
  other.exec('rollback');
  other.close();
  await until(() => archiveProcess.lateMs === 0, 'the others', 60_000);
  await archiveProcess.stop();
  const archive = await openArchiveDatabase({ databaseUrl: '', dataDir });
  expect(await new ArchiveReader(archive).listChanges('/forex')).toHaveLength(50);
  await archive.db.destroy();
});
