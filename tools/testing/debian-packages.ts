/** Installs programs that tests need from Debian, when that is allowed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** True for root on Debian; nobody else may install. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs the packages one after the other until `found` returns true, and shows the output of apt. Starts no services: tests start their own.
 * @returns whether the program is there now.
 */
export function installFromDebian(packages: readonly string[], found: () => boolean): boolean {
  if (found()) return true;
  if (!mayInstall()) return false;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...parameters: string[]) => spawnSync('apt-get', parameters, { stdio: 'inherit', env: environment });
  apt('update', '-qq');
  for (const name of packages) if (!found()) apt('install', '-y', '-qq', name);
  return found();
}
