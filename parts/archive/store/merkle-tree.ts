/**
 * A Merkle tree over a list that only grows, with the hashes and proofs of RFC 9162 (2.1). A client that kept an old head can check that nothing before it
 * was changed or forgotten. Its nodes are stored in tiles: tile `index` of `level` holds the hashes of up to 256 subtrees of 256^level leaves each, so that a proof
 * reads a few tiles, however long the list is.
 */
import { createHash } from 'node:crypto';

/** Bytes of a SHA-256. */
const hashLength = 32;
export const tileWidth = 256;
const tileHeight = 8;

/** The stored hashes of a tile, one after the other; undefined when there is no such tile. */
export type ReadTile = (level: number, index: number) => Promise<Buffer | undefined>;

export interface TreeHead {
  /** Number of leaves. */
  size: number;
  root: Buffer;
}

export function hashLeaf(entry: string | Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(0)).update(entry).digest();
}

function hashPair(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
}

/** The root of a tree without leaves. */
const emptyRoot = createHash('sha256').digest();

function foldHashes(hashes: readonly Buffer[]): Buffer {
  let row = [...hashes];
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let index = 0; index < row.length; index += 2)
      above.push(hashPair(row[index] as Buffer, row[index + 1] as Buffer));
    row = above;
  }
  return row[0] ?? emptyRoot;
}

function readHash(tile: Buffer, offset: number): Buffer {
  return tile.subarray(offset * hashLength, (offset + 1) * hashLength);
}

/** The right edge of a tree, to which leaves are added. */
export class TreeEdge {
  /** The last tile of each level; it is never full. */
  readonly #tiles: Buffer[];
  #size: number;

  private constructor(size: number, tiles: Buffer[]) {
    this.#size = size;
    this.#tiles = tiles;
  }

