/** Marks pages with today's date or week stale when a new day begins, because no change of the content does that. */
import { dayTag } from '../../content/replica/tags.ts';
import type { PageCache } from './page-cache.ts';

/** The time between two looks at the clock. A timer until midnight would miss a clock that is set. */
const checkIntervalMs = 20_000;

/** Creates a check of the date. @param date returns the ISO date of today in UTC. @returns a function that marks the pages stale once for each new day. */
export function createDayWatch(cache: Pick<PageCache, 'markStale'>, date: () => string): () => void {
  let today = date();
  return () => {
    const now = date();
    if (now === today) return;
    today = now;
    cache.markStale([dayTag]);
  };
}

/** Checks the date until the returned function is called. */
export function watchDay(cache: PageCache): () => void {
  const timer = setInterval(
    createDayWatch(cache, () => new Date().toISOString().slice(0, 10)),
    checkIntervalMs,
  ).unref();
  return () => clearInterval(timer);
}
