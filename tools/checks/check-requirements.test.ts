import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRequirements } from './check-requirements.ts';

test('each row needs a test that begins with its mark, and each mark of a title a row', () => {
  const root = mkdtempSync(join(tmpdir(), 'brokerfront-requirements-'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/requirements.md'), '| mark |\n| R01 | a |\n| R02 | b |\n| R03 | c |\n| R03 | d |\n');
  writeFileSync(
    join(root, 'a.test.ts'),
    "test('R01, R03: it works');\ntest('it works (R02)');\ntest(`R09: it works`);",
  );
  writeFileSync(join(root, 'a.ts'), "throw new Error('R02: no test')");
  expect(checkRequirements(root)).toEqual({
    rows: 4,
    findings: [
      'docs/requirements.md: R03 is there twice',
      'a.test.ts: docs/requirements.md has no R09',
      'docs/requirements.md: the title of no test begins with “R02: ”',
    ],
  });
  rmSync(root, { recursive: true, force: true });
});
