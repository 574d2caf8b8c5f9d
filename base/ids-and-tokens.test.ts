import { expect, test } from 'vitest';
import { newId } from './ids-and-tokens.ts';

test('ids sort by time, and within a millisecond in the order of their creation', () => {
  const now = Date.now();
  const ids = [newId(now - 1), ...Array.from({ length: 1000 }, () => newId(now)), newId(now + 1)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
