/** The differences of two sequences of words (Myers, "An O(ND) Difference Algorithm", 1986). */

/** Words `from`…`to` of the first sequence stand where the words `otherFrom`…`otherTo` of the second do. */
export interface WordChange {
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

/** So many words may be added and removed; time and memory grow with the square. */
const maxEdits = 1500;

/** Finds the pairs of equal words. @returns null when more than `maxEdits` words differ. */
function findPairs(one: readonly string[], other: readonly string[]): [number, number][] | null {
  const most = Math.min(maxEdits, one.length + other.length);
  const reached = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  const middle = most + 1;
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reached.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = reached[middle + diagonal + 1] ?? 0;
      const right = reached[middle + diagonal - 1] ?? 0;
      let x = diagonal === -edits || (diagonal !== edits && right < down) ? down : right + 1;
      let y = x - diagonal;
      while (x < one.length && y < other.length && one[x] === other[y]) {
        x += 1;
        y += 1;
      }
      reached[middle + diagonal] = x;
      if (x >= one.length && y >= other.length) return walkBack(trace, edits, one.length, other.length);
    }
  }
  return null;
}

function walkBack(
  trace: readonly Int32Array[],
  edits: number,
  length: number,
  otherLength: number,
): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [length, otherLength];
  for (let step = edits; step > 0; step -= 1) {
    const before = trace[step];
    const at = (diagonal: number) => before?.[diagonal + step + 1] ?? 0;
    const diagonal = x - y;
    const goesDown = diagonal === -step || (diagonal !== step && at(diagonal - 1) < at(diagonal + 1));
    const previous = goesDown ? diagonal + 1 : diagonal - 1;
    const startX = at(previous);
    const startY = startX - previous;
    while (x > startX && y > startY && (goesDown ? x > startX : x > startX + 1)) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    [x, y] = [startX, startY];
  }
  while (x > 0 && y > 0) {
    x -= 1;
    y -= 1;
    pairs.push([x, y]);
  }
  return pairs.toReversed();
}

/** Lists the changes from one sequence to another, in order; none when they are equal. Of very different sequences it is one change. */
export function listChanges(one: readonly string[], other: readonly string[]): WordChange[] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (
    end < one.length - start &&
    end < other.length - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end += 1;
  const [to, otherTo] = [one.length - end, other.length - end];
  if (start === to && start === otherTo) return [];
  const pairs = findPairs(one.slice(start, to), other.slice(start, otherTo)) ?? [];
  const changes: WordChange[] = [];
  let [from, otherFrom] = [start, start];
  for (const [x, y] of [...pairs, [to - start, otherTo - start] as const]) {
    const [at, otherAt] = [x + start, y + start];
    if (at > from || otherAt > otherFrom) changes.push({ from, to: at, otherFrom, otherTo: otherAt });
    [from, otherFrom] = [at + 1, otherAt + 1];
  }
  return changes;
}
