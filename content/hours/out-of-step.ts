/** Finds the weeks in which the time difference of two places is unusual, because only one has changed its clock. */
import { type Instant, findClockChanges, findOffset } from './zoned-time.ts';

export interface OutOfStep {
  from: Instant;
  to: Instant;
  /** Minutes by which the first clock is ahead of the second, compared with the usual difference. */
  shift: number;
}

/**
 * Finds every span between two instants with an unusual time difference; the usual difference is the one that lasts longest. A span that contains
 * `from` begins before it.
 */
export function findOutOfStep(zone: string, other: string, from: Instant, to: Instant): OutOfStep[] {
  // Look a year further on both sides: in a short range, the unusual difference might last longest.
  const year = 366 * 86_400_000;
  const [start, end] = [from - year, to + year];
  const instants = [...findClockChanges(zone, start, end), ...findClockChanges(other, start, end)].map(({ at }) => at);
  const edges = [start, ...new Set(instants.toSorted((one, two) => one - two)), end];
  const parts = edges.slice(0, -1).map((at, index) => {
    const next = edges[index + 1] ?? end;
    return { from: at, to: next, distance: findOffset(at, zone) - findOffset(at, other) };
  });
  const durations = new Map<number, number>();
  for (const part of parts) durations.set(part.distance, (durations.get(part.distance) ?? 0) + part.to - part.from);
  const [usual = 0] = [...durations].toSorted(([, one], [, two]) => two - one)[0] ?? [];
  return parts
    .filter((part) => part.distance !== usual && part.to > from && part.from < to)
    .map((part) => ({ from: part.from, to: part.to, shift: part.distance - usual }));
}
