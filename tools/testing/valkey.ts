/** Finds and starts Valkey (or Redis, which has the same protocol) for tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/valkey-server',
  '/usr/local/bin/valkey-server',
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
];

export function valkeyPath(): string | null {
  return places.find((place) => existsSync(place)) ?? null;
}

/** For tests that skip instead of failing when Valkey is missing. */
export const valkeyInstalled = () => valkeyPath() !== null;

/** Starts a Valkey that stores nothing on disk, and waits until it is ready. @throws when there is none, or it exits before. */
export async function startValkey(port: number): Promise<ChildProcess> {
  const child = spawn(
    valkeyPath() ?? 'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    // With this process's own stderr, a Valkey that a failed test leaves behind would keep the whole test run from ending.
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  child.stderr.resume();
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (/ready to accept connections/i.test(chunk.toString())) resolve();
    });
    child.once('exit', (code) => reject(new Error(`Valkey ended with ${code}`)));
  });
  return child;
}
