/** A Valkey (or Redis, which speaks the same) for tests: where it is, and its installation on Debian where that is allowed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = ['/usr/bin/valkey-server', '/usr/local/bin/valkey-server', '/usr/bin/redis-server', '/usr/local/bin/redis-server'];
const find = () => places.find((place) => existsSync(place)) ?? null;

/** For tests that say that they are left out, rather than fail. */
export const valkeyInstalled = () => find() !== null;

/** @throws with what to do when there is none and it cannot be installed here. */
export function ensureValkey(): string {
  if (!find() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    spawnSync('apt-get', ['update', '-qq'], { env: environment });
    for (const name of ['valkey-server', 'redis-server']) if (!find()) spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env: environment });
  }
  const found = find();
  if (!found) throw new Error('This test needs Valkey. Install it (Debian: apt-get install redis-server).');
  return found;
}

/** One that keeps nothing on disk. */
export async function startValkey(port: number): Promise<ChildProcess> {
  const child = spawn(ensureValkey(), ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => { if (/ready to accept connections/i.test(chunk.toString())) resolve(); });
    child.once('exit', (code) => reject(new Error(`Valkey ended with ${code}`)));
  });
  return child;
}
