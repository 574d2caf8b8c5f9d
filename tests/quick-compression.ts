/**
 * Loaded into the sites that tests start: final compression (brotli 11) takes a core half a second at each start and 114 ms for 100 KB of
 * pages, the first one (brotli 5, gzip 6) four, and whoever asks here unpacks it again at once. Sizes are judged by `bench/page-weight.ts`, which compresses for itself.
 */
import { syncBuiltinESMExports } from 'node:module';
import zlib, { type BrotliOptions, constants } from 'node:zlib';

/** In a site of tests nearly every answer is a first one, and its packing takes six times as long as its rendering. */
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
