/** The weeks in which two places are not as far apart as usual, because one has changed its clock and the other has not. */
import { type Instant, clockChanges, offsetAt } from './zoned-time.ts';

export interface OutOfStep {
  from: Instant;
  to: Instant;
  /** Minutes by which the clock of the first place is ahead of the second's, more than it usually is. */
  shift: number;
}

/**
 * Every time between two instants in which the clocks of two zones differ from their usual distance, which is the one that holds longest.
 * A span that is under way at `from` begins before it.
 */
export function outOfStep(zone: string, other: string, from: Instant, to: Instant): OutOfStep[] {
  // A year more on both sides: otherwise the usual distance might be the unusual one of a short range.
  const year = 366 * 86_400_000;
  const [start, end] = [from - year, to + year];
  const instants = [...clockChanges(zone, start, end), ...clockChanges(other, start, end)].map(({ at }) => at);
  const edges = [start, ...new Set(instants.toSorted((one, two) => one - two)), end];
  const parts = edges.slice(0, -1).map((at, index) => {
    const next = edges[index + 1] ?? end;
    return { from: at, to: next, distance: offsetAt(at, zone) - offsetAt(at, other) };
  });
  const held = new Map<number, number>();
  for (const part of parts) held.set(part.distance, (held.get(part.distance) ?? 0) + part.to - part.from);
  const [usual = 0] = [...held].toSorted(([, one], [, two]) => two - one)[0] ?? [];
  return parts
    .filter((part) => part.distance !== usual && part.to > from && part.from < to)
    .map((part) => ({ from: part.from, to: part.to, shift: part.distance - usual }));
}
