import { expect, test } from 'vitest';
import { Cleanup } from './cleanup.ts';

test('what was started last ends first, and a failure keeps nothing from ending', async () => {
  const cleanup = new Cleanup();
  const ended: string[] = [];
  cleanup.add(() => ended.push('first'));
  cleanup.add(async () => {
    throw new Error('stuck');
  });
  cleanup.add(async () => ended.push('last'));
  await expect(cleanup.run()).rejects.toThrow('stuck');
  expect(ended).toEqual(['last', 'first']);
  await cleanup.run();
  expect(ended).toEqual(['last', 'first']);
});
