import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkExpressions } from './check-expressions.ts';

test('the check finds only expressions that are slower than linear in their text', () => {
  const root = mkdtempSync(join(tmpdir(), 'brokerfront-expressions-'));
  mkdirSync(join(root, 'content'));
  const lines = [
    String.raw`/^(a+)+$/`,
    String.raw`/\[\[(.+?)\]\]/g`,
    '/<[^>]+>/g',
    String.raw`/\/+$/`,
    String.raw`/(?<!\/)\/+$/`,
    '/<[^<>]+>/g',
    String.raw`/^[a-z0-9]+(?:-[a-z0-9]+)*$/`,
  ];
  writeFileSync(join(root, 'content/words.ts'), lines.map((line) => `use(${line});`).join('\n'));
  writeFileSync(join(root, 'content/words.test.ts'), 'use(/^(a+)+$/);');
  const { expressions, findings } = checkExpressions(root);
  expect(expressions).toBe(lines.length);
  expect(findings.map((finding) => finding.split(' ', 1)[0])).toEqual(
    [1, 2, 3, 4].map((line) => `content/words.ts:${line}`),
  );
  expect(findings.map((finding) => /exponential|quadratic/.exec(finding)?.[0])).toEqual([
    'exponential',
    'quadratic',
    'quadratic',
    'quadratic',
  ]);
  rmSync(root, { recursive: true, force: true });
});
