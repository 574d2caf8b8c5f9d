/**
 * Which stale pages may be rendered anew now. A publish that every page shows (the header) makes hundreds stale at once; if each were rendered for the first
 * who asks, all who ask would wait behind them for seconds. So, from when there are many until there is none, whoever asked while a page was being
 * rendered gets the page as it was, and the next is rendered for the first who comes when nobody waits any more (or when the rest has
 * lasted as long as the render, since under full load somebody always waits). Of a publish that few pages show, or while visitors
 * come one after the other, nobody ever gets the former page.
 */
export interface RenderBudgetLimits {
  /** Stale pages above which renders are limited. */
  manyStale: number;
  /** Milliseconds after which nobody gets a page as it was. */
  longestMs: number;
}

/** At 500 requests a second over 500 pages all are new after some seconds (`npm run bench -- publish`). */
export const usualLimits: RenderBudgetLimits = { manyStale: 50, longestMs: 10_000 };

export class RenderBudget {
  readonly #limits: RenderBudgetLimits;
  #limited = false;
  #resting = false;
  /** Whether somebody asked in this turn of the event loop. */
  #asked = false;

  readonly #now: () => number;

  /** @param now milliseconds, on the clock that `since` is from. */
  constructor(limits: RenderBudgetLimits = usualLimits, now = (): number => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Whoever is allowed renders in this turn of the event loop.
   * @param stale how many pages are stale. @param since when the asked one became so, from `performance.now()`.
   */
  allows(stale: number, since: number): boolean {
    const { manyStale, longestMs } = this.#limits;
    this.#limited = stale > manyStale || (this.#limited && stale > 0);
    if (!this.#limited) return true;
    this.#asked = true;
    if (this.#resting) return this.#now() - since > longestMs;
    this.#resting = true;
    const began = this.#now();
    // The page's compression is begun in the same turn.
    setImmediate(() => {
      const ended = this.#now();
      this.#endTurn(ended + (ended - began));
    });
    return true;
  }

  /** Who waited during a render is heard in the turn that follows it: the rest lasts until a turn in which nobody asks. */
  #endTurn(restsUntil: number): void {
    this.#resting = this.#asked && this.#now() < restsUntil;
    this.#asked = false;
    if (this.#resting) setImmediate(() => this.#endTurn(restsUntil));
  }
}
