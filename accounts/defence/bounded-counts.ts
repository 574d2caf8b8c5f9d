/** Counts how often each key was used in its window, in memory that stays bounded however many keys arrive. */

interface Count {
  uses: number;
  /** End of the window, in milliseconds. */
  until: number;
}

interface Bounds {
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
export class BoundedCounts {
  readonly #points: number;
  readonly #milliseconds: number;
  readonly #most: number;
  /** Ordered by the end of the window, because every window is equally long. */
  readonly #counts = new Map<string, Count>();
  /** The keys by their number of uses; the last set contains all that are beyond the limit. */
  readonly #byUses: Set<string>[];

  constructor({ points, seconds, most = 20_000 }: Bounds) {
    this.#points = points;
    this.#milliseconds = seconds * 1000;
    this.#most = most;
    this.#byUses = Array.from({ length: points + 2 }, () => new Set<string>());
  }

  get size(): number {
    return this.#counts.size;
  }

  /** Counts one use. @returns milliseconds to wait, or 0 when it is allowed. */
  use(key: string, now = Date.now()): number {
    this.#dropEnded(now);
    const known = this.#counts.get(key);
    const uses = known ? this.#raised(key, known) : this.#added(key, now);
    return uses > this.#points ? Math.max(1, (this.#counts.get(key)?.until ?? now) - now) : 0;
  }

  forget(key: string): void {
    const count = this.#counts.get(key);
    if (!count) return;
    this.#byUses[count.uses]?.delete(key);
    this.#counts.delete(key);
  }

  #raised(key: string, count: Count): number {
    if (count.uses > this.#points) return count.uses;
    this.#byUses[count.uses]?.delete(key);
    count.uses += 1;
    this.#byUses[count.uses]?.add(key);
    return count.uses;
  }

  #added(key: string, now: number): number {
    const before = this.#counts.size < this.#most ? 0 : this.#giveUpOne();
    const uses = Math.min(before + 1, this.#points);
    this.#counts.set(key, { uses, until: now + this.#milliseconds });
    this.#byUses[uses]?.add(key);
    return uses;
  }

  /** Evicts one key. @returns how often it had been used. */
  #giveUpOne(): number {
    const uses = this.#byUses.findIndex(({ size }) => size > 0);
    const [oldest] = this.#byUses[uses] ?? [];
    if (oldest !== undefined) this.forget(oldest);
    return Math.max(0, uses);
  }

  #dropEnded(now: number): void {
    for (const [key, { until }] of this.#counts) {
      if (until > now) return;
      this.forget(key);
    }
  }
}
