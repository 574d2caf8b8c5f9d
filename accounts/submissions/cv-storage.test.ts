import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startObjectStorage } from '../../tests/services/object-storage.ts';
import { buildCvKey, openFolderStorage, parseS3Url, openS3Storage } from './cv-storage.ts';

test('an S3-compatible store saves, reads, lists and removes files', async ({ onTestFinished }) => {
  const storage = await startObjectStorage();
  onTestFinished(() => storage.stop());
  const place = (url: string) => parseS3Url(url.replace('?', `/${storage.bucket}?`));
  const store = openS3Storage(place(storage.url));
  const file = join(await mkdtemp(join(tmpdir(), 'cv-')), 'received');
  await writeFile(file, 'content');
  const key = buildCvKey('01a1fc47-bf4d-7856-938d-f43c2cc4036d', 'pdf');
  await store.keep(file, key);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  expect((await store.read(key)).toString()).toBe('content');
  // The bucket may contain files of other programs.
  await writeFile(file, 'other');
  await store.keep(file, 'other/file.txt');
  expect(await store.listOlderThan(Date.now() + 60_000)).toEqual([key]);
  expect(await store.listOlderThan(Date.now() - 60_000)).toEqual([]);
  await store.remove(key);
  await store.remove(key);
  await expect(store.read(key)).rejects.toThrow('The store of files answered 404.');
  await writeFile(file, 'content');
  await expect(openS3Storage(place(storage.urlWith({ secret: 'an%2Fother' }))).keep(file, key)).rejects.toThrow(
    'The store of files answered 403.',
  );
  // A file that was not stored stays in the folder of uploads.
  expect(await readFile(file, 'utf8')).toBe('content');
});

test('the address of a store has two URL-encoded keys and a bucket', () => {
  expect(parseS3Url('https://key:sec%2Fret@s3.example/cvs?region=eu-west-1')).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'cvs',
    region: 'eu-west-1',
    accessKey: 'key',
    secretKey: 'sec/ret',
  });
  for (const text of ['https://s3.example/cvs', 'https://key:secret@s3.example/', 'https://key:secret@s3.example/a/b'])
    expect(() => parseS3Url(text), text).toThrow('must be https://key:secret@host/bucket');
});

test('a folder store returns only files that it wrote', async () => {
  const store = openFolderStorage(tmpdir());
  for (const key of ['../../etc/passwd', '/etc/passwd', '2026-11/../../x.pdf', '2026-11/name.pdf'])
    expect(() => store.read(key), key).toThrow('not the key');
});
