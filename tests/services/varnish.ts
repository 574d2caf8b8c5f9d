/** The real Varnish with `deploy/varnish/`: only addresses and folders are replaced. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../tools/project-root.ts';
import { freePort } from './free-port.ts';
import { until } from '../until.ts';

const program = '/usr/sbin/varnishd';

export function varnishInstalled(): boolean {
  return existsSync(program) && globSync('/usr/lib/*/varnish/vmods/libvmod_xkey.so').length > 0;
}

export interface Varnish {
  url: string;
  /** The site's CDN_URL. */
  purgeUrl: string;
  process: ChildProcess;
  stop: () => Promise<void>;
}

/** Reads a file of `deploy/varnish/`. */
export const deployed = (name: string) => readFileSync(join(projectRoot, 'deploy/varnish', name), 'utf8');

/** Replaces a text of the configuration. @throws when the text is missing, because the test would then run another configuration. */
function replaced(given: string, changes: readonly (readonly [string, string])[]): string {
  for (const [from] of changes) if (!given.includes(from)) throw new Error(`deploy/varnish/ has no “${from}”`);
  return changes.reduce((changed, [from, to]) => changed.replace(from, to), given);
}

/** The ports must be known before the sites start, since each needs the other's. */
export async function varnishPorts(): Promise<{ open: number; purge: number }> {
  return { open: await freePort(), purge: await freePort() };
}

/**
 * @param sites ports of one or two sites on this machine.
 * @throws when the configuration has changed in a way that this does not know, or is refused.
 */
export async function startVarnish(
  ports: { open: number; purge: number },
  sites: readonly [number, number?],
): Promise<Varnish> {
  // Its name for other tools: short, because a path of a socket has 107 characters at most.
  const folder = await mkdtemp(join(tmpdir(), 'bf-varnish-'));
  const file = join(folder, 'default.vcl');
  await writeFile(file, deployed('default.vcl'));
  await writeFile(
    join(folder, 'backends.vcl'),
    replaced(deployed('backends.vcl'), [
      ['.port = "3001"', `.port = "${sites[0]}"`],
      ['.port = "3002"', `.port = "${sites[1] ?? sites[0]}"`],
    ]),
  );
  const command = replaced(/^ExecStart=(.+)$/m.exec(deployed('brokerfront.conf'))?.[1] ?? '', [
    ['public=127.0.0.1:6081', `public=127.0.0.1:${ports.open}`],
    ['purge=127.0.0.1:6082', `purge=127.0.0.1:${ports.purge}`],
    ['/etc/varnish/default.vcl', file],
    ['malloc,512m', 'malloc,128m'],
  ]);
  // Debian's unit runs as a user of its own; here Varnish runs as the user of the tests, and needs its own folder.
  const parameters = [...command.split(' ').slice(1), '-j', 'none', '-n', join(folder, 'run'), '-T', 'none'];
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  const purgeUrl = `http://127.0.0.1:${ports.purge}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`varnishd ended with ${child.exitCode}:\n${output}`);
    return (await fetch(purgeUrl).catch(() => null))?.status === 404;
  }, 'Varnish');
  return {
    url: `http://127.0.0.1:${ports.open}`,
    purgeUrl,
    process: child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
