import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RenderBudget } from './render-budget.ts';

test('few stale pages are always rendered; of many one at a time, until none is stale; none stays as it was for long', async () => {
  let now = 100_000;
  const budget = new RenderBudget({ manyStale: 100, longestMs: 60_000 }, () => now);
  for (let page = 0; page < 3; page += 1) expect(budget.allows(100, now)).toBe(true);
  for (let stale = 101; stale > 98; stale -= 1) {
    expect(budget.allows(stale, now), `${stale} are stale`).toBe(true);
    expect(budget.allows(stale, now), 'one is being rendered').toBe(false);
    now += 8;
    for (let turn = 0; turn < 3; turn += 1) {
      await nextTurn();
      expect(budget.allows(stale, now), 'this one waited meanwhile').toBe(false);
      expect(budget.allows(stale, now - 61_000)).toBe(true);
    }
    await nextTurn();
    await nextTurn();
  }
  expect(budget.allows(0, now)).toBe(true);
  expect(budget.allows(1, now), 'the limit ends when none is stale').toBe(true);
  expect(budget.allows(1, now)).toBe(true);
});

test('who asks one after the other is never refused', async () => {
  const budget = new RenderBudget({ manyStale: 1, longestMs: 60_000 });
  for (let page = 0; page < 20; page += 1) {
    expect(budget.allows(100, performance.now())).toBe(true);
    // The answer, which the visitor reads before the next question.
    await nextTurn();
    await nextTurn();
  }
});

test('where somebody always waits, every other moment is for renders', async () => {
  let now = 100_000;
  const budget = new RenderBudget({ manyStale: 1, longestMs: 60_000 }, () => now);
  let rendered = 0;
  for (let turn = 0; turn < 100; turn += 1) {
    const renders = budget.allows(100, now);
    if (renders) rendered += 1;
    // A render takes eight milliseconds, a turn with answers from the cache takes one.
    now += renders ? 8 : 1;
    await nextTurn();
  }
  expect(rendered).toBeGreaterThan(8);
  expect(rendered).toBeLessThan(20);
});
