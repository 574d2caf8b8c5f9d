/**
 * Lists and hashes files of the project on the disk. Does not need git, so it also works on a copy of the tree. The checks use it most, hence the
 * room; builds, `tools/cms-package.ts` and tests use it to see whether the files that they depend on have changed.
 */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from '../project-root.ts';

/** Folders that a build, an installation or a running program creates. */
export const generatedFolders: ReadonlySet<string> = new Set(
  'node_modules dist data coverage build generated .git .cache .strapi .tmp'.split(' '),
);

/** Lists the source files below `folder`: all except those in generated folders, as sorted paths relative to `root` with `/`. */
export function listSourceFiles(root: string, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return generatedFolders.has(entry.name) ? [] : listSourceFiles(root, path);
      return entry.isFile() ? [relative(root, path).replaceAll('\\', '/')] : [];
    })
    .sort();
}

/** Lists all files of a folder and its subfolders. */
export function listAllFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Matches no path. */
const nothing = /(?!)/;

/**
 * Hashes files and all files of folders, with their paths in the project: the same files give the same hash on every machine.
 * @param without matches the paths to leave out. @throws when a path does not exist.
 */
export function hashFiles(paths: readonly string[], without = nothing): string {
  const hash = createHash('sha256');
  const files = paths.flatMap((path) => (statSync(path).isDirectory() ? listAllFiles(path) : [path]));
  for (const file of files.filter((name) => !without.test(name)).sort())
    hash.update(relative(projectRoot, file)).update(readFileSync(file));
  return hash.digest('hex');
}
