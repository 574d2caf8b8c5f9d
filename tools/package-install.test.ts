import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { installedByHand } from './package-install.mjs';

const root = mkdtempSync(join(tmpdir(), 'brokerfront-install-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const own = { '': { name: 'brokerfront' } };
const hono = { version: '4.13.19', integrity: 'sha512-a' };
const optional = { version: '1.0.0', integrity: 'sha512-b', optional: true };

function write(file: string, packages: object): void {
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify({ packages }));
}

beforeEach(() => {
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  write('package-lock.json', { ...own, 'node_modules/hono': hono, 'node_modules/for-windows': optional });
});

test('an installation by npm ci is accepted, without the packages of other platforms', () => {
  expect(installedByHand(root)).toBe(false);
  write('node_modules/.package-lock.json', { 'node_modules/hono': hono });
  expect(installedByHand(root)).toBe(true);
});

test.each([
  ['a missing package', {}],
  ['another version', { 'node_modules/hono': { ...hono, version: '4.13.18' } }],
  ['another content', { 'node_modules/hono': { ...hono, integrity: 'sha512-c' } }],
])('%s is installed again', (_case, installed) => {
  write('node_modules/.package-lock.json', installed);
  expect(installedByHand(root)).toBe(false);
});
