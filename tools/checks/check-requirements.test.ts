import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkRequirements } from './check-requirements.ts';
import { projectRoot } from '../project-root.ts';

const document = readFileSync(join(projectRoot, 'docs/requirements.md'), 'utf8');

test('every statement of the specification has its row, and every row what shows it', () => {
  const { rows, findings } = checkRequirements(document, projectRoot);
  expect(findings).toEqual([]);
  expect(rows).toBeGreaterThanOrEqual(201);
});

const first = document.split('\n').find((line) => line.startsWith('| S001 ')) ?? '';
const test1 =
  '`tools/checks/check-requirements.test.ts` › every statement of the specification has its row, and every row what shows it';
const row = (number: string, proof: string, statement = `Statement ${number}`) =>
  `| ${number} | R01 | ${statement} | every page | ${proof} |`;

const markRow = (statements: string, anchor = 'r01') =>
  `| <a id="${anchor}"></a>R01 | what it is about | ${statements} |`;

test.each([
  ['a file that is gone', row('S001', '`tests/gone.test.ts` › a title'), 'S001: tests/gone.test.ts does not exist'],
  [
    'a title that is gone',
    row('S001', '`tools/checks/check-requirements.test.ts` › every statement'),
    'S001: tools/checks/check-requirements.test.ts has no test “every statement”',
  ],
  [
    'a decision that is gone',
    row('S001', '`docs/decisions/0000-none.md`'),
    'S001: docs/decisions/0000-none.md does not exist',
  ],
  ['a point that is not decided', row('S001', 'Decided: R99'), 'S001: nothing is decided about R99'],
  ['words instead of a proof', row('S001', 'it is so'), 'S001: “it is so” is neither a test nor a decision'],
  [
    'a number twice',
    `${row('S001', test1)}\n${row('S001', test1, 'Another')}`,
    'S001: expected S002: numbers follow the order of the page; append new rows at the end',
  ],
  [
    'a statement twice',
    `${row('S001', test1, 'The same')}\n${row('S002', test1, 'the same')}`,
    'S002: says the same as S001',
  ],
  ['a row without its place', '| S001 | R01 | Statement |  | Decided: R01 |', 'S001: has not five cells'],
  ['a mark without a row', row('S001', test1), 'R01: has statements, and no row of its own'],
  [
    'a mark whose row says something else',
    `${markRow('S001–S003')}\n${row('S001', test1)}`,
    'R01: its statements are S001, not S001–S003',
  ],
  ['a mark that no statement has', markRow('S001'), 'R01: its statements are none, not S001'],
  ['a mark with the anchor of another', `${markRow('S001', 'r02')}\n${row('S001', test1)}`, 'R01: its anchor is “r02”'],
  ['rows that are missing', first, 'there are 1 rows; the specification has 201 statements'],
])('finds %s', (_case, markdown, finding) => {
  expect(checkRequirements(markdown, projectRoot).findings).toContain(finding);
});

test('a row in the middle is named once, not every row after it', () => {
  const rows = ['S001', 'S009', 'S002', 'S003'].map((number) => row(number, 'Decided: R01'));
  expect(
    checkRequirements(rows.join('\n'), projectRoot).findings.filter((finding) => finding.includes('expected S')),
  ).toEqual(['S009: expected S002: numbers follow the order of the page; append new rows at the end']);
});

test('a correct row is not a finding', () => {
  const { findings } = checkRequirements(
    `${markRow('S001')}\n- **R01** decided\n${row('S001', `${test1}<br>Decided: R01`)}`,
    projectRoot,
  );
  expect(findings).toEqual(['there are 1 rows; the specification has 201 statements']);
});
