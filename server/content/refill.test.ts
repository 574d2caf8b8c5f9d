import { expect, test } from 'vitest';
import { createRefill } from './refill.ts';

test('what was there before is waited for, by all together; what never was, or does not come again, is not', async () => {
  let size = 0;
  let looks = 0;
  const mirror = { size: () => ((looks += 1), size) };
  const hasContent = createRefill(mirror, 100);
  expect(await hasContent()).toBe(false);
  size = 1;
  expect(await hasContent()).toBe(true);

  size = 0;
  looks = 0;
  const visitors = Array.from({ length: 100 }, () => hasContent());
  expect(looks, 'one looks again for all').toBe(101);
  size = 1;
  expect(new Set(await Promise.all(visitors))).toEqual(new Set([true]));

  size = 0;
  expect(await hasContent(), 'the content service is away').toBe(false);
  looks = 0;
  expect(await hasContent()).toBe(false);
  expect(looks, 'the next one is told at once').toBe(1);
  size = 1;
  expect(await hasContent()).toBe(true);
});
