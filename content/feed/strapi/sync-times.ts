/** When Strapi is asked: the times of a sync, and how long it waits after failures. */
export interface SyncTimes {
  /** Milliseconds between polls. */
  poll: number;
  /** Milliseconds between full syncs. */
  full: number;
  /** Longest pause after failures. */
  longestPause: number;
  /** How long Strapi may take for an answer. */
  answer: number;
  /** A first start without a replica waits this long for Strapi before it listens and says 503. */
  firstStart: number;
}

/** What is known of each change within half a minute: a poll finds it in `poll`, or after `longestPause` when Strapi was away. */
export const defaultTimes: SyncTimes = {
  poll: 10_000,
  full: 15 * 60_000,
  longestPause: 12_000,
  answer: 15_000,
  firstStart: 8_000,
};

const firstPause = 500;

/** Longer each time, with jitter so that instances do not knock together. @param failures one or more, in a row. */
export function pauseAfter(failures: number, { longestPause }: SyncTimes): number {
  const pause = Math.min(longestPause, firstPause * 2 ** (failures - 1));
  return pause * (0.75 + Math.random() / 2);
}
