/** Copies the build so that it looks like the next release, for tests that replace a running site. */
import { cp, readFile, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../tools/project-root.ts';

export const nextId = 'fedcba987654';
const nextChunk = 'share-article.island-NextNext.js';

/**
 * Has another id than `dist`, and another name for the chunk that shares articles.
 * @param folder exists; the copy is `next` in it.
 * @returns its project folder: the site's `BROKERFRONT_ROOT`.
 */
export async function makeNextRelease(folder: string): Promise<string> {
  const root = join(folder, 'next');
  await cp(join(projectRoot, 'dist'), join(root, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'demo', 'accounts']) await symlink(join(projectRoot, name), join(root, name));
  const id = await readFile(join(root, 'dist/build-id'), 'utf8');
  const assets = join(root, 'dist/browser/assets');
  const chunk = (await readdir(assets)).find((name) => /^share-article\.island-.*\.js$/.test(name)) ?? '';
  await rename(join(assets, chunk), join(assets, nextChunk));
  const inAssets = (await readdir(assets)).filter((name) => name.endsWith('.js')).map((name) => join(assets, name));
  for (const file of [...inAssets, join(root, 'dist/server/main.js'), join(root, 'dist/browser/.vite/manifest.json')]) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(chunk, nextChunk).replaceAll(id, nextId));
  }
  return root;
}
