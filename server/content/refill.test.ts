import { expect, test } from 'vitest';
import { createRefill, readWhole } from './refill.ts';

test('readers wait together for documents that existed before; they do not wait for unknown documents', async () => {
  let size = 0;
  let looks = 0;
  const replica = { size: () => ((looks += 1), size) };
  const hasContent = createRefill(replica, 100);
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

test('a read of a breaking replica is repeated after the refill; any other failure is passed on', async () => {
  let size = 1;
  const replica = { size: () => size };
  const hasContent = createRefill(replica, 1000);
  function breaking(fails: boolean): () => string {
    let reads = 0;
    return () => {
      reads += 1;
      if (reads > 1) return 'whole';
      size = 0;
      setTimeout(() => (size = 1), 1);
      if (fails) throw new Error('database disk image is malformed');
      return 'half';
    };
  }
  expect(await readWhole(hasContent, replica, breaking(true))).toBe('whole');
  expect(await readWhole(hasContent, replica, breaking(false))).toBe('whole');
  await expect(
    readWhole(hasContent, replica, () => {
      throw new Error('a mistake');
    }),
  ).rejects.toThrow('a mistake');
  expect(
    await readWhole(
      async () => false,
      replica,
      () => 'empty',
    ),
  ).toBeNull();
});
