/** The files of the project as they lie on the disk, for the checks that read all of them. A copy of the tree without git is looked at in the same way. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Made by a build, an installation or a running program; nobody wrote them. */
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

/** @returns the paths of all files below `root` that somebody wrote, with `/` between their parts, sorted. */
export function projectFiles(root: string, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : projectFiles(root, path);
      return entry.isFile() ? [relative(root, path).replaceAll('\\', '/')] : [];
    })
    .sort();
}
