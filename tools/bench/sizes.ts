/**
 * Sizes of what the browser gets, from the build in `dist`: brotli at quality 11, which is what the server sends.
 * `npm run bench` writes them into `tools/bench/results.md`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { projectRoot } from '../project-root.ts';

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
}

export interface PartSize {
  /** The source of the chunk, or what the part is. */
  name: string;
  /** Bytes of the file alone. */
  own: number;
  /** Bytes of the file and of those of its static imports that are not in the first load. */
  added: number;
}

const browserFolder = join(projectRoot, 'dist/browser');

function bytes(content: string | Uint8Array): number {
  return brotliCompressSync(content).length;
}

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(browserFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
}

/** A chunk and everything that it imports statically. */
function closure(manifest: Record<string, Chunk>, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) closure(manifest, next, found);
  return found;
}

const sumSizes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + bytes(readFileSync(join(browserFolder, file))), 0);

/** The scripts that every page loads at first: the entry and its static imports. */
export function firstLoadBytes(): number {
  return sumSizes(closure(readManifest(), 'site/browser/entry.ts'));
}

/** The whole stylesheet, which a page loads when it is idle or needs more than its own style; those of consent and videos are loaded when they are needed. */
export function stylesBytes(): number {
  return sumSizes(
    readdirSync(join(browserFolder, 'assets'))
      .filter((name) => /^style-.*\.css$/.test(name))
      .map((name) => `assets/${name}`),
  );
}

/** Every script that is loaded later, by its source. */
export function lazySizes(): PartSize[] {
  const manifest = readManifest();
  const first = closure(manifest, 'site/browser/entry.ts');
  const lazy = Object.entries(manifest).filter(
    ([key, chunk]) =>
      chunk.file.endsWith('.js') &&
      !first.has(chunk.file) &&
      key.startsWith('site/') &&
      key !== 'site/styles/styles.ts',
  );
  return lazy.map(([key, chunk]) => ({
    name: key,
    own: sumSizes([chunk.file]),
    added: sumSizes([...closure(manifest, key)].filter((file) => !first.has(file))),
  }));
}

/** All of the above, in the order in which a visitor loads it. */
export function partSizes(): PartSize[] {
  const [first, styles] = [firstLoadBytes(), stylesBytes()];
  return [
    { name: 'first load of every page: entry with navigator', own: first, added: first },
    { name: 'the whole stylesheet', own: styles, added: styles },
    ...lazySizes(),
  ];
}
