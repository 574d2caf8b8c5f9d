/** Sizes of the chunks that the browser gets, from the build in `dist`: brotli at quality 11, as the server sends them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';

interface Chunk {
  file: string;
  imports?: string[];
}

const folder = join(projectRoot, 'dist/browser');
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

function measure(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(folder, file))).length, 0);
}

/** Lists the files of a chunk and of its static imports. */
function withImports(key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) withImports(next, found);
  return found;
}

const firstLoad = withImports('site/browser/entry.ts');

/** Checks both limits: a suspiciously small part is probably missing in the build. */
test.each([
  ['scripts of the first load', [...firstLoad], 1500, 3 * 1024],
  ['stylesheet', globSync('assets/style-*.css', { cwd: folder }), 5000, 14.75 * 1024],
] as const)('%s', (_, files, least, most) => {
  expect(measure(files)).toBeGreaterThan(least);
  expect(measure(files)).toBeLessThanOrEqual(most);
});

test('every island and every part that is shown on demand is its own small chunk', () => {
  const lazy = Object.entries(manifest).filter(
    ([key, { file }]) =>
      file.endsWith('.js') && !firstLoad.has(file) && key.startsWith('site/') && key !== 'site/styles/styles.ts',
  );
  const sizes = new Map(lazy.map(([key, { file }]) => [key, measure([file])]));
  for (const name of [
    'browser/overlays/toast-region.tsx',
    'browser/overlays/modal-stack.ts',
    'browser/carousel.ts',
    'browser/background.ts',
    'browser/loading/react-runtime.ts',
    'islands/share-article.island.tsx',
    'browser/forms/suggestions.ts',
    'islands/glossary-filter.island.tsx',
  ]) {
    expect([...sizes.keys()]).toContain(`site/${name}`);
  }
  for (const [name, own] of sizes)
    expect([name, own < (name.includes('react-runtime') ? 60_000 : 10_000)]).toEqual([name, true]);
});
