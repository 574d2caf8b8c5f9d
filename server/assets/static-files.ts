/** Built assets and brand files in memory: read and compressed once at the start, never looked up on disk by a visitor's path. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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

export function staticFile(bytes: Buffer, name: string, cacheControl: string): StaticFile {
  const extension = extname(name);
  const compress = compressible.has(extension) && bytes.length > 256;
  return {
    identity: bytes,
    br: compress ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) : null,
    gzip: compress ? gzipSync(bytes, { level: 9 }) : null,
    contentType: contentTypes[extension] ?? 'application/octet-stream',
    etag: contentTag(bytes),
    cacheControl,
  };
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
