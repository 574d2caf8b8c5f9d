/** An export of a real archive, on a machine without us: a folder, and Python. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArchiveReader } from '../store/archive-reader.ts';
import { type ArchiveDatabase, openArchiveDatabase } from '../store/archive-tables.ts';
import { ArchiveWriter, type NewEntry } from '../store/archive-writer.ts';
import { recordDailyHead } from '../store/daily-heads.ts';
import { ExportTooLarge, countPages, exportArchive, mostVersions } from './archive-export.ts';
import { writeZip } from './zip-writer.ts';

const root = mkdtempSync(join(tmpdir(), 'brokerfront-export-'));
const unpacked = join(root, 'unpacked');
const day = (date: number) => Date.UTC(2026, 10, date);
const request = { address: '/es/forex', below: true, from: day(3), until: day(6) };
const picture = Buffer.from([0, 255, 1, 254, 10, 13]);
let archive: ArchiveDatabase;
let reader: ArchiveReader;

const page = (subject: string, at: number, words: string): NewEntry => ({
  subject,
  at,
  kind: 'page',
  text: `<!doctype html><link href="/assets/style.a1b2.css"><h1>${words} ñ 🚀</h1><img src="/media/00ff/mapa.png"><img src="/media/11ff/late.png">`,
  context: { build: 'one', documents: ['page/forex.es', 'header/header.es'] },
});
const document = (subject: string, at: number, version: string): NewEntry => ({
  subject,
  at,
  kind: 'document',
  text: JSON.stringify({ version }),
});

beforeAll(async () => {
  archive = await openArchiveDatabase({ databaseUrl: '', dataDir: join(root, 'data') });
  reader = new ArchiveReader(archive);
  await writeFile(join(root, 'style.css'), "@font-face { src: url('/assets/font.c3d4.woff2') }");
  await writeFile(join(root, 'font'), 'a font');
  await writeFile(join(root, 'picture'), picture);
  const file = (subject: string, name: string): NewEntry => ({
    subject,
    at: day(9),
    kind: 'file',
    text: '',
    path: join(root, name),
  });
  const writer = new ArchiveWriter(archive);
  await writer.append([
    document('page/forex.es', day(1), 'a'),
    document('header/header.es', day(1), 'b'),
    page('/es/forex', day(1), 'before'),
    page('/es/forex', day(2), 'first'),
    page('/forex', day(4), 'English'),
    document('page/forex.es', day(4), 'c'),
    page('/es/forex', day(4), 'second'),
    page('/es/forex/señal', day(4), 'below'),
    { subject: '/es/forex/señal', at: day(5), kind: 'redirect', text: '/es/forex' },
    page('/es/forexpert', day(4), 'another'),
    { subject: '/es/forex', at: day(7), kind: 'gone', text: '' },
    file('/assets/style.a1b2.css', 'style.css'),
    file('/assets/font.c3d4.woff2', 'font'),
    file('/media/00ff/mapa.png', 'picture'),
    ...Array.from({ length: 300 }, (_, index) => page(`/other-${index}`, day(10), `other ${index}`)),
  ]);
  const zip = join(root, 'export.zip');
  const late = [file('/media/11ff/late.png', 'picture')];
  for await (const part of writeZip(exportArchive(reader, request, 'https://broker.example'))) {
    appendFileSync(zip, part);
    // The site goes on writing.
    await writer.append(late.splice(0));
  }
  execFileSync('python3', ['-m', 'zipfile', '-e', zip, unpacked]);
});
afterAll(async () => {
  await archive.db.destroy();
  rmSync(root, { recursive: true });
});

const list = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

/** Runs the program of the export with an empty environment, in a copy of the folder that `change` has changed. */
function check(change: (copy: string) => void = () => undefined): { code: number | null; says: string } {
  const copy = mkdtempSync(join(root, 'copy-'));
  cpSync(unpacked, copy, { recursive: true });
  change(copy);
  const { status, stdout, stderr } = spawnSync('python3', ['-I', join(copy, 'check.py')], {
    encoding: 'utf8',
    cwd: '/',
  });
  rmSync(copy, { recursive: true });
  return { code: status, says: `${stdout}${stderr}`.trim() };
}

