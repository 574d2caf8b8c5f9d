/**
 * Limits how many proofs of consent the server accepts. The table is append-only, so what a stranger writes there stays. Nobody decides thirty
 * times a minute or two thousand times a day, and not even a crowd may fill the disk. A choice never depends on these limits: the browser keeps it.
 */
import { LRUCache } from 'lru-cache';

const minuteMs = 60_000;
const hour = 60 * minuteMs;

/** Maximum and period (ms): `minute` and `day` for one address, which an office or a mobile network may share; `all` for all together. */
const limits = { minute: [30, minuteMs], day: [2000, 24 * hour], all: [20_000, hour] } as const;
/** Number of addresses remembered; a client with more of them runs into the limit for all. */
const mostAddresses = 20_000;

interface Count {
  since: number;
  used: number;
}

/** Counts one use. @returns false beyond the limit. */
function isWithin(count: Count, [most, duration]: readonly [number, number], now: number): boolean {
  if (now - count.since >= duration || now < count.since) Object.assign(count, { since: now, used: 0 });
  count.used += 1;
  return count.used <= most;
}

export class ConsentLimits {
  readonly #addresses = new LRUCache<string, { minute: Count; day: Count }>({ max: mostAddresses });
  readonly #all: Count = { since: 0, used: 0 };

  /** Counts one proof. @param now milliseconds since 1970. @returns null when it may be stored, else the limit that it exceeds. */
  reached(address: string, now = Date.now()): keyof typeof limits | null {
    const counts = this.#addresses.get(address) ?? { minute: { since: now, used: 0 }, day: { since: now, used: 0 } };
    this.#addresses.set(address, counts);
    for (const name of ['minute', 'day'] as const) {
      if (!isWithin(counts[name], limits[name], now)) return name;
    }
    return isWithin(this.#all, limits.all, now) ? null : 'all';
  }
}
