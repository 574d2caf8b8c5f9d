/** Finds which blocks of two versions are the same block. Ledger content has no ids of blocks: each publication gives them new ones. */

export type Part = Record<string, unknown>;

export interface Match {
  before: number;
  after: number;
  /** It changed its place among the blocks that both versions have. */
  moved: boolean;
}

/** Blocks of one component that have fewer words in common are two blocks: one removed, one added. */
const leastAlike = 0.2;
/** With more pairs than this, blocks that changed are matched by their order. */
const maxComparisons = 2500;

/** Tells blocks and components from other values of the ledger: files have a hash. */
export function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('hash' in value);
}

export function isPartList(value: unknown): value is Part[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPart);
}

/** @returns in the order of the later version. */
export function matchParts(before: readonly Part[], after: readonly Part[]): Match[] {
  const pairs = new Map<number, number>();
  const open = new Set(before.keys());
  const pair = (old: number, now: number) => {
    open.delete(old);
    pairs.set(now, old);
  };
  const equal = Map.groupBy(before.keys(), (index) => JSON.stringify(before[index]));
  for (const [index, part] of after.entries()) {
    const old = equal.get(JSON.stringify(part))?.shift();
    if (old !== undefined) pair(old, index);
  }
  const changed = [...after.keys()].filter((index) => !pairs.has(index));
  const isCheap = open.size * changed.length <= maxComparisons;
  const words = (part: Part | undefined) => (isCheap ? readWords(part) : new Set<string>());
  const oldWords = new Map([...open].map((index) => [index, words(before[index])]));
  const newWords = new Map(changed.map((index) => [index, words(after[index])]));
  const candidates = changed.flatMap((now) =>
    [...open]
      .filter((old) => before[old]?.__component === after[now]?.__component)
      .map((old) => ({ old, now, alike: isCheap ? compareWords(oldWords.get(old), newWords.get(now)) : 1 })),
  );
  for (const { old, now, alike } of candidates.sort((one, other) => other.alike - one.alike))
    if (alike >= leastAlike && open.has(old) && !pairs.has(now)) pair(old, now);
  const matches = [...pairs].sort(([one], [other]) => one - other).map(([now, old]) => ({ before: old, after: now }));
  const still = longestRise(matches.map((match) => match.before));
  return matches.map((match) => ({ ...match, moved: !still.has(match.before) }));
}

function readWords(value: unknown): Set<string> {
  if (typeof value === 'object' && value !== null)
    return new Set(
      Object.entries(value).flatMap(([name, inner]) => (name === '__component' ? [] : [...readWords(inner)])),
    );
  return new Set(
    String(value ?? '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

/** The share of all their words that both have; 1 for two blocks without words. */
function compareWords(one = new Set<string>(), other = new Set<string>()): number {
  const both = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - both;
  return all === 0 ? 1 : both / all;
}

/** @returns the numbers of the longest part of the list that rises: the blocks that stayed where they were. */
function longestRise(numbers: readonly number[]): Set<number> {
  const lengths: number[] = [];
  const previous: number[] = [];
  let best = -1;
  for (const [index, number] of numbers.entries()) {
    lengths[index] = 1;
    previous[index] = -1;
    for (let before = 0; before < index; before += 1)
      if ((numbers[before] as number) < number && (lengths[before] as number) >= (lengths[index] as number)) {
        lengths[index] = (lengths[before] as number) + 1;
        previous[index] = before;
      }
    if (best < 0 || (lengths[index] as number) > (lengths[best] as number)) best = index;
  }
  const rise = new Set<number>();
  for (let index = best; index >= 0; index = previous[index] as number) rise.add(numbers[index] as number);
  return rise;
}
