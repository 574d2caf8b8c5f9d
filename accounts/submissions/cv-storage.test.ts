import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { buildCvKey } from './cv-key.ts';
import { openFolderStorage } from './folder-storage.ts';
import { parseS3Url, openS3Storage } from './s3-storage.ts';

/** Answers as an S3-compatible store with one bucket, which does not check signatures. Refuses whoever has another key. */
async function startStore() {
  const objects = new Map<string, Buffer>();
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = decodeURIComponent(URL.parse(request.url ?? '', 'http://store')?.pathname.slice('/cvs/'.length) ?? '');
    const body = await buffer(request);
    if (!request.headers.authorization?.includes('Credential=key/')) response.writeHead(403).end();
    else if (request.method === 'PUT') {
      objects.set(key, body);
      response.writeHead(200, { etag: '"1"' }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (key === '') {
      const entries = [...objects.keys()].map(
        (name) => `<Contents><Key>${name}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
      );
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListBucketResult>`);
    } else response.writeHead(objects.has(key) ? 200 : 404).end(objects.get(key));
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { urlAs: (key: string) => `http://${key}:sec%2Fret@127.0.0.1:${port}/cvs`, stop: () => server.close() };
}

test('an S3-compatible store saves, reads, lists and removes files', async ({ onTestFinished }) => {
  const server = await startStore();
  onTestFinished(() => void server.stop());
  const store = openS3Storage(parseS3Url(server.urlAs('key')));
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
  await expect(openS3Storage(parseS3Url(server.urlAs('another'))).keep(file, key)).rejects.toThrow(
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
