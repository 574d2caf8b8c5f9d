/** A rendered page as compressed bytes: compressed quickly for the first response, and further in the background. */
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import type { FormCookie } from '../../site/page/form-action.ts';
import { type PayloadFacts, pagePayload } from '../../site/page-payload.ts';
import type { SharePicture } from '../../site/page/share-picture.ts';
import type { Encoding } from '../http/content-encoding.ts';
import { contentTag } from '../http/etag.ts';
import { hashStyle } from '../http/style-source.ts';

/** Brotli levels: 5 costs 4.5 ms per 100 KB and runs before the first response; 11 costs 114 ms, so it runs in the background. */
const firstQuality = 5;
const finalQuality = 11;

function brotliOptions(text: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  };
}

/**
 * Copies the bytes into memory of their own. Node (24, `Buffer.poolSize`) allocates small buffers, zlib's results too, as views of a shared
 * 64 KB block, and one view that lives on keeps the whole block alive: 58 MB for the demonstration's 10.
 */
function alone(bytes: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/**
 * One body. An encoding is made when it is first asked for: compressing is most of what a first response costs, and of four (a document and its
 * payload, in two encodings) most pages are asked for one.
 */
export class CachedBytes {
  /** Called when a text was made that was not there at first. */
  onMade: () => void = () => undefined;
  /** Makes the text when it is first asked for; null when that has happened. */
  #make: (() => string) | null = null;
  #etag = '';
  /** Null once an encoding holds it. */
  #text: Buffer<ArrayBuffer> | null = null;
  #br: Buffer<ArrayBuffer> | null = null;
  #gzip: Buffer<ArrayBuffer> | null = null;

  /** @param text or a function that makes it when it is first asked for. */
  constructor(text: string | (() => string)) {
    if (typeof text === 'string') this.#take(text);
    else this.#make = text;
  }

  get etag(): string {
    this.#madeText();
    return this.#etag;
  }

  text(): string {
    return this.#plain().toString();
  }

  /**
   * About how many bytes it takes once it is compressed: a text shrinks to a quarter, and is kept once more as a ready answer (ready-response.ts). What is
   * asked for in both encodings, which is rare, takes twice that.
   */
  get usual(): number {
    return this.#text ? this.#text.length / 2 : 2 * (this.#br ?? this.#gzip ?? '').length;
  }

  /** What is in memory, for tests. */
  held(): Buffer[] {
    return [this.#text, this.#br, this.#gzip].filter((bytes) => bytes !== null);
  }

  in(encoding: Encoding): Buffer {
    this.#madeText();
    if (encoding === 'identity') return this.#plain();
    const bytes = encoding === 'br' ? this.#brotli() : this.#gzipped();
    this.#text = null;
    return bytes;
  }

  /** Compresses with Brotli's highest quality, off the main thread. On failure everything stays as it is; so does what nobody asked for. */
  async compressFinally(): Promise<void> {
    if (this.#make) return;
    const text = this.#plain();
    const smaller = await new Promise<Buffer<ArrayBuffer> | null>((resolve) => {
      brotliCompress(text, brotliOptions(text, finalQuality), (error, bytes) => resolve(error ? null : alone(bytes)));
    });
    if (!smaller) return;
    this.#br = smaller;
    this.#text = null;
  }

  #brotli(): Buffer {
    if (this.#br) return this.#br;
    const text = this.#plain();
    this.#br = alone(brotliCompressSync(text, brotliOptions(text, firstQuality)));
    return this.#br;
  }

  #gzipped(): Buffer {
    return (this.#gzip ??= alone(gzipSync(this.#plain(), { level: 6 })));
  }

  #take(text: string): void {
    this.#text = alone(Buffer.from(text));
    this.#etag = contentTag(this.#text);
  }

  #madeText(): void {
    const make = this.#make;
    if (!make) return;
    this.#take(make());
    this.#make = null;
    this.onMade();
  }

  #plain(): Buffer {
    this.#madeText();
    if (this.#text) return this.#text;
    return this.#br ? brotliDecompressSync(this.#br) : gunzipSync(this.#gzip ?? '');
  }
}

export interface CachedPage {
  document: CachedBytes;
  /** As `hashStyle` returns it for the document. */
  styleSource: string;
  /** Made when it is first asked for. The same render for the navigator (`{path}/_payload.json`): `<main>` and head without header and footer. */
  payload: CachedBytes;
  tags: readonly string[];
  /**
   * Null until something that the page shows changes; then from `performance.now()`. From then on the page is served only when a new render fails, or
   * as `stale-pages.ts` decides.
   */
  staleSince: number | null;
  /** The tag that made it stale. */
  staleBy: string | null;
  /** Milliseconds since 1970. */
  renderedAt: number;
  /** The tag that made the render before this one stale; null for the first render since the start, or since the cache evicted the page. */
  replaces: string | null;
  /** What the picture of the page shows (`server/pictures/`); null when there is none. */
  share: SharePicture | null;
  /** A request with one of these cookies may not get this page: its visitor has a personal version. */
  personal: readonly FormCookie[] | null;
}

/** A rendered page: the whole document, and what its payload says besides. */
export interface RenderedBytes {
  html: string;
  about: PayloadFacts;
  share?: SharePicture | null;
}

export function pageBytes(
  { html, about, share = null }: RenderedBytes,
  tags: Iterable<string> = [],
  personal: readonly FormCookie[] | null = null,
): CachedPage {
  const document = new CachedBytes(html);
  return {
    document,
    payload: new CachedBytes(() => JSON.stringify(pagePayload(document.text(), about))),
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
