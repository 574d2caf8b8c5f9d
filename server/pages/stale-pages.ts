/**
 * Decides whether a visitor of a stale page waits for the new render. Normally the visitor waits. But a publish of the header makes every page
 * stale, and hundreds of renders take some seconds. So while very many pages are stale, one visitor at a time waits for a render and all others
 * get the stale bytes, for at most ten seconds. A single visitor, such as an editor, always gets the new page.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';
import type { CachedPage } from './page-bytes.ts';
import type { PageCache } from './page-cache.ts';

interface Limits {
  /** Up to this number of stale pages, every visitor waits: so a new price or legal text is never late. */
  manyStale: number;
  /** Milliseconds after which the stale bytes of a page are not served any more. */
  longestMs: number;
}

const defaultLimits: Limits = { manyStale: 50, longestMs: 10_000 };

export class StalePages {
  readonly #cache: Pick<PageCache, 'stale'>;
  readonly #limits: Limits;
  /** One render at a time: it occupies the thread that serves everybody. */
  readonly #gate = new ConcurrencyGate(1);
  /** Visitors who wait for a render. */
  #waiting = 0;
  /** Requests for stale pages since the start. */
  #requests = 0;
  #lastRenderMs = 0;

  constructor(cache: Pick<PageCache, 'stale'>, limits = defaultLimits) {
    this.#cache = cache;
    this.#limits = limits;
  }

  /** Checks whether the bytes of a page may be served: the page is fresh, or very many pages are stale and another visitor waits for a render already. */
  mayServe({ staleSince }: Pick<CachedPage, 'staleSince'>): boolean {
    if (staleSince === null) return true;
    this.#requests += 1;
    const { manyStale, longestMs } = this.#limits;
    return this.#waiting > 0 && this.#cache.stale > manyStale && performance.now() - staleSince <= longestMs;
  }

  /** Renders after earlier waiting visitors. Call when `mayServe` returned false. */
  async render<Result>(render: () => Result): Promise<Result> {
    this.#waiting += 1;
    try {
      return await this.#gate.run(async () => {
        await this.#answerOthers();
        const startedAt = performance.now();
        try {
          return render();
        } finally {
          this.#lastRenderMs = performance.now() - startedAt;
        }
      });
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Lets the server answer requests that came during the last render: until a turn of the event loop has no new one, or for as long as that render took. */
  async #answerOthers(): Promise<void> {
    const deadline = performance.now() + this.#lastRenderMs;
    // End this turn; the next one reads from the network.
    await nextTurn();
    let requestsBefore: number;
    do {
      requestsBefore = this.#requests;
      await nextTurn();
    } while (this.#requests > requestsBefore && performance.now() < deadline);
  }
}
