/**
 * Back-ups in a store: a real S3 server behind a proxy that injects faults. With the commands and a real site: `tests/commands/backup-drill.test.ts`.
 */
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ObjectStorage, startObjectStorage } from '../../tests/services/object-storage.ts';
import { freePort } from '../../tests/services/free-port.ts';
import { hashFile } from './hashed-files.ts';
import type { Manifest } from './manifest.ts';
import { ObjectStore, readBackupAddress } from './object-store.ts';
import { findDamagedFiles } from './restore-backup.ts';
import { claimPlace, fetchBackup, storeBackup } from './stored-backup.ts';

const patience = { attempts: 3, firstPauseMs: 5 };
/** Names as uploads have them, an empty file, and one that goes up in parts. */
const contents: Record<string, Buffer> = {
  'accounts.sqlite': Buffer.alloc(20 * 1024 * 1024, 'accounts '),
  'data/cv/2026-11/a.pdf': Buffer.from('%PDF'),
  'data/media/Foto di Anna + più (1)~é%20.png': Buffer.alloc(70_000, 7),
  'data/consent-spool.jsonl': Buffer.alloc(0),
};

let storage: ObjectStorage;
let around: string;
let folder: string;
let manifest: Manifest;
/** Without the file that goes up in parts: s3mini waits for seconds before it sends a part again. */
let small: Manifest;
let serial = 0;

beforeAll(async () => {
  storage = await startObjectStorage();
  around = await mkdtemp(join(tmpdir(), 'brokerfront-stored-backup-'));
  folder = join(around, 'backup');
  const files: Manifest['files'] = {};
  for (const [name, bytes] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
    files[name] = await hashFile(join(folder, name));
  }
  const [startedAt, finishedAt] = ['2026-11-24T08:00:00.000Z', '2026-11-24T08:00:01.000Z'];
  manifest = {
    format: 1,
    startedAt,
    finishedAt,
    accounts: null,
    archive: null,
    cms: null,
    files,
    secrets: false,
    cvsInStore: false,
  };
  const { 'accounts.sqlite': _inParts, ...others } = files;
  small = { ...manifest, files: others };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
});
afterAll(async () => {
  await storage.stop();
  await rm(around, { recursive: true, force: true });
});
beforeEach(() => storage.set(() => 'pass'));

/** Each test has its own place. */
function newStore(url = storage.url, bucket = storage.bucket): ObjectStore {
  serial += 1;
  const address = readBackupAddress(`s3://${bucket}/nightly/2026-11-24T08-${serial}`);
  if (!address) throw new Error('this is an address');
  return new ObjectStore(address, url, patience);
}
async function stored(): Promise<ObjectStore> {
  const store = newStore();
  await storeBackup(store, folder, manifest);
  return store;
}
const emptyFolder = () => mkdtemp(join(around, 'restored-'));

test('a back-up is stored and restored, the large file in parts, the manifest last', async () => {
  const store = newStore();
  await claimPlace(store);
  await storeBackup(store, folder, manifest);
  const puts = storage.requests().filter((line) => line.startsWith('PUT'));
  expect(puts.filter((line) => line.includes('partNumber='))).toHaveLength(2);
  expect(puts.at(-1)).toMatch(/manifest\.json$/);
  await expect(claimPlace(store)).rejects.toThrow('is not empty');
  const there = await emptyFolder();
  await fetchBackup(store, there);
  expect(await findDamagedFiles(there, manifest)).toEqual([]);
  expect((await stat(join(there, 'data/cv/2026-11/a.pdf'))).mode & 0o777).toBe(0o600);
  const some = await emptyFolder();
  await fetchBackup(store, some, (name) => name.endsWith('.pdf'));
  expect((await readdir(some, { recursive: true })).filter((name) => name.includes('.')).sort()).toEqual([
    'data/cv/2026-11/a.pdf',
    'manifest.json',
  ]);
});

test('a failed request is retried: answers of 503, broken connections, half a file', async () => {
  const failed = new Set<string>();
  storage.set(({ method, url = '' }) => {
    const line = `${method} ${url}`;
    if (failed.has(line)) return 'pass';
    failed.add(line);
    if (method === 'GET' && url.includes('.png')) return 'half';
    return failed.size % 2 === 0 ? 503 : 'break';
  });
  const there = await emptyFolder();
  await fetchBackup(await stored(), there);
  expect(await findDamagedFiles(there, manifest)).toEqual([]);
  expect(failed.size).toBeGreaterThan(8);
});

