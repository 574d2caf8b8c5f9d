import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asvsLevels, checkThreats } from './check-threats.ts';
import { projectRoot } from '../project-root.ts';

const document = readFileSync(join(projectRoot, 'docs/threats.md'), 'utf8');

test('every requirement of ASVS levels 1 and 2 has one row, and every row what answers it', () => {
  const { rows, findings } = checkThreats(document, projectRoot);
  expect(findings).toEqual([]);
  expect(rows).toBe(253);
  expect([...asvsLevels.values()].filter((level) => level === 1)).toHaveLength(70);
});

test('says that there is no second factor, and why', () => {
  expect(document).toMatch(/No second factor.*portal, which has its own/s);
});

const levels = new Map([['V1.2.1', 1]]);
const row = (answer: string, state = 'met', id = 'V1.2.1', level = 1) =>
  `| ${id} | ${level} | in our words | ${state} | ${answer} |`;
const good = '`tools/checks/check-threats.test.ts` › says that there is no second factor, and why';

test.each([
  ['a row that is missing', '', 'V1.2.1: is missing'],
  ['a row that is there twice', `${row(good)}\n${row(good)}`, 'V1.2.1: is there twice'],
  ['another level', row(good, 'met', 'V1.2.1', 2), 'V1.2.1: is of level 1, not 2'],
  [
    'an identifier that the standard does not have',
    `${row(good)}\n${row(good, 'met', 'V1.2.99')}`,
    'V1.2.99: is no requirement of level 1 or 2',
  ],
  ['a file that is gone', row('`server/gone.ts`'), 'V1.2.1: server/gone.ts does not exist'],
  ['a file of tests that is gone', row('`tests/gone.test.ts` › a title'), 'V1.2.1: tests/gone.test.ts does not exist'],
  [
    'a title that is gone',
    row('`tools/checks/check-threats.test.ts` › says that'),
    'V1.2.1: tools/checks/check-threats.test.ts has no test “says that”',
  ],
  [
    'a title that is gone, behind another',
    row(`${good}<br>\`tools/checks/check-threats.test.ts\` › says nothing`),
    'V1.2.1: tools/checks/check-threats.test.ts has no test “says nothing”',
  ],
  ['a section that is gone', row('[there](#nowhere)'), 'V1.2.1: there is no section “nowhere”'],
  [
    'a row that is met by words alone',
    row('we are careful'),
    'V1.2.1: is met, and names neither a file, a test nor a section',
  ],
  ['a row that is open without a reason', row('later', 'open'), 'V1.2.1: is open without a reason'],
  ['a state of its own', row(good, 'mostly'), 'V1.2.1: “mostly” is none of met, n/a and open'],
  [
    'a threat whose test is gone',
    `${row(good)}\n## The threats\n| a | b | c | \`tests/gone.test.ts\` › a title |`,
    'The threats: tests/gone.test.ts does not exist',
  ],
])('finds %s', (_case, markdown, finding) => {
  expect(checkThreats(markdown, projectRoot, levels).findings).toContain(finding);
});

test('a correct row is not a finding, also with a remark after the title, a second test, or a section', () => {
  for (const answer of [
    good,
    `${good} (also there)`,
    `\`server/http/visit.ts\`: ${good}<br>${good}`,
    `words; ${good}; \`server/http/etag.ts\``,
  ])
    expect(checkThreats(row(answer), projectRoot, levels).findings, answer).toEqual([]);
  expect(
    checkThreats(`### Keys and algorithms\n${row('[keys](#keys-and-algorithms)')}`, projectRoot, levels).findings,
  ).toEqual([]);
});
