/**
 * Loaded into the sites that tests start, to lower the compression level. The final compression (brotli 11) takes 114 ms for 100 KB of pages,
 * the first one (brotli 5, gzip 6) four, and the client here decompresses the answer immediately. `tools/bench/page-weight.ts` checks sizes; it compresses on its own. JavaScript, because Node would load its TypeScript
 * compiler into every site for this file alone, a tenth of a start.
 */
import { syncBuiltinESMExports } from 'node:module';
import zlib, { constants } from 'node:zlib';

/** In a test's site nearly every answer is a first one, and compressing it takes six times as long as rendering it. */
const most = 1;

/** @param {zlib.BrotliOptions} options */
function quick(options) {
  const wanted = Number(options.params?.[constants.BROTLI_PARAM_QUALITY] ?? most);
  return { ...options, params: { ...options.params, [constants.BROTLI_PARAM_QUALITY]: Math.min(wanted, most) } };
}

const { brotliCompress, brotliCompressSync, gzipSync } = zlib;
Object.assign(zlib, {
  /** @type {(bytes: zlib.InputType, options: zlib.BrotliOptions, done: zlib.CompressCallback) => void} */
  brotliCompress: (bytes, options, done) => brotliCompress(bytes, quick(options), done),
  /** @type {(bytes: zlib.InputType, options?: zlib.BrotliOptions) => Buffer} */
  brotliCompressSync: (bytes, options = {}) => brotliCompressSync(bytes, quick(options)),
  /** @type {(bytes: zlib.InputType) => Buffer} */
  gzipSync: (bytes) => gzipSync(bytes, { level: most }),
});
syncBuiltinESMExports();
