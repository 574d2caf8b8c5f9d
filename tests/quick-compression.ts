/**
 * Loaded into the sites that tests start, to lower the compression level. The final compression (brotli 11) takes a core half a second at
 * each start and 114 ms for 100 KB of pages, the first one (brotli 5, gzip 6) four, and the client here decompresses the answer
 * immediately. `bench/page-weight.ts` checks sizes; it compresses on its own.
 */
import { syncBuiltinESMExports } from 'node:module';
import zlib, { type BrotliOptions, constants } from 'node:zlib';

/** In a test's site nearly every answer is a first one, and compressing it takes six times as long as rendering it. */
const most = 1;

function quick(options: BrotliOptions): BrotliOptions {
  const wanted = Number(options.params?.[constants.BROTLI_PARAM_QUALITY] ?? most);
  return { ...options, params: { ...options.params, [constants.BROTLI_PARAM_QUALITY]: Math.min(wanted, most) } };
}

const { brotliCompress, brotliCompressSync, gzipSync } = zlib;
Object.assign(zlib, {
  brotliCompress: (bytes: zlib.InputType, options: BrotliOptions, done: zlib.CompressCallback) =>
    brotliCompress(bytes, quick(options), done),
  brotliCompressSync: (bytes: zlib.InputType, options: BrotliOptions = {}) => brotliCompressSync(bytes, quick(options)),
  gzipSync: (bytes: zlib.InputType) => gzipSync(bytes, { level: most }),
});
syncBuiltinESMExports();
