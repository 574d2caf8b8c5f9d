/** Stores a rendered page as compressed bytes: compressed quickly for the first response, and thoroughly in the background. */
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import type { FormCookie } from '../../site/page/form-action.ts';
import { type PayloadFacts, buildPagePayload } from '../../site/page-payload.ts';
import type { SharePicture } from '../../site/page/share-picture.ts';
import type { Encoding } from '../http/content-encoding.ts';
import { createEtag } from '../http/etag.ts';
import { hashStyle } from '../http/style-source.ts';

/** Brotli levels: 5 costs 4.5 ms per 100 KB and runs before the first response; 11 costs 114 ms, so it runs in the background. */
const firstQuality = 5;
const finalQuality = 11;

function createBrotliOptions(text: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  };
}

/**
 * Copies the bytes into memory that nothing shares. Node (24, `Buffer.poolSize`) allocates small buffers, zlib's results too, as views of a shared
 * 64 KB block, and one view that lives on keeps the whole block alive: 58 MB for the demonstration's 10.
 */
function copyBytes(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/**
 * Stores the bytes of one body. Each encoding is created on its first request: compression is most of the cost of a first response, and most pages need
 * only one of four (document or payload, in two encodings).
 */
export class CachedBytes {
  /** Called after a lazy body was created. */
  onCreated: () => void = () => undefined;
  /** Creates the text on the first request; null afterwards. */
  #createText: (() => string) | null = null;
  #etag = '';
  /** Null once a compressed form contains it. */
  #text: Buffer<ArrayBuffer> | null = null;
  #br: Buffer<ArrayBuffer> | null = null;
  #gzip: Buffer<ArrayBuffer> | null = null;

  /** @param text the text, or a function that creates it on the first request. */
  constructor(text: string | (() => string)) {
    if (typeof text === 'string') this.#setText(text);
    else this.#createText = text;
  }

  get etag(): string {
    this.#ensureText();
    return this.#etag;
  }

  text(): string {
    return this.#decompress().toString();
  }

  /**
   * The estimated size in memory after compression: a text shrinks to a quarter, and a ready response (ready-response.ts) contains it once more. A
   * body in both encodings, which is rare, takes twice that.
   */
  get estimatedBytes(): number {
    return this.#text ? this.#text.length / 2 : 2 * (this.#br ?? this.#gzip ?? '').length;
  }

  /** The buffers in memory, for tests. */
  held(): Buffer[] {
    return [this.#text, this.#br, this.#gzip].filter((bytes) => bytes !== null);
  }

  encode(encoding: Encoding): Buffer {
    this.#ensureText();
    if (encoding === 'identity') return this.#decompress();
    const bytes = encoding === 'br' ? this.#compressBrotli() : this.#compressGzip();
    this.#text = null;
    return bytes;
  }

  /** Compresses with Brotli's highest quality, off the main thread. Leaves encodings that nobody requested, and all of them on failure, as they are. */
  async compressFinally(): Promise<void> {
    if (this.#createText) return;
    const text = this.#decompress();
    const smaller = await new Promise<Buffer<ArrayBuffer> | null>((resolve) => {
      brotliCompress(text, createBrotliOptions(text, finalQuality), (error, bytes) =>
        resolve(error ? null : copyBytes(bytes)),
      );
    });
    if (!smaller) return;
    this.#br = smaller;
    this.#text = null;
  }

  #compressBrotli(): Buffer {
    if (this.#br) return this.#br;
    const text = this.#decompress();
    this.#br = copyBytes(brotliCompressSync(text, createBrotliOptions(text, firstQuality)));
    return this.#br;
  }

  #compressGzip(): Buffer {
    return (this.#gzip ??= copyBytes(gzipSync(this.#decompress(), { level: 6 })));
  }

  #setText(text: string): void {
    this.#text = copyBytes(Buffer.from(text));
    this.#etag = createEtag(this.#text);
  }

  #ensureText(): void {
    const create = this.#createText;
    if (!create) return;
    this.#setText(create());
    this.#createText = null;
    this.onCreated();
  }

  #decompress(): Buffer {
    this.#ensureText();
    if (this.#text) return this.#text;
    return this.#br ? brotliDecompressSync(this.#br) : gunzipSync(this.#gzip ?? '');
  }
}

export interface CachedPage {
  document: CachedBytes;
  /** Result of `hashStyle` for the document. */
  styleSource: string;
  /** The same render for the navigator (`{path}/_payload.json`): `<main>` and head, without header and footer. Created on the first request. */
  payload: CachedBytes;
  tags: readonly string[];
  /**
   * Time by `performance.now()` when the page became stale; null while it is fresh. A stale page is served only when a new render fails, or when
   * `stale-pages.ts` allows it.
   */
  staleSince: number | null;
  /** The tag that made the page stale. */
  staleBy: string | null;
  /** Milliseconds since 1970. */
  renderedAt: number;
  /** The tag that made the render before this one stale; null for the first render since the start, or since the cache evicted the page. */
  replaces: string | null;
  /** The content of the page's share picture (`server/pictures/`); null when it has none. */
  share: SharePicture | null;
  /** A request with one of these cookies gets a personal version instead of this page. */
  personal: readonly FormCookie[] | null;
}

/** A rendered page: the whole document, and the additional parts of its payload. */
export interface RenderedBytes {
  html: string;
  about: PayloadFacts;
  share?: SharePicture | null;
}

export function createCachedPage(
  { html, about, share = null }: RenderedBytes,
  tags: Iterable<string> = [],
  personal: readonly FormCookie[] | null = null,
): CachedPage {
  const document = new CachedBytes(html);
  return {
    document,
    payload: new CachedBytes(() => JSON.stringify(buildPagePayload(document.text(), about))),
    styleSource: hashStyle(html),
    tags: [...tags],
    staleSince: null,
    staleBy: null,
    renderedAt: Date.now(),
    replaces: null,
    share,
    personal,
  };
}
