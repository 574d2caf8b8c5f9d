/**
 * Limits how many proofs of consent the server accepts. The table is append-only, so a flood of proofs would stay for ever. Nobody decides thirty
 * times a minute or two thousand times a day, and all visitors together must not fill the disk. The limits do not affect a visitor's choice,
 * which the browser stores.
 */
import { MemoryLimiter } from '../../base/memory-limiter.ts';

export class ConsentLimits {
  /** `minute` and `day` for one address, which an office or a mobile network may share; `all` for all visitors. */
  readonly #limits = {
    minute: new MemoryLimiter({ points: 30, seconds: 60 }),
    day: new MemoryLimiter({ points: 2000, seconds: 24 * 60 * 60 }),
    all: new MemoryLimiter({ points: 20_000, seconds: 60 * 60 }),
  };

  /** Counts one proof. @param now milliseconds since 1970. @returns null when it may be stored, else the limit that it exceeds. */
  reached(address: string, now = Date.now()): 'minute' | 'day' | 'all' | null {
    const { minute, day, all } = this.#limits;
    if (minute.use(address, now) > 0) return 'minute';
    if (day.use(address, now) > 0) return 'day';
    return all.use('all', now) > 0 ? 'all' : null;
  }
}
