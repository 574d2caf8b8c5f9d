/** Built assets and brand files in memory: read and compressed once at the start, never looked up on disk by a visitor's path. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { contentTag } from '../http/etag.ts';

export interface StaticFile {
  identity: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
  contentType: string;
  etag: string;
  cacheControl: string;
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.ico']);

/** For a name that contains a hash of the content: caches may keep the file for ever. */
export const immutable = 'public, max-age=31536000, immutable';
/** For a fixed address whose content may change with a release. */
export const daily = 'public, max-age=86400';
/** For a fixed address where a release should show soon: revalidated after five minutes, with the stale copy in use meanwhile. */
export const shortlived = 'public, max-age=300, stale-while-revalidate=86400';

const contentTypeOf = (name: string) => contentTypes[extname(name)] ?? 'application/octet-stream';
const isCompressed = (bytes: Buffer, name: string) => compressible.has(extname(name)) && bytes.length > 256;

export function staticFile(bytes: Buffer, name: string, cacheControl: string): StaticFile {
  const compress = isCompressed(bytes, name);
  return {
    identity: bytes,
    br: compress ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) : null,
    gzip: compress ? gzipSync(bytes, { level: 9 }) : null,
    contentType: contentTypeOf(name),
    etag: contentTag(bytes),
    cacheControl,
  };
}

/** As `staticFile`, for a file that is read while visitors wait: compressed less, and in another thread. */
export async function compressedFile(bytes: Buffer, name: string, cacheControl: string): Promise<StaticFile> {
  const file = { identity: bytes, contentType: contentTypeOf(name), etag: contentTag(bytes), cacheControl };
  if (!isCompressed(bytes, name)) return { ...file, br: null, gzip: null };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(bytes, { level: 6 }),
  ]);
  return { ...file, br, gzip: zipped };
}

/** Every file of the built asset folders by its address, e.g. `/assets/entry-8f2a.js`. */
export function readAssets(folders: string[]): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const folder of folders.filter((candidate) => existsSync(candidate))) {
    for (const name of readdirSync(folder))
      files.set(`/assets/${name}`, staticFile(readFileSync(join(folder, name)), name, immutable));
  }
  return files;
}
