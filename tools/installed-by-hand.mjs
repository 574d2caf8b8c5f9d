/** Detects an `npm ci` that was run by hand. Plain JavaScript without dependencies, because `bootstrap.mjs` uses it before packages are installed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Compares the lockfile with `node_modules/.package-lock.json`, in which npm lists the installed packages. That list lacks optional packages of other
 * platforms.
 * @param {string} root the project.
 * @returns {boolean} true when everything of the lockfile is installed in its version.
 */
export function installedByHand(root) {
  const installedLockfile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedLockfile)) return false;
  const [installed, expected] = [readPackages(installedLockfile), readPackages(join(root, 'package-lock.json'))];
  return Object.entries(expected).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const installedPackage = installed[path];
    return installedPackage
      ? installedPackage.version === version && installedPackage.integrity === integrity
      : optional === true;
  });
}
