import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkWords } from './check-words.ts';

const root = mkdtempSync(join(tmpdir(), 'brokerfront-words-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** @returns the findings of a project with these files. */
function findWordsIn(files: Record<string, string>): string[] {
  rmSync(root, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return checkWords(root);
}

test.each([
  ['a comment', { 'site/a.ts': '// Whoever reads this.\nexport const a = 1;' }, 'site/a.ts:1 “Whoever”'],
  [
    'a docstring',
    { 'site/a.ts': 'export const b = 1;\n/**\n * Made anew.\n */\nexport const a = 1;' },
    'site/a.ts:3 “anew”',
  ],
  ['a document', { 'docs/a.md': 'The mirror of the content' }, 'docs/a.md:1 “mirror”'],
  ['a sentence without a subject', { 'docs/a.md': 'It ends. Who waits gets nothing.' }, 'docs/a.md:1 “. Who waits'],
  ['a noun clause', { 'docs/a.md': 'What is stale is dropped.' }, 'docs/a.md:1 “What is stale is'],
  ['a connective', { 'site/a.css': 'a { /* Read beside the work. */ }' }, 'site/a.css:1 “beside the work”'],
  ['a name', { 'site/a.ts': 'export const asked = 1;' }, 'site/a.ts:1 “asked”'],
  ['a part of a name', { 'site/a.ts': 'export function fillApart() {}' }, 'site/a.ts:1 “Apart”'],
  ['the name of a file', { 'site/rows-elsewhere.ts': '' }, 'site/rows-elsewhere.ts:1 “elsewhere”'],
])('the check finds a refused word in %s', (_case, files: Record<string, string>, finding) => {
  expect(findWordsIn(files)).toContainEqual(expect.stringContaining(finding));
});

test('the check accepts words that only look like refused ones', () => {
  const code = `// The panel beside it; there is none; who may read; /data/mirror.sqlite and of nothing else.
export const understanding = 'asked, whoever';
export const text = "mirror"; // https://x.example/apart`;
  expect(findWordsIn({ 'site/a.ts': code, 'docs/a.md': '```\nwhoever\n```\nWhat is a spread?\n' })).toEqual([]);
});

test('the check finds names that end in “Of”', () => {
  expect(findWordsIn({ 'site/a.ts': 'export function bytesOf() {}\nexport const sizeOf = 1;' })).toEqual([
    'site/a.ts:1 “bytesOf”: write a verb',
    'site/a.ts:2 “sizeOf”: write a verb',
  ]);
});
