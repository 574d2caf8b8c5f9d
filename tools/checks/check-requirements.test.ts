import { expect, test } from 'vitest';
import { checkRequirements } from './check-requirements.ts';
import { checkDocument } from './data-documents.ts';
import { projectRoot } from '../project-root.ts';

/** The specification has so many statements. */
const fewestStatements = 201;

test('every statement of the specification has a row, and every row a proof', () => {
  const { rows, findings } = checkDocument('requirements', checkRequirements, projectRoot);
  expect(findings).toEqual([]);
  expect(rows).toBeGreaterThanOrEqual(fewestStatements);
});

const thisFile = 'tools/checks/check-requirements.test.ts';
const goodTest = `${thisFile} › every statement of the specification has a row, and every row a proof`;

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
])('the check finds %s', (_case, requirements, finding) => {
  expect(checkRequirements(requirements, projectRoot).findings).toContain(finding);
});

test('the check refuses a statement without its place', () => {
  const requirements = data({ ...statement('S001'), where: '' });
  expect(() => checkRequirements(requirements, projectRoot)).toThrow('sections.0.statements.0.where: Invalid length');
});

test('a statement with a wrong number is reported once, not every statement after it', () => {
  const statements = ['S001', 'S009', 'S002', 'S003'].map((id) => statement(id, 'Decided: R01'));
  const { findings } = checkRequirements(data(...statements), projectRoot);
  expect(findings.filter((finding) => finding.includes('order'))).toEqual([
    'S009: numbers follow the order of the page; append new statements at the end',
  ]);
});

test('the page shows each mark, and each statement with its tests', () => {
  const { page, findings } = checkRequirements(data(statement('S001')), projectRoot);
  expect(findings).toEqual([]);
  expect(page).toContain('| <a id="r01"></a>R01 | what it is about |\n');
  expect(page).toContain(`| S001 | R01 | Statement S001 | every page | \`${thisFile}\` › every statement`);
});
