import { expect, test } from 'vitest';
import { asvsLevels, checkThreats } from './check-threats.ts';
import { checkDocument } from './data-documents.ts';
import { projectRoot } from '../project-root.ts';

test('every requirement of ASVS levels 1 and 2 has one row, and every row an answer', () => {
  const { rows, findings } = checkDocument('threats', checkThreats, projectRoot);
  expect(findings).toEqual([]);
  expect(rows).toBe(253);
  expect([...asvsLevels.values()].filter((level) => level === 1)).toHaveLength(70);
});

test('the document says that there is no second factor, and why', () => {
  expect(checkDocument('threats', checkThreats, projectRoot).page).toMatch(
    /No second factor.*portal, which has its own/s,
  );
});

const levels = new Map([['V1.2.1', 1]]);
const good = 'tools/checks/check-threats.test.ts › the document says that there is no second factor, and why';
const goodRow = { id: 'V1.2.1', level: 1, words: 'in our words', state: 'met', tests: [good] };

function data(...rows: object[]) {
  return { introduction: 'Who attacks.', sections: [{ title: 'The threats', rows }] };
}

test.each([
  ['a row that is missing', data(), 'V1.2.1: is missing'],
  ['a row that is there twice', data(goodRow, goodRow), 'V1.2.1: is there twice'],
  ['another level', data({ ...goodRow, level: 2 }), 'V1.2.1: is of level 1, not 2'],
  [
    'an identifier that the standard does not have',
    data({ ...goodRow, id: 'V1.2.99' }),
    'V1.2.99: is no requirement of level 1 or 2',
  ],
  [
    'a file of tests that is gone',
    data({ ...goodRow, tests: ['tests/gone.test.ts › a title'] }),
    'V1.2.1: tests/gone.test.ts does not exist',
  ],
  [
    'a title that is gone, after another',
    data({ ...goodRow, tests: [good, 'tools/checks/check-threats.test.ts › says that'] }),
    'V1.2.1: tools/checks/check-threats.test.ts has no test “says that”',
  ],
  ['a reference that names no test', data({ ...goodRow, tests: ['it is so'] }), 'V1.2.1: “it is so” names no test'],
  [
    'a row that is met by words alone',
    data({ ...goodRow, tests: undefined, answer: 'we are careful' }),
    'V1.2.1: is met, and names neither a file, a test nor a section',
  ],
  [
    'a row that is open without a reason',
    data({ ...goodRow, state: 'open', answer: 'later' }),
    'V1.2.1: is open without a reason',
  ],
  [
    'a threat whose test is gone',
    data(goodRow, { who: 'stranger', tests: ['tests/gone.test.ts › a title'] }),
    'The threats: tests/gone.test.ts does not exist',
  ],
])('the check finds %s', (_case, threats, finding) => {
  expect(checkThreats(threats, projectRoot, levels).findings).toContain(finding);
});

test('the check refuses a state that does not exist', () => {
  const threats = data({ ...goodRow, state: 'mostly' });
  expect(() => checkThreats(threats, projectRoot, levels)).toThrow('sections.0.rows.0: ');
});

test('the check accepts a row with a test, a file or a section', () => {
  const answers = [goodRow, { ...goodRow, tests: undefined, answer: '`server/http/visit.ts`' }];
  for (const row of [...answers, { ...goodRow, tests: undefined, answer: '[keys](#keys)' }])
    expect(checkThreats(data(row), projectRoot, levels).findings).toEqual([]);
});
