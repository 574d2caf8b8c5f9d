import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RenderBudget } from './render-budget.ts';

function busy(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('few stale pages are always rendered; of many one, and after a rest the next, until none is stale; none stays as it was for long', async () => {
  const budget = new RenderBudget({ manyStale: 100, rest: 20, longestMs: 60_000 });
  const now = performance.now();
  for (let page = 0; page < 3; page += 1) expect(budget.allows(100, now)).toBe(true);
  for (let stale = 101; stale > 98; stale -= 1) {
    expect(budget.allows(stale, now), `${stale} are stale`).toBe(true);
    expect(budget.allows(stale, now), 'one is being rendered').toBe(false);
    busy(2);
    await nextTurn();
    expect(budget.allows(stale, now), 'it rests for some 40 ms').toBe(false);
    expect(budget.allows(stale, now - 61_000)).toBe(true);
    busy(200);
  }
  expect(budget.allows(0, now)).toBe(true);
  expect(budget.allows(1, now), 'the limit ends when none is stale').toBe(true);
  expect(budget.allows(1, now)).toBe(true);
});
