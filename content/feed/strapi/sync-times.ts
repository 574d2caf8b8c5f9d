/** The intervals and timeouts of a sync with Strapi, and its backoff after failures. */
export interface SyncTimes {
  /** Milliseconds between polls. */
  poll: number;
  /** Milliseconds between full syncs. */
  full: number;
  /** Longest backoff after failures, in milliseconds. */
  longestPause: number;
  /** Timeout of a request to Strapi, in milliseconds. */
  answer: number;
  /** Milliseconds that a first start without a replica waits for Strapi before it listens and answers 503. */
  firstStart: number;
}

/** With these, the site knows of each change within half a minute: a poll finds it within `poll`, or `longestPause` after Strapi was away. */
export const defaultTimes: SyncTimes = {
  poll: 10_000,
  full: 15 * 60_000,
  longestPause: 12_000,
  answer: 15_000,
  firstStart: 8_000,
};

const firstPause = 500;

/** Exponential backoff, with jitter so that instances do not retry together. @param failures one or more, in a row. @returns milliseconds. */
export function pauseAfter(failures: number, { longestPause }: SyncTimes): number {
  const pause = Math.min(longestPause, firstPause * 2 ** (failures - 1));
  return pause * (0.75 + Math.random() / 2);
}
