import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { forgetOldReplica, isParserSource, parserChanged } from './parser-sources.ts';

const root = mkdtempSync(join(tmpdir(), 'brokerfront-parser-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const dataDir = join(root, 'data/dev');
const replica = join(dataDir, 'mirror.sqlite');

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('a replica is kept while its parser is unchanged', () => {
  write('content/parse/parse-blocks.ts', 'one');
  expect(forgetOldReplica(root, dataDir)).toBe(false);
  write('data/dev/mirror.sqlite', '');
  write('data/dev/mirror.sqlite-wal', '');
  write('data/dev/accounts.sqlite', '');
  write('content/parse/parse-blocks.test.ts', 'a test');
  expect(forgetOldReplica(root, dataDir)).toBe(false);
  write('content/parse/parse-blocks.ts', 'two');
  expect(parserChanged(root, dataDir)).toBe(true);
  expect(forgetOldReplica(root, dataDir)).toBe(true);
  expect(parserChanged(root, dataDir)).toBe(false);
  expect([replica, `${replica}-wal`, join(dataDir, 'accounts.sqlite')].map((file) => existsSync(file))).toEqual([
    false,
    false,
    true,
  ]);
  expect(forgetOldReplica(root, dataDir)).toBe(false);
});

test.each([
  ['content/parse/parse-blocks.ts', true],
  ['content/model-blocks.ts', true],
  ['content/replica/document-writer.ts', true],
  ['content/parse/markdown.test.ts', false],
  ['content/wire-document.ts', false],
  ['site/blocks/Quote.tsx', false],
])('%s: %s', (file, expected) => {
  expect(isParserSource(root, join(root, file))).toBe(expected);
});
