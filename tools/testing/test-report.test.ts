import { expect, test } from 'vitest';
import { closingLine, isGood } from './test-report.ts';

const report = { passed: 945, failed: 0, skipped: [] as string[], leftOut: 0, files: [] };

test('the last line has the same beginning for any skipped tests', () => {
  expect(closingLine(report)).toBe('945 passed, 0 failed');
  expect(closingLine({ ...report, failed: 2, skipped: ['a', 'b', 'c'] })).toBe('945 passed, 2 failed, 3 skipped');
});

test('a skipped test fails a run that must prove everything, and no other', () => {
  expect(isGood(report, true)).toBe(true);
  expect(isGood({ ...report, skipped: ['a'] }, true)).toBe(false);
  expect(isGood({ ...report, skipped: ['a'] }, false)).toBe(true);
  expect(isGood({ ...report, failed: 1 }, false)).toBe(false);
  expect(isGood({ ...report, passed: 0 }, false)).toBe(false);
});
