/**
 * How many stale pages may be rendered anew in one turn of the event loop. A publish that every page shows (the header) makes hundreds stale at once; if
 * each were rendered for the first who asks, all who ask would wait behind them for seconds. So, while there are many, a turn renders for
 * some milliseconds, and who else asks in that turn gets the page as it was. Of a publish that few pages show, or on a site with few
 * visitors, nobody ever gets the former page.
 */
export interface RenderBudgetLimits {
  /** Stale pages above which renders are limited. */
  manyStale: number;
  /** Milliseconds of a turn after which nothing is rendered in it. */
  turnMs: number;
  /** Milliseconds after which nobody gets a page as it was. */
  longestMs: number;
}

/** At 500 requests a second over 500 pages all are new after some seconds (`npm run bench -- publish`). */
const usualLimits: RenderBudgetLimits = { manyStale: 50, turnMs: 5, longestMs: 5000 };

export class RenderBudget {
  readonly #limits: RenderBudgetLimits;
  /** When a stale page was first asked for in this turn; null before. */
  #turnBegan: number | null = null;

  constructor(limits: RenderBudgetLimits = usualLimits) {
    this.#limits = limits;
  }

  /** @param stale how many pages are stale. @param since when the asked one became so, from `performance.now()`. */
  allows(stale: number, since: number): boolean {
    const { manyStale, turnMs, longestMs } = this.#limits;
    const now = performance.now();
    if (stale <= manyStale || now - since > longestMs) return true;
    if (this.#turnBegan === null) {
      this.#turnBegan = now;
      setImmediate(() => (this.#turnBegan = null));
    }
    return now - this.#turnBegan < turnMs;
  }
}
