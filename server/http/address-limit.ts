/**
 * How often one address may ask for what costs this process something. Counted in memory, each instance for itself: it is its own work that is shared out. What
 * one address has used up counts against nobody else.
 */
import { LRUCache } from 'lru-cache';

/** Those who asked last are remembered: more addresses than this must not fill the memory. */
const mostRemembered = 10_000;

export class AddressLimit {
  readonly #most: number;
  readonly #period: number;
  readonly #used = new LRUCache<string, { times: number; until: number }>({ max: mostRemembered });

  /** @param most how often in a period of so many milliseconds. */
  constructor(most: number, period: number) {
    this.#most = most;
    this.#period = period;
  }

  /** Counts once. @param network as `networkOf` says it. @returns seconds to wait, or 0 when it may be. */
  use(network: string, now = Date.now()): number {
    const known = this.#used.get(network);
    const used = known && known.until > now ? known : { times: 0, until: now + this.#period };
    used.times += 1;
    this.#used.set(network, used);
    return used.times > this.#most ? Math.ceil((used.until - now) / 1000) : 0;
  }
}
