import { expect, test } from 'vitest';
import { duplicateFindings, lengthFinding, titleLength } from './content-seo-findings.ts';

test.each([
  [24, 1],
  [25, 0],
  [60, 0],
  [61, 1],
])('a title of %i characters has %i findings', (length, findings) => {
  expect(lengthFinding('title', 'ñ'.repeat(length), titleLength)).toHaveLength(findings);
});

test('the same words are a duplicate within a language only', () => {
  const head = { title: 'Forex', description: 'Pairs' };
  expect(
    duplicateFindings([
      { locale: 'en', path: '/a', ...head },
      { locale: 'es', path: '/es/a', ...head },
    ]),
  ).toEqual([]);
  expect(
    duplicateFindings([
      { locale: 'en', path: '/a', ...head },
      { locale: 'en', path: '/b', title: 'Forex', description: 'Other' },
    ]),
  ).toEqual(['/a, /b share the title “Forex”']);
});