test.each<[string, () => Promise<string>, RegExp]>([
  [
    'another key',
    async () => storage.urlWith({ key: 'NOBODY' }),
    /refuses the key \(\w+\)\. Compare key, secret and region in BACKUP_S3_URL/,
  ],
  ['another secret', async () => storage.urlWith({ secret: 'another' }), /refuses the key \(SignatureDoesNotMatch\)/],
  [
    'nobody there',
    async () => storage.urlWith({ port: await freePort() }),
    /does not answer \(ECONNREFUSED\)\. Check the address in BACKUP_S3_URL/,
  ],
])('%s', async (_name, url, sentence) => {
  const store = newStore(await url());
  await expect(claimPlace(store)).rejects.toThrow(sentence);
  await expect(storeBackup(store, folder, small)).rejects.toThrow(sentence);
  await expect(fetchBackup(store, await emptyFolder())).rejects.toThrow(sentence);
});

test('a bucket that is not there', async () => {
  await expect(claimPlace(newStore(storage.url, 'no-such-bucket'))).rejects.toThrow(
    /There is no bucket “no-such-bucket” at 127\.0\.0\.1:\d+\. Create it/,
  );
});

test('the files stored so far are removed when the store refuses one file, and no back-up exists', async () => {
  const store = newStore();
  storage.set(({ method, url = '' }) => (method === 'PUT' && url.includes('.png') ? 507 : 'pass'));
  await expect(storeBackup(store, folder, small)).rejects.toThrow(
    /^There is no new back-up\. The store at \S+ answered 507/,
  );
  expect(await store.list()).toEqual([]);
});

test('the message names the remaining files when the store fails midway, and they are not a back-up', async () => {
  const store = newStore();
  let puts = 0;
  storage.set(({ method }) => {
    if (method === 'PUT') puts += 1;
    return puts > 2 ? 'break' : 'pass';
  });
  await expect(storeBackup(store, folder, small)).rejects.toThrow(
    /^There is no new back-up\. The store at \S+ does not answer[^\n]+\nThe files stored so far could not be removed\. They are not a back-up; remove them yourself: s3:/,
  );
  storage.set(() => 'pass');
  await expect(fetchBackup(store, await emptyFolder())).rejects.toThrow('is not a back-up: it has no manifest.json.');
});

test('a missing, incomplete or superfluous part is reported before anything is copied', async () => {
  const store = await stored();
  await store.remove('data/cv/2026-11/a.pdf');
  const short = join(around, 'short');
  await writeFile(short, 'short');
  await store.put('accounts.sqlite', short);
  await store.put('data/cv/another.pdf', short);
  storage.set(() => 'pass');
  const there = await emptyFolder();
  await expect(fetchBackup(store, there)).rejects.toThrow(
    `accounts.sqlite has 5 bytes instead of ${20 * 1024 * 1024}.\ndata/cv/2026-11/a.pdf is missing.\ndata/cv/another.pdf is not in the manifest.\n`,
  );
  expect(storage.requests().filter((line) => line.startsWith('GET') && !/list-type|manifest/.test(line))).toEqual([]);
});

test('a changed part is found by its checksum', async () => {
  const store = await stored();
  const changed = join(around, 'changed');
  await writeFile(changed, '%PdF');
  await store.put('data/cv/2026-11/a.pdf', changed);
  const there = await emptyFolder();
  await fetchBackup(store, there);
  expect(await findDamagedFiles(there, manifest)).toEqual(['data/cv/2026-11/a.pdf was changed.']);
  expect((await readFile(join(there, 'data/cv/2026-11/a.pdf'))).toString()).toBe('%PdF');
});

test.each([
  's3://',
  's3://backups',
  's3://backups/',
  's3://backups//a',
  's3://backups/a/../b',
  's3://UPPER/a',
  's3://backups/a b',
])('“%s” is refused as a place for a back-up', (text) => {
  expect(() => readBackupAddress(text)).toThrow('must be s3://bucket/name');
});

test.each(['', 'key', 'https://host', 'https://key@host', 'ftp://key:secret@host', 'https://key:secret@host/bucket'])(
  'BACKUP_S3_URL cannot be “%s”, and the message does not repeat it',
  (url) => {
    expect(() => newStore(url)).toThrow(
      /^BACKUP_S3_URL \(or BACKUP_S3_URL_FILE\) must be https:\/\/key:secret@host\?region=name/,
    );
  },
);
