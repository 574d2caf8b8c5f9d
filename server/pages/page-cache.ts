/**
 * The page cache (docs/decisions/0015-page-cache.md) stores rendered pages as compressed bytes by address, marked stale by the tags of what they show. A stale page
 * keeps its last bytes until a new render succeeds, so visitors do not notice a render that throws.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { FormCookie } from '../../site/page/form-action.ts';
import { type CachedPage, type RenderedBytes, createCachedPage } from './page-bytes.ts';

/** Thorough compression waits this long: a page that becomes stale soon does not need it, and after a publish of all pages, renders come first. */
const finalDelayMs = 10_000;

export class PageCache {
  hits = 0;
  /** Called with the tags of each change, even when no page carries them: a CDN may still keep a page that this cache has evicted. */
  readonly onStale: ((tags: Iterable<string>) => void)[] = [];
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #toRecompress: string[] = [];
  readonly #stale = new Set<string>();
  readonly #finalAfterMs: number;
  #recompressing = false;

  /**
   * @param maxBytes limit for all compressed pages together, ready answers included.
   * @param finalAfterMs milliseconds from a render until its final compression.
   */
  constructor(maxBytes = 64 * 1024 * 1024, finalAfterMs = finalDelayMs) {
    this.#finalAfterMs = finalAfterMs;
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ document, payload }) => 1024 + Math.ceil(document.estimatedBytes + payload.estimatedBytes),
      dispose: (page, key) => this.#forgetTags(page, key),
    });
  }

  get size(): number {
    return this.#pages.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** How many pages are stale. */
  get stale(): number {
    return this.#stale.size;
  }

  /** Finds the page at a key, fresh or stale; the caller must check `staleSince`. */
  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  set(
    key: string,
    rendered: RenderedBytes,
    tags: Iterable<string>,
    personal: readonly FormCookie[] | null = null,
  ): CachedPage {
    const page = createCachedPage(rendered, tags, personal);
    page.replaces = this.#pages.peek(key)?.staleBy ?? null;
    this.#pages.set(key, page);
    this.#stale.delete(key);
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
    this.#compressLater(key);
    page.payload.onCreated = () => this.#compressLater(key);
    return page;
  }

  /** Finds the page at a key for operators: this does not count as a use of the page. */
  peek(key: string): CachedPage | undefined {
    return this.#pages.peek(key);
  }

  /** Marks every page that carries one of the tags as stale. @returns the keys of those pages. */
  markStale(changedTags: Iterable<string>): Set<string> {
    const marked = new Set<string>();
    const tags = [...changedTags];
    for (const tag of tags) {
      for (const key of this.#keysByTag.get(tag) ?? []) {
        const page = this.#pages.peek(key);
        if (page && page.staleSince === null) {
          page.staleSince = performance.now();
          page.staleBy = tag;
          this.#stale.add(key);
          marked.add(key);
        }
      }
    }
    for (const listener of this.onStale) listener(tags);
    return marked;
  }

  markAllStale(): void {
    this.markStale([...this.#keysByTag.keys()]);
  }

  /** Resolves when every page has its thorough compression. */
  async settled(): Promise<void> {
    while (this.#recompressing) await new Promise((resolve) => setImmediate(resolve));
  }

  #forgetTags(page: CachedPage, key: string): void {
    this.#stale.delete(key);
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  #compressLater(key: string): void {
    this.#toRecompress.push(key);
    void this.#recompress();
  }

  /** Compresses one page at a time, off the main thread. Changes the page object in place, so every holder of it then serves the smaller bytes. */
  async #recompress(): Promise<void> {
    if (this.#recompressing) return;
    this.#recompressing = true;
    for (let key = this.#toRecompress.shift(); key !== undefined; key = this.#toRecompress.shift()) {
      const page = this.#pages.peek(key);
      const waitMs = page ? Math.min(page.renderedAt + this.#finalAfterMs - Date.now(), this.#finalAfterMs) : 0;
      if (waitMs > 0) await wait(waitMs, undefined, { ref: false });
      if (!page || page.staleSince !== null || this.#pages.peek(key) !== page) continue;
      for (const bytes of [page.document, page.payload]) await bytes.compressFinally();
      // Updates the size of the entry, unless the page was rendered again meanwhile. The entry is a copy, because for the same object the cache keeps the
      // former size.
      if (this.#pages.peek(key) === page) this.#pages.set(key, { ...page }, { noDisposeOnSet: true });
    }
    this.#recompressing = false;
  }
}
