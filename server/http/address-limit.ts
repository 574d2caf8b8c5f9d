/**
 * Limits how often one address may request work that is expensive for this process. Each instance counts in its own memory, because the limit
 * divides up that instance's work. What one address uses never counts against another.
 */
import { LRUCache } from 'lru-cache';

/** Only the most recent addresses are remembered, so that many addresses cannot fill the memory. */
const mostRemembered = 10_000;

export class AddressLimit {
  readonly #most: number;
  readonly #period: number;
  readonly #used = new LRUCache<string, { times: number; until: number }>({ max: mostRemembered });

  /** @param most uses allowed in a period. @param period in milliseconds. */
  constructor(most: number, period: number) {
    this.#most = most;
    this.#period = period;
  }

  /** Counts one use. @param network as `networkOf` returns it. @param now in milliseconds. @returns seconds to wait; 0 when it is allowed. */
  use(network: string, now = Date.now()): number {
    const known = this.#used.get(network);
    const used = known && known.until > now ? known : { times: 0, until: now + this.#period };
    used.times += 1;
    this.#used.set(network, used);
    return used.times > this.#most ? Math.ceil((used.until - now) / 1000) : 0;
  }
}
