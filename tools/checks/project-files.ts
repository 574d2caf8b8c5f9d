/** Lists the files of the project on the disk, for the checks that read all of them. Does not need git, so it also works on a copy of the tree. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders that a build, an installation or a running program creates. */
export const notOurs: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'data',
  'coverage',
  'build',
  'generated',
  '.git',
  '.cache',
  '.strapi',
  '.tmp',
]);

/** @returns the sorted paths, relative to `root` and with `/`, of all files below `folder` that are not in one of `notOurs`. */
export function projectFiles(root: string, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : projectFiles(root, path);
      return entry.isFile() ? [relative(root, path).replaceAll('\\', '/')] : [];
    })
    .sort();
}
