/** A Valkey (or Redis, which speaks the same) for tests: where it is, and its installation on Debian where that is allowed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installFromDebian } from './debian-packages.ts';

const places = [
  '/usr/bin/valkey-server',
  '/usr/local/bin/valkey-server',
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
];

export function valkeyPath(): string | null {
  return places.find((place) => existsSync(place)) ?? null;
}

/** For tests that say that they are left out, rather than fail. */
export const valkeyInstalled = () => valkeyPath() !== null;

/** @throws with what to do when there is none and it cannot be installed here. */
export function ensureValkey(): string {
  installFromDebian(['valkey-server', 'redis-server'], valkeyInstalled);
  const found = valkeyPath();
  if (!found) throw new Error('This test needs Valkey. Install it (Debian: apt-get install redis-server).');
  return found;
}

/** One that keeps nothing on disk. */
export async function startValkey(port: number): Promise<ChildProcess> {
  const child = spawn(
    ensureValkey(),
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (/ready to accept connections/i.test(chunk.toString())) resolve();
    });
    child.once('exit', (code) => reject(new Error(`Valkey ended with ${code}`)));
  });
  return child;
}
