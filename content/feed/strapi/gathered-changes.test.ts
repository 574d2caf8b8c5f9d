import { afterEach, expect, test, vi } from 'vitest';
import { GatheredChanges } from './gathered-changes.ts';

afterEach(() => void vi.useRealTimers());

test('the site is told at intervals and at the end, never of nothing', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const told: string[][] = [];
  const changes = new GatheredChanges(async (changed) => void told.push([...changed]), 2000);
  await changes.add(new Set(['a', 'b']));
  vi.advanceTimersByTime(1999);
  await changes.add(new Set(['b']));
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  await changes.add(new Set(['c']));
  expect(told).toEqual([['a', 'b', 'c']]);
  await changes.add(new Set(['d']));
  await changes.tell();
  await changes.tell();
  expect(told).toEqual([['a', 'b', 'c'], ['d']]);
});
