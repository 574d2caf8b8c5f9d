import { expect, test } from 'vitest';
import { median } from './statistics.ts';
import { type Results, formatResults, judgeTargets } from './results-table.ts';

const good: Results = {
  date: '2026-11-21',
  machine: { Node: 'v24' },
  cached: [{ path: '/', bytes: 8000, ours: 61, nginx: 100, ratio: 0.6, ratios: [0.58, 0.6, 0.7] }],
  rates: { renders: 1000, answers: 400 },
  loads: [
    {
      path: '/',
      requests: 6,
      bytes: { document: 1024, script: 0, stylesheet: 0, font: 0, image: 0, other: 0 },
      total: 1024,
      afterLoad: 0,
    },
  ],
  memory: [
    { after: 'the start', megabytes: 90 },
    { after: 'all pages', megabytes: 249 },
    { after: 'the cached load', megabytes: 240 },
  ],
  registrations: [
    {
      engine: 'sqlite',
      perSecond: 20,
      seconds: 60,
      sent: 1200,
      failed: 0,
      registration: { p50: 14, p99: 90 },
      page: { p50: 0.7, p99: 19.9 },
    },
  ],
};
const missed = (results: Results) =>
  judgeTargets(results)
    .filter(({ met }) => !met)
    .map(({ name }) => name);

test('targets are met at their limit and missed just beyond it', () => {
  expect(missed(good)).toEqual([]);
  expect(
    missed({
      ...good,
      cached: [{ path: '/', bytes: 1, ours: 61, nginx: 100, ratio: 0.599, ratios: [0.599] }],
      rates: { renders: 999, answers: 1 },
      memory: [{ after: 'all pages', megabytes: 250 }, ...good.memory],
      registrations: [{ ...good.registrations[0], failed: 1 } as Results['registrations'][number]],
    }),
  ).toHaveLength(4);
});

test('the page names the machine, the ratio and the missed targets', () => {
  const page = formatResults({ ...good, rates: { renders: 900, answers: 1 } });
  expect(page).toContain('# Bench results, 2026-11-21');
  expect(page).toContain('| Node | v24 |');
  expect(page).toContain('| / | 8,000 | 61 | 100 | 0.60 | 0.58, 0.60, 0.70 |');
  expect(page).toContain('| 900 | **no** |');
});

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
])('median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});
