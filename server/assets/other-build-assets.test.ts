/** A site serves assets of other builds: from the shared data folder, and from other regions. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OtherBuildAssets, fromRegionHeader } from './other-build-assets.ts';
import { keepAssets } from './former-assets.ts';
import { immutable, createStaticFile } from './static-files.ts';

const chunk = '/assets/chart.island-NextNext.js';
const code = `export const next = ${JSON.stringify('x'.repeat(300))};`;
let folder: string;
let region: Server;
let requests: string[];
let has: Map<string, string>;
let assets: OtherBuildAssets;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-assets-'));
  [requests, has] = [[], new Map([[chunk, code]])];
  region = createServer((request, response) => {
    requests.push(`${request.url} ${String(request.headers[fromRegionHeader])}`);
    const text = has.get(request.url ?? '');
    response.writeHead(text === undefined ? 404 : 200).end(text ?? 'There is no such file.');
  });
  region.listen(0, '127.0.0.1');
  await once(region, 'listening');
  // The first region is unreachable.
  const regions = ['http://127.0.0.1:1', `http://127.0.0.1:${(region.address() as AddressInfo).port}`];
  assets = new OtherBuildAssets({ folder, regions });
});
afterEach(() => {
  region.closeAllConnections();
  region.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a chunk that another site stored meanwhile is served without a request to other regions', async () => {
  expect(await assets.find('/assets/chart.island-12345678.js', true)).toBeNull();
  const file = createStaticFile(Buffer.from(code), 'chart.island-NextNext.js', immutable);
  keepAssets(folder, 'next', new Map([[chunk, file]]));
  const found = await assets.find(chunk, true);
  expect([found?.identity.toString(), found?.contentType, found?.cacheControl]).toEqual([
    code,
    'text/javascript; charset=utf-8',
    immutable,
  ]);
  expect(found?.br?.length).toBeLessThan(code.length);
  expect(requests).toEqual([]);
});

test('an unknown chunk is requested from the other regions once, and they do not pass the request on', async () => {
  const found = await Promise.all([1, 2, 3].map(() => assets.find(chunk, false)));
  expect(found.map((file) => file?.identity.toString())).toEqual([code, code, code]);
  await assets.find(chunk, false);
  expect(requests).toEqual([`${chunk} 1`]);
  requests = [];
  expect(await assets.find('/assets/other-12345678.js', true)).toBeNull();
  expect(requests).toEqual([]);
});

test('a name without a hash is not requested, a missing one not again at once, and guesses are bounded', async () => {
  for (const path of [
    '/assets/chart.js',
    '/assets/../builds-12345678.json',
    '/assets/a/b-12345678.js',
    '/media/x-12345678.js',
  ])
    expect(await assets.find(path, false)).toBeNull();
  expect(requests).toEqual([]);
  const missing = '/assets/none-12345678.js';
  for (let time = 0; time < 3; time += 1) expect(await assets.find(missing, false)).toBeNull();
  expect(requests).toEqual([`${missing} 1`]);
  requests = [];
  await Promise.all(
    Array.from({ length: 100 }, (_, guess) => assets.find(`/assets/x-${String(guess).padStart(8, '0')}.js`, false)),
  );
  expect(requests.length).toBeLessThanOrEqual(32);
});

test('all files of an earlier build are served while other clients guess names and another region does not answer', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `part-Former${String(index).padStart(2, '0')}.js`);
  const built = (text: string) =>
    new Map(
      names.map((name) => [`/assets/${name}`, createStaticFile(Buffer.from(`${text} ${name}`), name, immutable)]),
    );
  keepAssets(folder, 'former', built('former'));
  keepAssets(folder, 'now', new Map());
  const hanging = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  const regions = [`http://127.0.0.1:${(hanging.address() as AddressInfo).port}`];
  const sites = new OtherBuildAssets({ folder, regions });
  const guesses = Array.from({ length: 100 }, (_, guess) =>
    sites.find(`/assets/x-${String(guess).padStart(8, '0')}.js`, false),
  );
  const found = await Promise.all(names.map((name) => sites.find(`/assets/${name}`, false)));
  expect(found.map((file) => file?.identity.toString())).toEqual(names.map((name) => `former ${name}`));
  hanging.closeAllConnections();
  hanging.close();
  expect(await Promise.all(guesses)).toEqual(guesses.map(() => null));
});
