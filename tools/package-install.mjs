/** What `npm ci` needs, and whether somebody ran it by hand. Plain JavaScript, no dependencies: `bootstrap.mjs` asks before anything is installed. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
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

/** The environment without the variables that npm sets for its scripts: an inner npm would take them for its own settings. */
export function innerEnvironment() {
  const ofOuter = /^npm_(?:config_(?!registry|userconfig|cache)|lifecycle|package)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofOuter.test(name)));
}

export function findUnwritable(folder) {
  try {
    return accessSync(folder, constants.W_OK) ?? null;
  } catch (error) {
    return `${folder} cannot be written (${error.code}): run this as the folder's owner, or in a copy of it that can be written.`;
  }
}

/**
 * Asks the registry once: without a network, npm would try for minutes before it says anything. Packages that npm has kept need no network.
 * @returns parameters for npm, and why it will probably fail, or null.
 */
export function planInstall(folder) {
  const command = ['ci', '--no-audit', '--no-fund'];
  const ping = ['ping', '--fetch-retries=0', '--fetch-timeout=8000', '--loglevel=notice'];
  const options = { cwd: folder, env: innerEnvironment(), encoding: 'utf8', timeout: 12_000 };
  const { status, stderr, error } = spawnSync('npm', ping, options);
  const code = /npm error code (\w+)/.exec(stderr ?? '')?.[1] ?? error?.code ?? 'no answer';
  // A registry without this command answers with an error of HTTP.
  if (status === 0 || /^E\d{3}$/.test(code)) return { command: [...command, '--loglevel=error'], problem: null };
  const registry = /PING (\S+)/.exec(stderr ?? '')?.[1] ?? '';
  return {
    command: [...command, '--loglevel=silent', '--offline'],
    problem: `The package registry ${registry} cannot be reached (${code}): connect this machine to the network, or name a registry or proxy that it reaches (npm config set registry … or proxy …), and try again.`,
  };
}
