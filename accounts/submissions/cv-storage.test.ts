import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cvKey, folderStorage, parseS3Url, s3Storage, signedHeaders } from './cv-storage.ts';

/** The examples of Amazon's page "Signature Calculations for the Authorization Header". */
test.each([
  ['lifecycle=', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('requests are signed as Amazon shows: %s', (query, signature) => {
  const place = {
    endpoint: 'https://examplebucket.s3.amazonaws.com',
    bucket: '',
    region: 'us-east-1',
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const { authorization } = signedHeaders(place, 'GET', '/', query, '', new Date('2013-05-24T00:00:00Z'));
  expect(authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  );
});

test('an S3-compatible store keeps, reads, lists and removes', async () => {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
      if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
        return void response.writeHead(403).end();
      if (request.method === 'PUT') objects.set(pathname, Buffer.concat(chunks));
      if (request.method === 'DELETE') objects.delete(pathname);
      if (request.method === 'GET' && searchParams.has('list-type')) {
        return void response.end(
          `<ListBucketResult>${[...objects.keys()].map((key) => `<Contents><Key>${key.replace('/cvs/', '')}</Key><LastModified>2020-01-01T00:00:00Z</LastModified></Contents>`).join('')}</ListBucketResult>`,
        );
      }
      const found = objects.get(pathname);
      return void (request.method !== 'GET' || found
        ? response.end(request.method === 'GET' ? found : undefined)
        : response.writeHead(404).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const store = s3Storage(
    parseS3Url(`http://key:sec%2Fret@localhost:${(server.address() as AddressInfo).port}/cvs?region=eu-west-1`),
  );
  const file = join(await mkdtemp(join(tmpdir(), 'cv-')), 'received');
  await writeFile(file, 'content');
  const key = cvKey('01a1fc47-bf4d-7856-938d-f43c2cc4036d', 'pdf');
  await store.keep(file, key);
  expect((await store.read(key)).toString()).toBe('content');
  expect(await store.olderThan(Date.now())).toEqual([key]);
  await store.remove(key);
  await expect(store.read(key)).rejects.toThrow('404');
  await expect(readFile(file)).rejects.toThrow('ENOENT');
  server.close();
});

test('a folder hands out nothing but files of its own making', async () => {
  const store = folderStorage(tmpdir());
  for (const key of ['../../etc/passwd', '/etc/passwd', '2026-11/../../x.pdf', '2026-11/name.pdf'])
    expect(() => store.read(key), key).toThrow('not the key');
});
