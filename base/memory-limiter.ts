/**
 * Counts one rate limit in the memory of this process. Its table stays bounded however many keys arrive; that of `RateLimiterMemory` in
 * rate-limiter-flexible does not, and keeps a timer for each key.
 */

interface Count {
  uses: number;
  /** End of the window, in milliseconds. */
  until: number;
}

interface Limit {
  /** Uses that a window allows. */
  points: number;
  seconds: number;
  /** Keys that are kept at the same time. */
  most?: number;
}

/**
 * A full table evicts the oldest key with the fewest uses, and the new key starts with the evicted key's count ("space-saving" by
 * Metwally, Agrawal and El Abbadi). So a flood of new keys does not reset a key with many uses, and no count is lower than before.
 * A new key always has the last use of its window left, so that a flood does not use up what others may do.
 */
export class MemoryLimiter {
  readonly #points: number;
  readonly #milliseconds: number;
  readonly #most: number;
  /** Ordered by the end of the window, because every window is equally long. */
  readonly #counts = new Map<string, Count>();
  /** The keys by their number of uses. All numbers above the limit count as one. */
  readonly #byUses = new Map<number, Set<string>>();

  constructor({ points, seconds, most = 20_000 }: Limit) {
    this.#points = points;
    this.#milliseconds = seconds * 1000;
    this.#most = most;
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Counts one use. @param now milliseconds. @returns seconds to wait, or 0 when it is allowed. */
  use(key: string, now = Date.now()): number {
    this.#dropEnded(now);
    const former = this.#counts.get(key);
    // A count that ends later than a whole window from now is from a time when the clock was ahead.
    if (former && former.until > now + this.#milliseconds) this.forget(key);
    const count = this.#counts.get(key);
    if (!count) {
      const inheritedUses = this.#counts.size < this.#most ? 0 : this.#evict();
      this.#set(key, { uses: Math.min(inheritedUses + 1, this.#points), until: now + this.#milliseconds });
      return 0;
    }
    if (count.uses <= this.#points) {
      this.#byUses.get(count.uses)?.delete(key);
      this.#set(key, { ...count, uses: count.uses + 1 });
    }
    return count.uses < this.#points ? 0 : Math.max(1, Math.ceil((count.until - now) / 1000));
  }

  /** Counts nothing. @param now milliseconds. @returns seconds until a use is allowed, or 0. */
  wait(key: string, now = Date.now()): number {
    this.#dropEnded(now);
    const count = this.#counts.get(key);
    if (!count || count.uses < this.#points || count.until > now + this.#milliseconds) return 0;
    return Math.max(1, Math.ceil((count.until - now) / 1000));
  }

  forget(key: string): void {
    const count = this.#counts.get(key);
    if (!count) return;
    this.#byUses.get(count.uses)?.delete(key);
    this.#counts.delete(key);
  }

  #set(key: string, count: Count): void {
    this.#counts.set(key, count);
    const keys = this.#byUses.get(count.uses) ?? new Set();
    this.#byUses.set(count.uses, keys.add(key));
  }

  /** Evicts one key. @returns how often the evicted key had been used. */
  #evict(): number {
    for (let uses = 1; uses <= this.#points + 1; uses += 1) {
      const [oldest] = this.#byUses.get(uses) ?? [];
      if (oldest === undefined) continue;
      this.forget(oldest);
      return uses;
    }
    return 0;
  }

  #dropEnded(now: number): void {
    for (const [key, { until }] of this.#counts) {
      if (until > now) return;
      this.forget(key);
    }
  }
}
