import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ResultKeys, keepGood, readKept, resultKeys, stillGood } from './kept-results.ts';
import type { TestReport } from './test-report.ts';

let root: string;
let kept: string;
const day = new Date('2026-11-23T12:00:00Z');
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const tests = ['one.test.ts', 'other.test.tsx'];

function keys(today = day): ResultKeys {
  const found = resultKeys(root, tests, today);
  if (!found) throw new Error('the folder is a git checkout');
  return found;
}
const report = (files: TestReport['files'], failedOutside = false): TestReport => ({
  passed: 5,
  failed: 0,
  skipped: [],
  files,
  failedOutside,
});
const passed = (file: string, isWhole = true) => ({ file, seconds: 1, passed: 5, isWhole });
const good = (today = day) => stillGood(readKept(kept), keys(today));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'brokerfront-kept-'));
  kept = join(root, '.cache/kept.json');
  execFileSync('git', ['init', '-q'], { cwd: root });
  write('.gitignore', '.cache\n');
  write('source.ts', 'one');
  for (const name of tests) write(name, name);
  keepGood(kept, report(tests.map((name) => passed(name))), keys());
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('nothing changed: nothing runs again, and its tests count', () => {
  expect(good()).toEqual({ files: tests, passed: 10 });
});

test('a changed test runs again, and no other', () => {
  write('one.test.ts', 'changed');
  expect(good()).toEqual({ files: ['other.test.tsx'], passed: 5 });
});

test.each([
  ['a changed file', () => write('source.ts', 'two')],
  ['a new file that git does not have', () => write('new.yaml', 'x')],
  ['a deleted file', () => rmSync(join(root, 'source.ts'))],
])('%s: everything runs again', (_name, change) => {
  change();
  expect(good().files).toEqual([]);
});

test('another day, or another setting: everything runs again', () => {
  expect(good(new Date('2026-11-24T00:00:00Z')).files).toEqual([]);
  process.env['ALL_PAGES'] = '1';
  expect(good().files).toEqual([]);
  delete process.env['ALL_PAGES'];
  expect(good().files).toEqual(tests);
});

test('what failed or was skipped in part runs again; a failure outside of the tests keeps nothing new', () => {
  keepGood(kept, report([passed('one.test.ts', false)]), keys());
  expect(good().files).toEqual(['other.test.tsx']);
  keepGood(kept, report([passed('one.test.ts')], true), keys());
  expect(good().files).toEqual(['other.test.tsx']);
});

test('a broken file of results is none, and without git nothing is kept', () => {
  write('.cache/kept.json', '{"one.te');
  expect(good().files).toEqual([]);
  rmSync(join(root, '.git'), { recursive: true });
  expect(resultKeys(root, tests, day)).toBeNull();
});
