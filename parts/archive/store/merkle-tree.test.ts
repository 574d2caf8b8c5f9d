import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type ReadTile,
  TreeEdge,
  hashLeaf,
  isConsistent,
  isIncluded,
  proveConsistency,
  proveInclusion,
  readRoot,
} from './merkle-tree.ts';

/** The tree as RFC 9162, 2.1.1, defines it, without tiles. */
function hashByDefinition(entries: readonly string[]): Buffer {
  const hash = (...parts: (Buffer | string)[]) => {
    const sum = createHash('sha256');
    for (const part of parts) sum.update(part);
    return sum.digest();
  };
  if (entries.length === 0) return hash();
  if (entries.length === 1) return hash(Buffer.of(0), entries[0] as string);
  let left = 1;
  while (left * 2 < entries.length) left *= 2;
  return hash(Buffer.of(1), hashByDefinition(entries.slice(0, left)), hashByDefinition(entries.slice(left)));
}

const sizes = [0, 1, 2, 3, 7, 8, 255, 256, 257, 511, 512, 700, 66_000];
const entries = Array.from({ length: 66_000 }, (_, index) => `entry ${index}`);

async function grow(list: readonly string[], step: number) {
  const tiles = new Map<string, Buffer>();
  const read: ReadTile = async (level, index) => tiles.get(`${level}/${index}`);
  let edge = await TreeEdge.read(0, read);
  for (let from = 0; from < list.length; from += step) {
    for (const { level, index, hashes } of edge.append(list.slice(from, from + step).map(hashLeaf)))
      tiles.set(`${level}/${index}`, hashes);
    // What a process that starts again reads.
    edge = await TreeEdge.read(edge.size, read);
  }
  return { tiles, read };
}

test('the root of every size is that of the RFC, however the leaves came', async () => {
  const all = await grow(entries, 4999);
  for (const size of sizes)
    expect(await readRoot(size, all.read), String(size)).toEqual(hashByDefinition(entries.slice(0, size)));
  const single = await grow(entries.slice(0, 700), 1);
  expect(await readRoot(700, single.read)).toEqual(await readRoot(700, all.read));
});

test('a leaf is proven, and no other in its place', async () => {
  const { read } = await grow(entries.slice(0, 700), 100);
  for (const size of sizes.filter((one) => one > 0 && one <= 700)) {
    const head = { size, root: await readRoot(size, read) };
    for (const index of [0, 1, Math.floor(size / 2), size - 1].filter((one) => one < size)) {
      const proof = await proveInclusion(index, size, read);
      expect(isIncluded(hashLeaf(`entry ${index}`), index, head, proof), `${index} of ${size}`).toBe(true);
      expect(isIncluded(hashLeaf('another'), index, head, proof)).toBe(false);
      expect(isIncluded(hashLeaf(`entry ${index}`), index, head, [...proof, hashLeaf('more')])).toBe(false);
      if (size > 1) expect(isIncluded(hashLeaf(`entry ${index}`), (index + 1) % size, head, proof)).toBe(false);
    }
  }
});

test('a log that forgets or changes what an old head covers is found', async () => {
  const { read } = await grow(entries.slice(0, 700), 100);
  const forked = await grow(['changed', ...entries.slice(1, 700)], 100);
  for (const former of sizes.filter((one) => one <= 700)) {
    for (const size of sizes.filter((one) => one >= former && one <= 700)) {
      const [old, head] = [
        { size: former, root: await readRoot(former, read) },
        { size, root: await readRoot(size, read) },
      ];
      const proof = await proveConsistency(former, size, read);
      expect(isConsistent(old, head, proof), `${former} of ${size}`).toBe(former > 0 || size === 0);
      if (former === 0) continue;
      const other = { size, root: await readRoot(size, forked.read) };
      expect(isConsistent(old, other, await proveConsistency(former, size, forked.read)), 'a fork').toBe(false);
      expect(isConsistent(head, old, proof), 'a log that became shorter').toBe(former === size);
    }
  }
});

test('a missing tile is an error', async () => {
  const { tiles, read } = await grow(entries.slice(0, 700), 100);
  tiles.delete('0/1');
  await expect(readRoot(700, read)).resolves.toBeInstanceOf(Buffer);
  await expect(proveInclusion(300, 700, read)).rejects.toThrow('lacks a tile');
});
