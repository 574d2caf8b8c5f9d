import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RenderBudget } from './render-budget.ts';

function busy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('few stale pages are always rendered, many for a part of each turn, and none stays as it was for long', async () => {
  const budget = new RenderBudget({ manyStale: 100, turnMs: 4, longestMs: 2000 });
  const now = performance.now();
  for (let turn = 0; turn < 3; turn += 1) {
    expect(budget.allows(101, now)).toBe(true);
    busy(5);
    expect(budget.allows(101, now), 'the time of the turn is spent').toBe(false);
    expect(budget.allows(100, now)).toBe(true);
    expect(budget.allows(101, now - 3000)).toBe(true);
    await nextTurn();
  }
});
