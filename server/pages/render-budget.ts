/**
 * Which stale pages may be rendered anew now. A publish that every page shows (the header) makes hundreds stale at once; if each were rendered for the first
 * who asks, all who ask would wait behind them for seconds. So, from when there are many until there is none, each render is followed by a rest, in which
 * whoever asks gets the page as it was: nobody waits for more than one render. Of a publish that few pages show, or on a site with few
 * visitors, nobody ever gets the former page.
 */
export interface RenderBudgetLimits {
  /** Stale pages above which renders are limited. */
  manyStale: number;
  /** Milliseconds of rest for each millisecond of a render. */
  rest: number;
  /** Milliseconds after which nobody gets a page as it was. */
  longestMs: number;
}

/** At 500 requests a second over 500 pages all are new after some seconds (`npm run bench -- publish`). */
const usualLimits: RenderBudgetLimits = { manyStale: 50, rest: 0.5, longestMs: 10_000 };

export class RenderBudget {
  readonly #limits: RenderBudgetLimits;
  #limited = false;
  /** From `performance.now()`. */
  #restsUntil = 0;

  constructor(limits: RenderBudgetLimits = usualLimits) {
    this.#limits = limits;
  }

  /**
   * Whoever is allowed renders in this turn of the event loop.
   * @param stale how many pages are stale. @param since when the asked one became so, from `performance.now()`.
   */
  allows(stale: number, since: number): boolean {
    const { manyStale, rest, longestMs } = this.#limits;
    this.#limited = stale > manyStale || (this.#limited && stale > 0);
    if (!this.#limited) return true;
    const began = performance.now();
    if (began < this.#restsUntil) return began - since > longestMs;
    this.#restsUntil = Infinity;
    // With the render comes its compression, in the same turn.
    setImmediate(() => {
      const now = performance.now();
      this.#restsUntil = now + (now - began) * rest;
    });
    return true;
  }
}
