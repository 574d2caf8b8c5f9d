/**
 * Renders stale pages in another thread while there are very many (docs/decisions/0070-mass-renders-in-a-thread.md), after a publish that every page
 * shows. Who asks for one waits for it, unless others come meanwhile: when more than a few wait or are served, whoever waits gets the page as it
 * was. So under load nobody waits for long, and who comes alone (an editor, a test) never gets a former page, however slow the machine is.
 */
import type { Encoding } from '../http/content-encoding.ts';
import type { Locale } from '../../content/locales.ts';
import type { CachedPage } from './page-bytes.ts';
import type { PageCache } from './page-cache.ts';
import { type RenderBudgetLimits, usualLimits } from './render-budget.ts';

export interface PageToRender {
  locale: Locale;
  /** Site path without language prefix. */
  path: string;
  query: string;
  /** What the visitor asks for. */
  payload: boolean;
  encoding: Encoding;
}

export interface RenderApart {
  /** Begins to make ready what renders need. */
  start: () => void;
  /** One page after the other. @returns null when it is to be rendered in this thread. Never rejects. */
  render: (page: PageToRender) => Promise<CachedPage | null>;
}

/** `here`: whoever asked renders it in this thread, if it is stale still. */
export type Renewal = 'renewed' | 'former' | 'here';

/** As many requests as a single visitor's browser has open for pages; more, and it is load. */
const mostOfOne = 3;
/** Milliseconds between looks at how many others were served meanwhile. */
const lookEveryMs = 8;
/** Behind pages that are coming already: a single other one shows that those are of now, and not left over. */
const behindOthers = { most: 0, lookEveryMs: 2 };

export class Renewals {
  readonly #cache: PageCache;
  readonly #apart: RenderApart;
  readonly #limits: RenderBudgetLimits;
  /** Pages that the thread renders or will render, by key. */
  readonly #coming = new Map<string, Promise<boolean>>();
  readonly #waiting = new Set<(outcome: Renewal) => void>();
  #many = false;

  constructor(cache: PageCache, apart: RenderApart, limits: RenderBudgetLimits = usualLimits) {
    this.#cache = cache;
    this.#apart = apart;
    this.#limits = limits;
    cache.onStale.push(() => {
      if (this.#areMany()) apart.start();
    });
  }

  /** @param key of the page in the cache. @param since when it became stale, from `performance.now()`. */
  async renew(key: string, since: number, page: PageToRender): Promise<Renewal> {
    if (!this.#areMany()) return 'here';
    const known = this.#coming.get(key);
    const busy = this.#waiting.size >= mostOfOne || (!known && this.#coming.size >= mostOfOne);
    if (performance.now() - since > this.#limits.longestMs) return busy ? 'here' : this.#outcome(key, page);
    if (this.#waiting.size >= mostOfOne) {
      for (const release of this.#waiting) release('former');
      this.#waiting.clear();
      return 'former';
    }
    const { promise: released, resolve: release } = Promise.withResolvers<Renewal>();
    this.#waiting.add(release);
    const { hits } = this.#cache;
    const { most, lookEveryMs: everyMs } = busy ? behindOthers : { most: mostOfOne, lookEveryMs };
    const look = setInterval(() => {
      if (this.#cache.hits - hits > most) release('former');
    }, everyMs);
    const outcome = await Promise.race([released, this.#outcome(key, page, () => this.#waiting.has(release))]);
    clearInterval(look);
    this.#waiting.delete(release);
    return outcome;
  }

  /**
   * Has a page rendered as soon as fewer than a few others are coming: nobody may wait for those any more, and they are no load.
   * @param isWaiting whether the visitor waits still.
   */
  async #outcome(key: string, page: PageToRender, isWaiting = () => true): Promise<Renewal> {
    while (!this.#coming.has(key) && this.#coming.size >= mostOfOne) {
      await Promise.race(this.#coming.values());
      if (!isWaiting()) return 'former';
    }
    return (await (this.#coming.get(key) ?? this.#begin(key, page))) ? 'renewed' : 'here';
  }

  /** From when there are many until there is none. */
  #areMany(): boolean {
    const { stale } = this.#cache;
    this.#many = stale > this.#limits.manyStale || (this.#many && stale > 0);
    return this.#many;
  }

  #begin(key: string, page: PageToRender): Promise<boolean> {
    const coming = this.#render(key, page).finally(() => this.#coming.delete(key));
    this.#coming.set(key, coming);
    return coming;
  }

  async #render(key: string, page: PageToRender): Promise<boolean> {
    const { announced } = this.#cache;
    const rendered = await this.#apart.render(page);
    // What was announced meanwhile, such as the end of a day, the page may or may not show.
    if (!rendered || this.#cache.announced !== announced) return false;
    this.#cache.keep(key, rendered);
    return true;
  }
}
