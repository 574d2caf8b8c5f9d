/** A rendered page as compressed bytes: compressed quickly for the first response, and further in the background. */
import { brotliCompress, brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import type { FormCookie } from '../../site/page/form-action.ts';
import type { SharePicture } from '../../site/page/share-picture.ts';
import type { Encoding } from '../http/content-encoding.ts';
import { contentTag } from '../http/etag.ts';
import { styleSourceOf } from '../http/style-source.ts';

/** One body in the encodings that the cache stores. */
export interface CachedBytes {
  etag: string;
  br: Buffer;
  gzip: Buffer;
}

export interface CachedPage extends CachedBytes {
  /** As `styleSourceOf` returns it for the document. */
  styleSource: string;
  /** The same render for the navigator (`{path}/_payload.json`): `<main>` and head without header and footer. */
  payload: CachedBytes;
  tags: readonly string[];
  /** True once something that the page shows has changed; it is then only served when a new render fails. */
  stale: boolean;
  /** The tag that made it stale. */
  staleBy: string | null;
  /** Milliseconds since 1970. */
  renderedAt: number;
  /** The tag that made the render before this one stale; null for the first render since the start, or since the cache evicted the page. */
  replaces: string | null;
  /** What the picture of the page shows (`server/share-pictures/`); null when there is none. */
  share: SharePicture | null;
  /** A request with one of these cookies may not get this page: its visitor has a personal version. */
  personal: readonly FormCookie[] | null;
}

/** Brotli levels: 5 costs 4.5 ms per 100 KB and runs before the first response; 11 costs 114 ms, so it runs in the background. */
const firstQuality = 5;
const finalQuality = 11;

/** A rendered page: the whole document, and the part that the navigator swaps in the browser. */
export interface RenderedBytes {
  html: string;
  payload: string;
  share?: SharePicture | null;
}

/**
 * Copies the bytes into memory of their own. Node (24, `Buffer.poolSize`) allocates small buffers, zlib's results too, as views of a shared
 * 64 KB block, and one view that lives on keeps the whole block alive: 58 MB for the demonstration's 10.
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

/** The same for a single response, which has one encoding: the others are not made. */
function compressedWhenAsked(text: string): CachedBytes {
  const bytes = Buffer.from(text);
  let [br, gzip]: (Buffer | null)[] = [null, null];
  return {
    etag: contentTag(bytes),
    get br() {
      br ??= brotliCompressSync(bytes, brotliOptions(bytes, firstQuality));
      return br;
    },
    get gzip() {
      gzip ??= gzipSync(bytes, { level: 6 });
      return gzip;
    },
  };
}

/** The bytes of a page that no cache keeps, such as the results of a search. */
export function momentaryBytes({ html, payload, share = null }: RenderedBytes): CachedPage {
  // Assigned to, not spread: spreading would ask for every encoding.
  return Object.assign(compressedWhenAsked(html), {
    payload: compressedWhenAsked(payload),
    styleSource: styleSourceOf(html),
    tags: [],
    stale: false,
    staleBy: null,
    renderedAt: Date.now(),
    replaces: null,
    share,
    personal: null,
  });
}

/** Compresses a rendered page for the cache. */
export function pageBytes(
  { html, payload, share = null }: RenderedBytes,
  tags: Iterable<string> = [],
  personal: readonly FormCookie[] | null = null,
  replaces: string | null = null,
): CachedPage {
  return {
    ...compressed(html),
    payload: compressed(payload),
    styleSource: styleSourceOf(html),
    tags: [...tags],
    stale: false,
    staleBy: null,
    renderedAt: Date.now(),
    replaces,
    share,
    personal,
  };
}

function brotliOptions(html: Buffer, quality: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  };
}

/** Replaces `bytes.br` with Brotli's highest quality, compressed off the main thread. On failure `bytes.br` stays as it is. */
export async function compressFinally(bytes: CachedBytes): Promise<void> {
  const text = gunzipSync(bytes.gzip);
  bytes.br = await new Promise<Buffer>((resolve) => {
    brotliCompress(text, brotliOptions(text, finalQuality), (error, smaller) =>
      resolve(error ? bytes.br : alone(smaller)),
    );
  });
}

/** The bytes of a page or payload in an encoding. Identity is so rare that it is decompressed on demand. */
export function bytesOf(page: CachedBytes, encoding: Encoding): Buffer {
  if (encoding === 'identity') return gunzipSync(page.gzip);
  return page[encoding];
}
