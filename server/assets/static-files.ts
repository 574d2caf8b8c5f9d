/** Reads built assets and brand files into memory once at the start, so that a visitor's path is never looked up on disk. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib';
import { createEtag } from '../http/etag.ts';

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
const compressibleEndings = new Set(['.js', '.css', '.svg', '.json', '.txt', '.ico']);

/** For an address with a hash of the content: caches may keep the file for ever. */
export const immutable = 'public, max-age=31536000, immutable';
/** For a fixed address whose content may change with a release. */
export const daily = 'public, max-age=86400';
/** For a fixed address where a release should show soon: revalidated after five minutes, with the stale copy in use meanwhile. */
export const shortlived = 'public, max-age=300, stale-while-revalidate=86400';

const findContentType = (name: string) => contentTypes[extname(name)] ?? 'application/octet-stream';
const isCompressible = (bytes: Buffer, name: string) => compressibleEndings.has(extname(name)) && bytes.length > 256;

type Compressed = Pick<StaticFile, 'br' | 'gzip'>;

/** Compresses at the highest level, which takes about a second for all files of a build. @returns null when the result is not smaller. */
export function compress(bytes: Buffer, name: string): Compressed {
  if (!isCompressible(bytes, name)) return { br: null, gzip: null };
  return {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gzip: gzipSync(bytes, { level: 9 }),
  };
}

/** Describes a file and compresses it. @param forms the earlier result of `compress` for the same bytes, if known. */
export function createStaticFile(
  bytes: Buffer,
  name: string,
  cacheControl: string,
  forms: Compressed = compress(bytes, name),
): StaticFile {
  return { identity: bytes, ...forms, contentType: findContentType(name), etag: createEtag(bytes), cacheControl };
}

/**
 * Does the same in another thread, for files that are needed while visitors wait.
 * @param isThorough uses the highest level, for some 10 KB; otherwise a level that takes a tenth of the time.
 */
export async function createCompressedFile(
  bytes: Buffer,
  name: string,
  cacheControl: string,
  isThorough = false,
): Promise<StaticFile> {
  if (!isCompressible(bytes, name)) return createStaticFile(bytes, name, cacheControl);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isThorough ? 11 : 5 } }),
    promisify(gzip)(bytes, { level: isThorough ? 9 : 6 }),
  ]);
  return createStaticFile(bytes, name, cacheControl, { br, gzip: zipped });
}

/** Reads the compressed forms that the build has stored. @returns undefined when they are missing, damaged or do not match the bytes. */
function readCompressed(folder: string, name: string, bytes: Buffer): Compressed | undefined {
  try {
    const forms = { br: readFileSync(join(folder, `${name}.br`)), gzip: readFileSync(join(folder, `${name}.gz`)) };
    // This check takes some ten milliseconds for all files of a build.
    return brotliDecompressSync(forms.br).equals(bytes) && gunzipSync(forms.gzip).equals(bytes) ? forms : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads every file of the built asset folders, by its address, e.g. `/assets/entry-8f2a.js`.
 * @param compressedFolder where the build stores compressed files, named with `.br` or `.gz`.
 */
export function readAssets(folders: string[], compressedFolder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const folder of folders.filter((candidate) => existsSync(candidate))) {
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name));
      const forms = isCompressible(bytes, name) ? readCompressed(compressedFolder, name, bytes) : undefined;
      files.set(`/assets/${name}`, createStaticFile(bytes, name, immutable, forms));
    }
  }
  return files;
}
