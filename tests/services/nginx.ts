/** The real nginx with `deploy/nginx/`: only ports, folders and addresses are replaced. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../tools/project-root.ts';

const places = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'];

export function nginxPath(): string | null {
  return places.find((place) => existsSync(place)) ?? null;
}

export const nginxInstalled = nginxPath() !== null;

interface Ports {
  http: number;
  https: number;
  internal: number;
}

/** Replaces a text of the configuration. @throws when the text is missing, because the test would then run another configuration. */
function replaced(text: string, changes: readonly (readonly [string, string])[]): string {
  for (const [from] of changes) if (!text.includes(from)) throw new Error(`the configuration has no “${from}”`);
  return changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

const read = (name: string) => readFileSync(join(projectRoot, 'deploy/nginx', name), 'utf8');

/** Makes a certificate for both names, and the configuration. @param upstreams what stands in the place of each address of `upstreams.conf`. */
export function writeConfiguration(
  folder: string,
  ports: Ports,
  upstreams: Record<string, string>,
): { ca: Buffer; file: string } {
  for (const name of ['tls', 'cache', 'acme', 'temporary']) mkdirSync(join(folder, name), { recursive: true });
  const [certificate, key] = [join(folder, 'tls/fullchain.pem'), join(folder, 'tls/privkey.pem')];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=broker.example',
      '-addext',
      'subjectAltName=DNS:broker.example,DNS:cms.broker.example',
      '-out',
      certificate,
      '-keyout',
      key,
    ],
    { stdio: 'pipe' },
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    replaced(read('nginx.conf'), [
      ['listen 80 ', `listen 127.0.0.1:${ports.http} `],
      ['listen 443 ', `listen 127.0.0.1:${ports.https} `],
      ['listen 8080;', `listen 127.0.0.1:${ports.internal};`],
      ['/etc/nginx/tls', join(folder, 'tls')],
      ['/var/cache/nginx/pages', join(folder, 'cache')],
      ['/var/www/acme', join(folder, 'acme')],
    ]),
  );
  writeFileSync(join(folder, 'upstreams.conf'), replaced(read('upstreams.conf'), Object.entries(upstreams)));
  return { ca: readFileSync(certificate), file };
}

// Debian's nginx has its folders for bodies where only root may write; as root its workers would be somebody else.
const global = (folder: string) =>
  `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${join(folder, 'nginx.pid')}; lock_file ${join(folder, 'lock')};`;

/** Tests the configuration. @returns the output of nginx. @throws when nginx refuses it. */
export function testConfiguration(folder: string): string {
  const nginx = nginxPath();
  if (!nginx) throw new Error('nginx is not installed (Debian: apt-get install nginx-light)');
  return execFileSync('sh', [
    '-c',
    '"$@" 2>&1',
    'sh',
    nginx,
    '-t',
    '-p',
    folder,
    '-c',
    'nginx.conf',
    '-g',
    global(folder),
  ]).toString();
}

/** Starts nginx. @throws when nginx ends before it listens. */
export async function startNginx(
  folder: string,
): Promise<{ process: ChildProcess; stop: () => Promise<void>; errors: () => string }> {
  const child = spawn(nginxPath() ?? 'nginx', ['-p', folder, '-c', 'nginx.conf', '-g', global(folder)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = once(child, 'exit');
  // nginx writes its pid after it has bound its ports.
  while (!existsSync(join(folder, 'nginx.pid')) || readFileSync(join(folder, 'nginx.pid'), 'utf8') === '') {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${errors}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    process: child,
    errors: () => errors,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
    },
  };
}
