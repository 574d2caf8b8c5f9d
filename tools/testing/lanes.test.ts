import { expect, test } from 'vitest';
import { lanesOf, oneReport, waiting } from './lanes.ts';
import { testFiles } from './test-projects.ts';

const [first = ''] = waiting;

test('every file of a whole run is in one lane', () => {
  const [busy, aside] = lanesOf(testFiles(), ['tests/kept.test.ts']);
  const left = new Set(busy?.parameters.filter((parameter) => parameter !== '--exclude'));
  expect([...left]).toEqual(['tests/kept.test.ts', ...testFiles().filter((file) => waiting.has(file))]);
  expect(aside?.parameters.slice(0, waiting.size)).toEqual(testFiles().filter((file) => waiting.has(file)));
  expect(aside?.parameters.slice(-2)).toEqual(['--exclude', 'tests/kept.test.ts']);
  expect([busy?.isQuiet, aside?.isQuiet]).toEqual([false, true]);
});

test('the files that wait are there', () => {
  expect([...waiting].filter((file) => !testFiles().includes(file))).toEqual([]);
});

test('one kind of files alone needs one lane, and nothing none', () => {
  expect(lanesOf([first], [])).toEqual([{ parameters: [], isQuiet: false }]);
  expect(lanesOf(['content/slug.test.ts'], [first])).toEqual([{ parameters: ['--exclude', first], isQuiet: false }]);
  expect(lanesOf([], [first])).toEqual([]);
});

test('the reports of all lanes are one', () => {
  const of = (file: string, seconds: number, failed: number) => ({
    passed: 2,
    failed,
    skipped: [`${file} > a test`],
    files: [{ file, seconds, passed: 2, isWhole: failed === 0 }],
    failedOutside: failed > 0,
  });
  const report = oneReport([of('a.test.ts', 3, 0), of('b.test.ts', 9, 1)]);
  expect(report).toMatchObject({ passed: 4, failed: 1, failedOutside: true });
  expect(report.files.map(({ file }) => file)).toEqual(['b.test.ts', 'a.test.ts']);
  expect(report.skipped).toEqual(['a.test.ts > a test', 'b.test.ts > a test']);
});
