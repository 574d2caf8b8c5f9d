import { afterEach, expect, test, vi } from 'vitest';
import { GatheredChanges } from './gathered-changes.ts';

afterEach(() => void vi.useRealTimers());

test('the site is told at intervals and at the end, never of nothing', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const told: string[][] = [];
  const changes = new GatheredChanges((changed) => told.push([...changed]), 2000);
  changes.add(new Set(['a', 'b']));
  vi.advanceTimersByTime(1999);
  changes.add(new Set(['b']));
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  changes.add(new Set(['c']));
  expect(told).toEqual([['a', 'b', 'c']]);
  changes.add(new Set(['d']));
  changes.tell();
  changes.tell();
  expect(told).toEqual([['a', 'b', 'c'], ['d']]);
});
