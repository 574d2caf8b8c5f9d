import { expect, test } from 'vitest';
import { checkRequirements, renderRequirements, requirementsSchema } from './check-requirements.ts';
import { findStalePage, readData } from './document-pages.ts';
import { parse } from 'valibot';
import { projectRoot } from '../project-root.ts';

test('every statement of the specification has its row, and every row what shows it', () => {
  const { rows, findings } = checkRequirements(readData('requirements', projectRoot), projectRoot);
  expect(findings).toEqual([]);
  expect(rows).toBeGreaterThanOrEqual(201);
  expect(findStalePage('requirements', projectRoot)).toEqual([]);
});

const thisFile = 'tools/checks/check-requirements.test.ts';
const goodTest = `${thisFile} › every statement of the specification has its row, and every row what shows it`;

function statement(id: string, proof = goodTest, says = `Statement ${id}`) {
  return { id, marks: 'R01', says, where: 'every page', 'shown by': [proof] };
}

function data(...statements: object[]) {
  return {
    introduction: 'What it does.',
    marks: { R01: 'what it is about' },
    sections: [{ title: 'All', statements }],
    decided: { R01: 'It is decided.' },
  };
}

test.each([
  [
    'a file that is gone',
    data(statement('S001', 'tests/gone.test.ts › a title')),
    'S001: tests/gone.test.ts does not exist',
  ],
  [
    'a title that is gone',
    data(statement('S001', `${thisFile} › every statement`)),
    `S001: ${thisFile} has no test “every statement”`,
  ],
  [
    'a decision that is gone',
    data(statement('S001', 'docs/decisions/0000-none.md')),
    'S001: docs/decisions/0000-none.md does not exist',
  ],
  ['a point that is not decided', data(statement('S001', 'Decided: R99')), 'S001: nothing is decided about R99'],
  [
    'words instead of a proof',
    data(statement('S001', 'it is so')),
    'S001: “it is so” is neither a test nor a decision',
  ],
  [
    'a number twice',
    data(statement('S001'), statement('S001', goodTest, 'Another')),
    'S001: numbers follow the order of the page; append new statements at the end',
  ],
  [
    'a statement twice',
    data(statement('S001', goodTest, 'The same'), statement('S002', goodTest, 'the same')),
    'S002: says the same as S001',
  ],
  [
    'a mark that is not listed',
    data({ ...statement('S001'), marks: 'R01, R02' }),
    'R02: has statements, and does not stand under “marks”',
  ],
  ['a mark that no statement has', data(), 'R01: no statement has this mark'],
  ['statements that are missing', data(statement('S001')), 'there are 1 statements; the specification has 201'],
])('finds %s', (_case, requirements, finding) => {
  expect(checkRequirements(requirements, projectRoot).findings).toContain(finding);
});

test('finds a statement without its place', () => {
  const { findings } = checkRequirements(data({ ...statement('S001'), where: '' }), projectRoot);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toContain('sections.0.statements.0.where');
});

test('a statement in the middle is named once, not every statement after it', () => {
  const statements = ['S001', 'S009', 'S002', 'S003'].map((id) => statement(id, 'Decided: R01'));
  const { findings } = checkRequirements(data(...statements), projectRoot);
  expect(findings.filter((finding) => finding.includes('order'))).toEqual([
    'S009: numbers follow the order of the page; append new statements at the end',
  ]);
});

test('the page shows each mark with its statements in ranges, and each statement with its tests', () => {
  const rows = ['S001', 'S002', 'S004'].map((id) => statement(id));
  const page = renderRequirements(parse(requirementsSchema, data(...rows)));
  expect(page).toContain('| <a id="r01"></a>R01 | what it is about | S001–S002, S004 |\n');
  expect(page).toContain(`| S001 | R01 | Statement S001 | every page | \`${thisFile}\` › every statement`);
});
