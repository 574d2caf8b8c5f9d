/** The real Varnish with `deploy/varnish/default.vcl`: only the addresses of the sites are replaced. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/project-root.ts';
import { freePort } from '../start-built-site.ts';
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

/** The ports must be known before the sites start, since each needs the other's. */
export async function varnishPorts(): Promise<{ open: number; purge: number }> {
  return { open: await freePort(), purge: await freePort() };
}

/** @param sites ports of one or two sites on this machine. @throws when the configuration has changed in a way that this does not know, or is refused. */
export async function startVarnish(
  ports: { open: number; purge: number },
  sites: readonly [number, number?],
): Promise<Varnish> {
  // Its name for other tools: short, because a path of a socket has 107 characters at most.
  const folder = await mkdtemp(join(tmpdir(), 'bf-varnish-'));
  let vcl = readFileSync(join(projectRoot, 'deploy/varnish/default.vcl'), 'utf8');
  for (const [from, port] of [
    ['3001', sites[0]],
    ['3002', sites[1] ?? sites[0]],
  ] as const) {
    if (!vcl.includes(`.port = "${from}"`)) throw new Error(`the configuration has no site at ${from}`);
    vcl = vcl.replace(`.port = "${from}"`, `.port = "${port}"`);
  }
  await writeFile(join(folder, 'default.vcl'), vcl);
  const child = spawn(
    program,
    [
      '-F',
      '-j',
      'none',
      '-n',
      join(folder, 'run'),
      '-T',
      'none',
      '-f',
      join(folder, 'default.vcl'),
      '-a',
      `public=127.0.0.1:${ports.open}`,
      '-a',
      `purge=127.0.0.1:${ports.purge}`,
      '-s',
      'malloc,128m',
      '-p',
      'http_gzip_support=off',
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  const purgeUrl = `http://127.0.0.1:${ports.purge}`;
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`varnishd ended with ${child.exitCode}:\n${output}`);
      return (await fetch(purgeUrl).catch(() => null))?.status === 404;
    },
    'Varnish',
    30_000,
  );
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
