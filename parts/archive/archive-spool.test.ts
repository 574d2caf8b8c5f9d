import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ArchiveSpool, listSpoolFiles, readSpoolFile } from './archive-spool.ts';
import type { NewEntry } from './store/archive-writer.ts';

const folders: string[] = [];
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-spool-'));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const entry = (text: string): NewEntry => ({ subject: '/forex', at: 1, kind: 'page', text });

test('the spool takes no line that is no entry, and never throws when its folder is taken away', async () => {
  const folder = await newFolder();
  await writeFile(
    join(folder, '1-1-000001.complete'),
    `\n{"subject":"/forex","at":"then"}\n\n[]\n\n${JSON.stringify(entry('whole'))}\n`,
  );
  expect(
    listSpoolFiles(folder, 0)
      .flatMap(readSpoolFile)
      .map(({ text }) => text),
  ).toEqual(['whole']);
  const faults: unknown[] = [];
  const spool = new ArchiveSpool(folder, (error) => faults.push(error));
  spool.append(entry('one'));
  await rm(folder, { recursive: true });
  expect(spool.complete()).toBe(false);
  expect(faults).toHaveLength(1);
  spool.append(entry('two'));
  expect(spool.complete()).toBe(true);
});

test('the spool gives back what was appended, in order, and what another process left', async () => {
  const folder = await newFolder();
  const spool = new ArchiveSpool(folder, () => undefined);
  spool.append(entry('one'));
  spool.append(entry('two'));
  const read = () => listSpoolFiles(folder, Date.now() - 60_000).flatMap(readSpoolFile);
  // This process may still write into its open file.
  expect(read()).toEqual([]);
  spool.complete();
  spool.append(entry('three'));
  spool.complete();
  expect(read().map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  // A process that was killed while it wrote; its number may be that of a process that runs now.
  await writeFile(
    join(folder, `1-${process.pid}-000001.open`),
    `\n${JSON.stringify(entry('killed'))}\n\n{"subject":"/for`,
  );
  expect(read().map(({ text }) => text)).toEqual(['killed', 'one', 'two', 'three']);
});

test('the spool keeps in memory what the disk does not take', async () => {
  const parent = await newFolder();
  await writeFile(join(parent, 'archive'), 'a file in the place of the folder');
  const faults: unknown[] = [];
  const folder = join(parent, 'archive');
  const spool = new ArchiveSpool(folder, (error) => faults.push(error));
  spool.append(entry('one'));
  spool.append(entry('two'));
  expect(faults).toHaveLength(2);
  await rm(folder);
  spool.append(entry('three'));
  spool.complete();
  const [file = ''] = listSpoolFiles(folder, 0);
  expect(readSpoolFile(file).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
});