test('has what stood in the period as it was served, with its files, and the program finds it all right', async () => {
  const head = await reader.readHead();
  const moments = { first: '2026-11-02T00.00.00.000Z-3', second: '2026-11-04T00.00.00.000Z-6' };
  expect(list(unpacked)).toEqual([
    'README.txt',
    'assets/font.c3d4.woff2',
    'assets/style.a1b2.css',
    'check.py',
    'checksums.txt',
    'index.html',
    'media/00ff/mapa.png',
    'media/11ff/late.png',
    'pages/es/forex/2026-11-02T00.00.00.000Z-3.html',
    'pages/es/forex/2026-11-04T00.00.00.000Z-6.html',
    'pages/es/forex/se%C3%B1al/2026-11-04T00.00.00.000Z-7.html',
    'proof.json',
  ]);
  expect(readFileSync(join(unpacked, `pages/es/forex/${moments.first}.html`), 'utf8')).toBe(
    page('/es/forex', 0, 'first').text,
  );
  expect(readFileSync(join(unpacked, 'media/00ff/mapa.png'))).toEqual(picture);
  const index = readFileSync(join(unpacked, 'index.html'), 'utf8');
  expect(index).toContain('<td>/es/forex<td>2026-11-04T00:00:00.000Z<td>2026-11-07T00:00:00.000Z<td><a href="pages/');
  expect(index).toContain('led to /es/forex');
  // The version that stood then, and not the one before it.
  expect(index.match(/&#123;.*?&#125;|\{&#34;version&#34;:&#34;.&#34;\}/g)).toHaveLength(6);
  expect(readFileSync(join(unpacked, 'check.py'), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(50);
  expect(check()).toEqual({ code: 0, says: `3 pages, all as logged. Head: ${head.size} ${head.root.toString('hex')}` });
});

test('one changed byte in any file is found and named, wherever it is', () => {
  // What the check itself reads is changed alone; the others all at once, because each must be named.
  const alone = ['check.py', 'checksums.txt', 'proof.json'];
  const others = list(unpacked).filter((name) => !alone.includes(name));
  for (const names of [others, ...alone.map((name) => [name])])
    for (const choose of [(length: number) => Math.floor(length / 2), (length: number) => length - 1]) {
      const result = check((copy) => {
        for (const name of names) {
          const bytes = readFileSync(join(copy, name));
          const at = choose(bytes.length);
          bytes[at] = (bytes[at] ?? 0) ^ 1;
          writeFileSync(join(copy, name), bytes);
        }
      });
      expect(result.code, result.says).not.toBe(0);
      // A program that was changed may not run at all, and a changed list may have other lines.
      for (const name of names)
        if (name !== 'check.py') expect(result.says).toContain(name === 'checksums.txt' ? name : `${name} is not what`);
    }
});

/** Somebody who makes the list of checksums fit what they changed. */
function writeChecksums(copy: string): void {
  const sums = execFileSync('python3', [
    '-c',
    'import hashlib,sys\nfor n in sys.argv[2:]: print(hashlib.sha256(open(sys.argv[1]+"/"+n,"rb").read()).hexdigest()+"  "+n)',
    copy,
    ...list(copy).filter((name) => name !== 'checksums.txt'),
  ]);
  writeFileSync(join(copy, 'checksums.txt'), sums);
}

test('somebody who also changes the checksums cannot change what the log says', () => {
  const edit = (copy: string, name: string, from: string, to: string): void => {
    const text = readFileSync(join(copy, name), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(copy, name), text.replace(from, to));
    writeChecksums(copy);
  };
  expect(check(writeChecksums).code).toBe(0);
  const second = 'pages/es/forex/2026-11-04T00.00.00.000Z-6.html';
  expect(check((copy) => edit(copy, second, 'second', 'secund')).says).toContain(
    `Entry 6 does not say this of /es/forex`,
  );
  expect(check((copy) => edit(copy, 'proof.json', '2026-11-04T', '2026-11-05T')).says).toMatch(/is not in the log/);
  expect(check((copy) => edit(copy, 'proof.json', '{\\"version\\":\\"c\\"}', '{\\"version\\":\\"d\\"}')).says).toMatch(
    /Entry 5 does not say this of page\/forex\.es/,
  );
  expect(check((copy) => edit(copy, 'proof.json', '\\"build\\":\\"one\\"', '\\"build\\":\\"two\\"')).says).toMatch(
    /has another origin/,
  );
  const removed = check((copy) => {
    rmSync(join(copy, second));
    writeChecksums(copy);
  });
  const added = ['pages/es/another.html', 'assets/another.css', 'another/index.html'];
  const invented = check((copy) => {
    for (const name of added) {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      writeFileSync(join(copy, name), 'x');
    }
    writeChecksums(copy);
  });
  for (const name of added) expect(invented.says).toContain(`${name} is the file of no entry.`);
  expect(removed.says).toContain(`Entry 6 does not say this of /es/forex, 2026-11-04T00:00:00.000Z: ${second}`);
});

test('a missing page, and one too many, are named', () => {
  const name = 'pages/es/forex/2026-11-04T00.00.00.000Z-6.html';
  expect(check((copy) => rmSync(join(copy, name))).says).toContain(`${name} is missing`);
  expect(check((copy) => writeFileSync(join(copy, 'pages/es/another.html'), 'x')).says).toMatch(
    /^pages\/es\/another.html is not part of the export/,
  );
});

test('is proved by a public head, once that covers it', async () => {
  await recordDailyHead(archive, new Date(day(11)));
  const [published] = await reader.listDailyHeads(1);
  await new ArchiveWriter(archive).append([{ subject: '/it', at: day(11), kind: 'redirect', text: '/' }]);
  for await (const { name, bytes } of exportArchive(reader, request, 'https://broker.example'))
    if (name === 'proof.json')
      expect(JSON.parse(bytes.toString())).toMatchObject({
        size: published?.size,
        root: published?.root.toString('hex'),
      });
  expect(published?.size).toBeLessThan(await reader.readSize());
});

test('too much is refused before anything is made', async () => {
  expect(await countPages(reader, request)).toBe(3);
  const many = Array.from({ length: mostVersions + 1 }, (_, index) => page('/it/forex', day(12) + index, `${index}`));
  await new ArchiveWriter(archive).append(many);
  const all = { address: '/', below: true, from: day(1), until: day(30) };
  await expect(countPages(reader, all)).rejects.toThrow(ExportTooLarge);
  expect(await countPages(reader, { ...all, until: day(12) })).toBe(306);
});
