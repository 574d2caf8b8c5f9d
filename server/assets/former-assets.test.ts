import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAssets } from './former-assets.ts';
import { immutable, staticFile } from './static-files.ts';

const day = 24 * 60 * 60 * 1000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(...names: string[]) {
  return new Map(names.map((name) => [`/assets/${name}`, staticFile(Buffer.from(`// ${name}`), name, immutable)]));
}
const first = build('entry-AAAAAAAA.js', 'shared-SSSSSSSS.js');
const second = build('entry-BBBBBBBB.js', 'shared-SSSSSSSS.js');
const addresses = (files: Map<string, unknown>) => [...files.keys()].sort();

test('files of a replaced build stay for 30 days from its replacement, whatever its age', () => {
  expect(addresses(keepAssets(folder, 'one', first, 0))).toEqual([]);
  // It ran for 100 days before the release.
  expect(addresses(keepAssets(folder, 'two', second, 100 * day))).toEqual(['/assets/entry-AAAAAAAA.js']);
  expect(addresses(keepAssets(folder, 'two', second, 129 * day))).toEqual(['/assets/entry-AAAAAAAA.js']);
  expect(addresses(keepAssets(folder, 'two', second, 131 * day))).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual(['builds.json', 'entry-BBBBBBBB.js', 'shared-SSSSSSSS.js']);
});

test('going back to an earlier build makes it the current one again', () => {
  keepAssets(folder, 'one', first, 0);
  keepAssets(folder, 'two', second, day);
  expect(addresses(keepAssets(folder, 'one', first, 2 * day))).toEqual(['/assets/entry-BBBBBBBB.js']);
  expect(addresses(keepAssets(folder, 'one', first, 40 * day))).toEqual([]);
});

test('bytes are what they were; a torn list does not stop the start; names without a hash are not kept', () => {
  keepAssets(folder, 'one', new Map([...first, ...build('logo.svg')]), 0);
  expect(keepAssets(folder, 'two', second, day).get('/assets/entry-AAAAAAAA.js')?.identity.toString()).toBe(
    '// entry-AAAAAAAA.js',
  );
  expect(readdirSync(folder)).not.toContain('logo.svg');
  writeFileSync(join(folder, 'builds.json'), '{"one":');
  expect(addresses(keepAssets(folder, 'two', second, 2 * day))).toEqual([]);
});
