/**
 * The page cache (docs/decisions/0015-page-cache.md): rendered pages as compressed bytes by address, dropped by the tags of what they show. A dropped page
 * keeps its last bytes until the new ones are there, so a render that throws costs a visitor nothing.
 */
import { brotliCompress, brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { FormCookie } from '../../site/page/form-action.ts';
import { contentTag } from '../http/etag.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** One body in the encodings that are kept. */
export interface CachedBytes {
  etag: string;
  br: Buffer;
  gzip: Buffer;
}

export interface CachedPage extends CachedBytes {
  /** The same render for the navigator (`{path}/_payload.json`): `<main>` and head without header and footer. */
  payload: CachedBytes;
  tags: readonly string[];
  /** True once something it shows has changed; it is only served when a new render fails. */
  stale: boolean;
  /** A request with one of these cookies may not get this page: its visitor has one of their own. */
  personal: readonly FormCookie[] | null;
}

/** Brotli: 5 costs 4.5 ms per 100 KB and is made before the first answer; 11 costs 114 ms, so it follows in the background. */
const firstQuality = 5;
const finalQuality = 11;

/** A rendered page: the document, and what of it changes when the page is swapped in the browser. */
export interface RenderedBytes {
  html: string;
  payload: string;
}

/**
 * The same bytes in memory of their own. Node (24, `Buffer.poolSize`) hands out small buffers, zlib's answers too, as views of 64 KB that
 * they share with whatever was made beside them, and one that is kept keeps all of that: 58 MB for the demonstration's 10.
 */
function alone(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function compressed(text: string): CachedBytes {
  const bytes = Buffer.from(text);
  return {
    etag: contentTag(bytes),
    br: alone(brotliCompressSync(bytes, brotliOptions(bytes, firstQuality))),
    gzip: alone(gzipSync(bytes, { level: 6 })),
  };
}

/** The bytes of a page that is not kept, such as the results of a search. */
export function pageBytes({ html, payload }: RenderedBytes, tags: Iterable<string> = [], personal: readonly FormCookie[] | null = null): CachedPage {
  return { ...compressed(html), payload: compressed(payload), tags: [...tags], stale: false, personal };
}

function brotliOptions(html: Buffer, quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: html.length } };
}

export class PageCache {
  hits = 0;
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #keysByTag = new Map<string, Set<string>>();
  readonly #toRecompress: string[] = [];
  #recompressing = false;

  /** @param maxBytes bound of the compressed pages together, ready answers included. */
  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      // Twice: what is hit also stands ready as a whole answer (ready-response.ts).
      sizeCalculation: (page) => [page, page.payload].reduce((sum, { br, gzip }) => sum + 2 * (br.length + gzip.length), 1024),
      dispose: (page, key) => this.#forgetTags(page, key),
    });
  }

  get size(): number {
    return this.#pages.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** The page at a key, fresh or stale; the caller looks at `stale`. */
  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  set(key: string, rendered: RenderedBytes, tags: Iterable<string>, personal: readonly FormCookie[] | null = null): CachedPage {
    const page = pageBytes(rendered, tags, personal);
    this.#pages.set(key, page);
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag) ?? new Set();
      this.#keysByTag.set(tag, keys.add(key));
    }
    this.#toRecompress.push(key);
    void this.#recompress();
    return page;
  }

  /** Marks every page that carries one of the tags as stale. @returns the keys of those pages. */
  drop(tags: Iterable<string>): Set<string> {
    const dropped = new Set<string>();
    for (const tag of tags) {
      for (const key of this.#keysByTag.get(tag) ?? []) {
        const page = this.#pages.peek(key);
        if (page && !page.stale) {
          page.stale = true;
          dropped.add(key);
        }
      }
    }
    return dropped;
  }

  dropAll(): void {
    this.drop([...this.#keysByTag.keys()]);
  }

  /** Resolves when every page stands at its final compression. */
  async settled(): Promise<void> {
    while (this.#recompressing) await new Promise((resolve) => setImmediate(resolve));
  }

  #forgetTags(page: CachedPage, key: string): void {
    for (const tag of page.tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }

  /** One page at a time, off the main thread. The page object is changed in place, so whoever holds it serves the smaller bytes next. */
  async #recompress(): Promise<void> {
    if (this.#recompressing) return;
    this.#recompressing = true;
    for (let key = this.#toRecompress.shift(); key !== undefined; key = this.#toRecompress.shift()) {
      const page = this.#pages.peek(key);
      if (!page || page.stale) continue;
      for (const bytes of [page, page.payload]) {
        const text = gunzipSync(bytes.gzip);
        bytes.br = await new Promise<Buffer>((resolve) => {
          brotliCompress(text, brotliOptions(text, finalQuality), (error, smaller) => resolve(error ? bytes.br : alone(smaller)));
        });
      }
    }
    this.#recompressing = false;
  }
}

/** The bytes of a page or payload in an encoding. Identity is rare enough to be unpacked when it is asked for. */
export function bytesOf(page: CachedBytes, encoding: Encoding): Buffer {
  if (encoding === 'identity') return gunzipSync(page.gzip);
  return page[encoding];
}

function named(encoding: Encoding): RegExp {
  return new RegExp(`(?:^|[\\s,])${encoding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:[\\s,]|$))(?:[\\s,;]|$)`);
}

/** Made once: every hit of the cache asks them. */
const acceptsBrotli = named('br');
const acceptsGzip = named('gzip');

/** The best encoding that a client names; `q=0` refuses. Proxies send short lists, so no full parser is needed. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (acceptsBrotli.test(accepted)) return 'br';
  return acceptsGzip.test(accepted) ? 'gzip' : 'identity';
}
