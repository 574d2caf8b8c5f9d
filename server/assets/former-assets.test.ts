import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OtherBuildAssets } from './other-build-assets.ts';
import { keepAssets } from './former-assets.ts';
import { immutable, createStaticFile } from './static-files.ts';

const day = 24 * 60 * 60 * 1000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(...names: string[]) {
  return new Map(
    names.map((name) => [`/assets/${name}`, createStaticFile(Buffer.from(`// ${name}`), name, immutable)]),
  );
}
const first = build('entry-AAAAAAAA.js', 'shared-SSSSSSSS.js');
const second = build('entry-BBBBBBBB.js', 'shared-SSSSSSSS.js');
/** Reads the files that a page of an earlier build gets, by name. */
async function served(): Promise<string[]> {
  const assets = new OtherBuildAssets(folder);
  const addresses = [...new Set([...first.keys(), ...second.keys()])].sort();
  const found = await Promise.all(addresses.map((address) => assets.find(address)));
  return addresses.filter((address, index) => found[index]?.identity.toString() === `// ${address.slice(8)}`);
}
const shared = '/assets/shared-SSSSSSSS.js';
const [ofFirst, ofSecond] = ['/assets/entry-AAAAAAAA.js', '/assets/entry-BBBBBBBB.js'];

test('files of a replaced build stay for 30 days after the replacement, at any age of the build', async () => {
  keepAssets(folder, 'one', first, 0);
  expect(await served()).toEqual([ofFirst, shared]);
  // The earlier build ran for 100 days before the release.
  keepAssets(folder, 'two', second, 100 * day);
  expect(await served()).toEqual([ofFirst, ofSecond, shared]);
  keepAssets(folder, 'two', second, 130 * day - 1);
  expect(await served()).toEqual([ofFirst, ofSecond, shared]);
  keepAssets(folder, 'two', second, 130 * day + 1);
  expect(await served()).toEqual([ofSecond, shared]);
  expect(readdirSync(folder).sort()).toEqual(['builds.json', 'entry-BBBBBBBB.js', 'shared-SSSSSSSS.js']);
});

test('a return to an earlier build makes that build current again', async () => {
  keepAssets(folder, 'one', first, 0);
  keepAssets(folder, 'two', second, day);
  keepAssets(folder, 'one', first, 2 * day);
  expect(await served()).toEqual([ofFirst, ofSecond, shared]);
  keepAssets(folder, 'one', first, 40 * day);
  expect(await served()).toEqual([ofFirst, shared]);
});

test('a torn list does not stop the start; names without a hash are not kept', async () => {
  keepAssets(folder, 'one', new Map([...first, ...build('logo.svg')]), 0);
  expect(readdirSync(folder)).not.toContain('logo.svg');
  writeFileSync(join(folder, 'builds.json'), '{"one":');
  keepAssets(folder, 'two', second, 2 * day);
  expect(await served()).toEqual([ofSecond, shared]);
});

test('an instance serves the assets that an instance of a newer build stored after it started, and only names of the list', async () => {
  keepAssets(folder, 'one', first, 0);
  const assets = new OtherBuildAssets(folder);
  expect(await assets.find(ofSecond)).toBeNull();
  const chunk = '/assets/chart.island-NextNext.js';
  const code = `export const next = ${JSON.stringify('x'.repeat(300))};`;
  const file = createStaticFile(Buffer.from(code), 'chart.island-NextNext.js', immutable);
  keepAssets(folder, 'next', new Map([[chunk, file]]), day);
  const [found, again] = await Promise.all([assets.find(chunk), assets.find(chunk)]);
  expect([found?.identity.toString(), found?.contentType, found?.cacheControl]).toEqual([
    code,
    'text/javascript; charset=utf-8',
    immutable,
  ]);
  expect(found?.br?.length).toBeLessThan(code.length);
  expect(again).toBe(found);
  for (const path of [
    '/assets/builds.json',
    '/assets/../builds.json',
    '/assets/a/b-12345678.js',
    shared.replace('assets', 'media'),
  ])
    expect(await assets.find(path), path).toBeNull();
});
