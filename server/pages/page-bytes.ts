/** A rendered page as compressed bytes: made at once and small, and made smaller later. */
import { brotliCompress, brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import type { FormCookie } from '../../site/page/form-action.ts';
import type { Encoding } from '../http/content-encoding.ts';
import { contentTag } from '../http/etag.ts';

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
export function pageBytes(
  { html, payload }: RenderedBytes,
  tags: Iterable<string> = [],
  personal: readonly FormCookie[] | null = null,
): CachedPage {
  return { ...compressed(html), payload: compressed(payload), tags: [...tags], stale: false, personal };
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

/** The same bytes at Brotli's last quality, made off the main thread. They stay as they are when that fails. */
export async function compressFinally(bytes: CachedBytes): Promise<void> {
  const text = gunzipSync(bytes.gzip);
  bytes.br = await new Promise<Buffer>((resolve) => {
    brotliCompress(text, brotliOptions(text, finalQuality), (error, smaller) =>
      resolve(error ? bytes.br : alone(smaller)),
    );
  });
}

/** The bytes of a page or payload in an encoding. Identity is rare enough to be unpacked when it is asked for. */
export function bytesOf(page: CachedBytes, encoding: Encoding): Buffer {
  if (encoding === 'identity') return gunzipSync(page.gzip);
  return page[encoding];
}