  static async read(size: number, read: ReadTile): Promise<TreeEdge> {
    const tiles: Buffer[] = [];
    for (let [level, nodes] = [0, size]; nodes > 0; [level, nodes] = [level + 1, Math.floor(nodes / tileWidth)]) {
      const within = nodes % tileWidth;
      const tile = within === 0 ? Buffer.alloc(0) : await read(level, Math.floor(nodes / tileWidth));
      if (!tile || tile.length < within * hashLength)
        throw new Error(`The archive's tree lacks a tile of level ${level}.`);
      // A crash between two writes cannot leave more: they are one transaction.
      tiles.push(Buffer.from(tile.subarray(0, within * hashLength)));
    }
    return new TreeEdge(size, tiles);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds leaves, by their hashes. @returns the tiles that changed. */
  append(leaves: readonly Buffer[]): { level: number; index: number; hashes: Buffer }[] {
    const changed = new Map<string, { level: number; index: number; hashes: Buffer }>();
    const add = (level: number, node: number, hash: Buffer): void => {
      const tile = Buffer.concat([this.#tiles[level] ?? Buffer.alloc(0), hash]);
      const index = Math.floor(node / tileWidth);
      changed.set(`${level} ${index}`, { level, index, hashes: tile });
      const isFull = tile.length === tileWidth * hashLength;
      this.#tiles[level] = isFull ? Buffer.alloc(0) : tile;
      if (isFull) add(level + 1, index, foldHashes(splitTile(tile)));
    };
    for (const leaf of leaves) {
      add(0, this.#size, leaf);
      this.#size += 1;
    }
    return [...changed.values()];
  }
}

export function splitTile(tile: Buffer): Buffer[] {
  return Array.from({ length: tile.length / hashLength }, (_, offset) => readHash(tile, offset));
}

/** Whether the leaves from `start` on, `count` of them, are one whole subtree. */
function isWhole(start: number, count: number): boolean {
  return Number.isInteger(Math.log2(count)) && start % count === 0;
}

/** The size of the left subtree of a tree with so many leaves: the largest power of two below. */
function leftSize(count: number): number {
  return 2 ** Math.ceil(Math.log2(count) - 1);
}

/** Hash of the leaves from `start` up to `end`. @throws when a tile is missing. */
async function hashRange(start: number, end: number, read: ReadTile): Promise<Buffer> {
  const count = end - start;
  if (count === 0) return emptyRoot;
  if (!isWhole(start, count)) {
    const middle = start + leftSize(count);
    return hashPair(await hashRange(start, middle, read), await hashRange(middle, end, read));
  }
  const height = Math.log2(count);
  const level = Math.floor(height / tileHeight);
  const node = start / tileWidth ** level;
  const tile = await read(level, Math.floor(node / tileWidth));
  const first = node % tileWidth;
  const hashes = splitTile(tile ?? Buffer.alloc(0)).slice(first, first + 2 ** (height - level * tileHeight));
  if (hashes.length < 2 ** (height - level * tileHeight))
    throw new Error(`The archive's tree lacks a tile of level ${level}.`);
  return foldHashes(hashes);
}

/** The root of the tree's first `size` leaves. */
export function readRoot(size: number, read: ReadTile): Promise<Buffer> {
  return hashRange(0, size, read);
}

/** Proves that leaf number `index` is one of the first `size` (RFC 9162, 2.1.3.1). */
export function proveInclusion(index: number, size: number, read: ReadTile): Promise<Buffer[]> {
  const path = async (start: number, end: number): Promise<Buffer[]> => {
    if (end - start <= 1) return [];
    const middle = start + leftSize(end - start);
    return index < middle
      ? [...(await path(start, middle)), await hashRange(middle, end, read)]
      : [...(await path(middle, end)), await hashRange(start, middle, read)];
  };
  return path(0, size);
}

/** Proves that the first `size` leaves begin with the first `former` ones (RFC 9162, 2.1.4.1). */
export function proveConsistency(former: number, size: number, read: ReadTile): Promise<Buffer[]> {
  const prove = async (start: number, end: number, isKnown: boolean): Promise<Buffer[]> => {
    if (former === end) return isKnown ? [] : [await hashRange(start, end, read)];
    const middle = start + leftSize(end - start);
    return former <= middle
      ? [...(await prove(start, middle, isKnown)), await hashRange(middle, end, read)]
      : [...(await prove(middle, end, false)), await hashRange(start, middle, read)];
  };
  return former === 0 ? Promise.resolve([]) : prove(0, size, true);
}

/** Checks a proof of `proveInclusion` (RFC 9162, 2.1.3.2). */
export function isIncluded(leaf: Buffer, index: number, { size, root }: TreeHead, proof: readonly Buffer[]): boolean {
  if (index >= size) return false;
  let [first, last, hash] = [index, size - 1, leaf];
  for (const step of proof) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      hash = hashPair(step, hash);
      while (first % 2 === 0 && first !== 0) [first, last] = [first / 2, Math.floor(last / 2)];
    } else hash = hashPair(hash, step);
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
}

/** Checks a proof of `proveConsistency` (RFC 9162, 2.1.4.2). */
export function isConsistent(former: TreeHead, head: TreeHead, proof: readonly Buffer[]): boolean {
  if (former.size > head.size) return false;
  if (former.size === head.size) return proof.length === 0 && former.root.equals(head.root);
  // An empty log says nothing, so nothing is consistent with it (RFC 9162, 2.1.4: its size is above 0).
  if (former.size === 0) return false;
  const steps = Number.isInteger(Math.log2(former.size)) ? [former.root, ...proof] : [...proof];
  let [first, last] = [former.size - 1, head.size - 1];
  while (first % 2 === 1) [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  const [start, ...others] = steps;
  if (!start) return false;
  let [old, young] = [start, start];
  for (const step of others) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      [old, young] = [hashPair(step, old), hashPair(step, young)];
      while (first % 2 === 0 && first !== 0) [first, last] = [first / 2, Math.floor(last / 2)];
    } else young = hashPair(young, step);
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  }
  return last === 0 && old.equals(former.root) && young.equals(head.root);
}
