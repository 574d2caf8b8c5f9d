import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAssets } from './static-files.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'brokerfront-static-'));
  for (const folder of ['assets', 'compressed']) mkdirSync(join(dist, folder));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const code = Buffer.from('export const words = [];\n'.repeat(40));
const write = (name: string, bytes: Buffer) => writeFileSync(join(dist, name), bytes);
const read = (name: string) => readAssets([join(dist, 'assets')], join(dist, 'compressed')).get(`/assets/${name}`);

test('files that the build compressed are served unchanged', () => {
  write('assets/entry-AAAAAAAA.js', code);
  // Compressed badly on purpose, so that the test recognises the files of the build.
  const [br, zipped] = [brotliCompressSync(code, { params: { 1: 0 } }), gzipSync(code, { level: 1 })];
  write('compressed/entry-AAAAAAAA.js.br', br);
  write('compressed/entry-AAAAAAAA.js.gz', zipped);
  const file = read('entry-AAAAAAAA.js');
  expect([file?.br?.equals(br), file?.gzip?.equals(zipped), file?.identity.equals(code)]).toEqual([true, true, true]);
});

test.each([
  ['is missing', null],
  ['is torn', brotliCompressSync(code).subarray(0, 20)],
  ['is no compressed file', Buffer.from('<html>')],
  ['is of other bytes', brotliCompressSync(Buffer.from('export {};'))],
])('a file is compressed at the start where the build %s', (_what, br) => {
  write('assets/entry-AAAAAAAA.js', code);
  write('compressed/entry-AAAAAAAA.js.gz', gzipSync(code));
  if (br) write('compressed/entry-AAAAAAAA.js.br', br);
  const file = read('entry-AAAAAAAA.js');
  expect(brotliDecompressSync(file?.br ?? '').equals(code)).toBe(true);
  expect(gunzipSync(file?.gzip ?? '').equals(code)).toBe(true);
});

test('fonts, pictures and very small files are served without compression', () => {
  write('assets/sans-AAAAAAAA.woff2', code);
  write('assets/none-AAAAAAAA.js', Buffer.from('export {};'));
  for (const name of ['sans-AAAAAAAA.woff2', 'none-AAAAAAAA.js'])
    expect([read(name)?.br, read(name)?.gzip]).toEqual([null, null]);
});
