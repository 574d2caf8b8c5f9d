/** The notes on stored pictures outlive crashes, releases and moved folders: a broken note costs one more request, never a picture. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MediaStore } from './media-store.ts';
import { StrapiClient } from './strapi-client.ts';

const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const reference = {
  url: '/uploads/logo.svg',
  name: 'logo.svg',
  mime: 'image/svg+xml',
  updatedAt: '2026-11-22T06:00:00.000Z',
};
let folder: string;
let server: Server;
let client: StrapiClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-media-store-'));
  server = createServer((_request, response) => void response.end(picture));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new StrapiClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the store as after a restart, with only its files on disk. */
const resolve = () => new MediaStore(folder, client).resolve(reference);

test('a picture is fetched once, and again when its metadata or its file is broken', async () => {
  const first = await resolve();
  expect(await readFile(first?.file ?? '', 'utf8')).toBe(picture);
  const [name = ''] = await readdir(join(folder, 'sources'));
  const note = join(folder, 'sources', name);
  await expect(resolve()).resolves.toEqual(first);
  expect(client.requests).toBe(1);
  for (const text of [
    '',
    '{"url":"/media/',
    'null',
    '{}',
    '[]',
    '{"url":7,"file":7,"contentType":7}',
    '{"url":"/media/x/logo.svg","file":"/nowhere/logo.svg","contentType":"image/svg+xml"}',
  ]) {
    await writeFile(note, text);
    const requestsBefore = client.requests;
    expect(await resolve(), text).toEqual(first);
    expect(client.requests, text).toBe(requestsBefore + 1);
    expect(JSON.parse(await readFile(note, 'utf8'))).toEqual(first);
  }
  await rm(first?.file ?? '');
  await expect(resolve()).resolves.toEqual(first);
  expect(await readFile(first?.file ?? '', 'utf8')).toBe(picture);
});
