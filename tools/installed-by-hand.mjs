/** Whether somebody ran `npm ci` by hand. Plain JavaScript, no dependencies: `bootstrap.mjs` asks before anything is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * npm writes what it installed to `node_modules/.package-lock.json`: the packages of the lockfile, without those that are optional and not for
 * this machine.
 * @param {string} root the project.
 * @returns {boolean} true when everything of the lockfile is installed in its version.
 */
export function installedByHand(root) {
  const written = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(written)) return false;
  const [installed, wanted] = [packagesIn(written), packagesIn(join(root, 'package-lock.json'))];
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const there = installed[path];
    return there ? there.version === version && there.integrity === integrity : optional === true;
  });
}
