import { expect, test } from 'vitest';
import { MemoryLimiter } from './memory-limiter.ts';

test('a window allows its number of uses, reports how long to wait, and begins again', () => {
  const counts = new MemoryLimiter({ points: 2, seconds: 10 });
  expect([counts.use('a', 0), counts.use('a', 1000), counts.use('a', 4000), counts.use('b', 4000)]).toEqual([
    0, 0, 6, 0,
  ]);
  expect(counts.use('a', 10_000)).toBe(0);
  counts.forget('a');
  expect(counts.use('a', 10_001)).toBe(0);
});

test('uses that a clock a day ahead counted are available when the clock is right', () => {
  const counts = new MemoryLimiter({ points: 1, seconds: 60 });
  const day = 24 * 60 * 60_000;
  counts.use('a', 0);
  for (const at of [day, day + 1]) counts.use('b', at);
  expect([counts.use('b', 1000), counts.use('b', 2000)]).toEqual([0, 59]);
});

test('memory is bounded, expired windows are removed first, and many new keys do not reset the count of another key', () => {
  const counts = new MemoryLimiter({ points: 6, seconds: 10, most: 100 });
  for (let use = 0; use < 7; use += 1) counts.use('guesser', 0);
  for (let key = 0; key < 10_000; key += 1) counts.use(`crowd ${key}`, 1);
  expect(counts.size).toBe(100);
  expect(counts.use('guesser', 2)).toBeGreaterThan(0);
  // Two keys that evict each other from a full table are counted all the same.
  const alternating = Array.from({ length: 12 }, (_, use) => counts.use(use % 2 === 0 ? 'one' : 'other', 3));
  expect(alternating.slice(-2).every((wait) => wait > 0)).toBe(true);
  // And a new key may still be used.
  expect(counts.use('newcomer', 4)).toBe(0);
  expect(counts.use('later', 20_000)).toBe(0);
  expect(counts.size).toBe(1);
});
