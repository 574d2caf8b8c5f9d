/**
 * Serves pictures as they were uploaded, `/media/{hash}/{name}`. Raster images are streamed from disk each time: CDNs and browsers cache them for ever,
 * and the memory is needed for pages. Drawings (SVG) are text: the server compresses all but the largest and keeps the result in memory.
 */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import type { MediaFile } from '../../content/wire-document.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { matchesEtag } from '../http/etag.ts';
import { chooseEncoding } from '../http/content-encoding.ts';
import { immutable } from './static-files.ts';

interface CompressedFile {
  br: Buffer;
  gzip: Buffer;
}

const svgType = 'image/svg+xml';
const maxCachedBytes = 16 * 1024 * 1024;
/** Bytes. A larger drawing contains an embedded picture, and its compression would occupy a core for seconds. */
const maxCompressedBytes = 4 * 1024 * 1024;
/** Bytes. Above this, Brotli's highest level takes seconds to save a tenth. */
const maxThoroughBytes = 100 * 1024;

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

async function compress(file: string): Promise<CompressedFile> {
  const bytes = await readFile(file);
  const thorough = bytes.length <= maxThoroughBytes;
  const [br, gz] = await Promise.all([
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: thorough ? 11 : 5 } }),
    gzip(bytes, { level: thorough ? 9 : 6 }),
  ]);
  return { br, gzip: gz };
}

export class MediaFiles {
  readonly #replica: Replica;
  readonly #compressed = new LRUCache<string, CompressedFile, string>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ br, gzip: gz }) => br.length + gz.length,
    fetchMethod: (_url, _stale, { context: file }) => compress(file),
  });

  constructor(replica: Replica) {
    this.#replica = replica;
  }

  async answer(context: Context): Promise<Response> {
    const { req } = context;
    const media = this.#replica.media(req.path);
    const size =
      media &&
      (await stat(media.file).then(
        (found) => found.size,
        () => null,
      ));
    if (!media || size === null) return context.text('There is no such file.', 404);
    const compressible = media.contentType === svgType && size <= maxCompressedBytes;
    const accepted = compressible ? chooseEncoding(req.header('accept-encoding')) : 'identity';
    const compressed = accepted === 'identity' ? undefined : (await this.#findCompressed(media))?.[accepted];
    const encoding = compressed ? accepted : 'identity';
    // The hash in the address identifies the content.
    const etag = `"${req.param('hash')}${encoding === 'identity' ? '' : `-${encoding}`}"`;
    const headers: Record<string, string> = {
      etag,
      'cache-control': immutable,
      ...(compressible ? { vary: 'Accept-Encoding' } : {}),
    };
    if (matchesEtag(req.header('if-none-match'), etag)) return context.body(null, 304, headers);
    headers['content-type'] = media.contentType;
    headers['content-length'] = String(compressed?.length ?? size);
    if (compressed) headers['content-encoding'] = encoding;
    if (req.method === 'HEAD') return context.body(null, 200, headers);
    return context.body(
      compressed ? new Uint8Array(compressed) : (Readable.toWeb(createReadStream(media.file)) as ReadableStream),
      200,
      headers,
    );
  }

  /** Compresses a drawing once. @returns undefined on a failure; the drawing is then sent uncompressed. */
  async #findCompressed({ url, file }: MediaFile): Promise<CompressedFile | undefined> {
    return this.#compressed.fetch(url, { context: file }).catch(() => undefined);
  }
}
