/** Starts programs in separate Linux namespaces with a folder as their root file system, for `native-container.ts`. Needs root. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Tells whether namespaces are permitted; otherwise the tests of the images are skipped. */
export const canIsolate =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  (() => {
    try {
      execFileSync('unshare', ['--mount', '--pid', '--fork', 'true'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

/**
 * The first process of the namespaces. `/usr` and `/etc` of this machine, read-only, stand for the base image, with the project's Node and this
 * machine's npm in `/usr/local`. Parameters: the root folder, its access, pairs of a folder and where it is mounted, `--`, the program.
 */
const enter = `set -e
root=$1; access=$2; shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
for folder in usr etc; do
  mkdir -p "$root/$folder"
  mount --bind "/$folder" "$root/$folder"
  mount -o remount,bind,ro "$root/$folder"
done
for folder in bin sbin lib lib64; do
  if [ -e "/$folder" ] && [ ! -L "$root/$folder" ]; then ln -s "usr/$folder" "$root/$folder"; fi
done
mkdir -p "$root/proc" "$root/dev" "$root/tmp" "$root/var/npm-cache"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/usr/local"
mkdir -p "$root/usr/local/bin" "$root/usr/local/npm"
touch "$root/usr/local/bin/node"
mount --bind "$NODE_OF_IMAGE" "$root/usr/local/bin/node"
mount --bind "$NPM_OF_IMAGE" "$root/usr/local/npm"
printf '#!/bin/sh\\nexec node /usr/local/npm/bin/npm-cli.js "$@"\\n' > "$root/usr/local/bin/npm"
chmod 755 "$root/usr/local/bin/npm"
if [ "$access" = read-only ]; then mount -o remount,bind,ro "$root"; else mount --bind "$NPM_CACHE" "$root/var/npm-cache"; fi
while [ "$1" != -- ]; do mount --bind "$1" "$root$2"; shift 2; done
shift
exec chroot "$root" "$@"`;

export interface IsolatedProgram {
  command: readonly string[];
  environment: Record<string, string>;
  workdir: string;
  /** `uid:gid`. All users except root (`0:0`) lose every capability. */
  user: string;
  readOnly?: boolean;
  /** Folders of this machine, by their path inside the namespaces. */
  volumes?: Record<string, string>;
}

const npmConfig = (name: string) =>
  execFileSync('npm', ['config', 'get', name], { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();

/** The settings of this machine's npm with which npm inside reaches the package registry. */
export const registrySettings = () => ({
  npm_config_registry: npmConfig('registry'),
  npm_config_cache: '/var/npm-cache',
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:npm_config_cafile|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
    ),
  ),
});

/** The environment of `unshare`. */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const npm = realpathSync(execFileSync('which', ['npm']).toString().trim());
  const cache = npmConfig('cache');
  mkdirSync(cache, { recursive: true });
  return { ...process.env, NODE_OF_IMAGE: process.execPath, NPM_OF_IMAGE: dirname(dirname(npm)), NPM_CACHE: cache };
}

/** Builds the command that runs the program as this user, without the environment of this machine. */
export function asUser({ command, environment, user }: IsolatedProgram, ...options: string[]): string[] {
  const [uid = '0', gid = '0'] = user.split(':');
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--inh-caps=-all'];
  return [
    ...(uid === '0' ? [] : ['setpriv', ...ids, '--bounding-set=-all']),
    'env',
    '-i',
    ...options,
    'PATH=/usr/local/bin:/usr/bin:/bin',
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    ...command,
  ];
}

/** Builds the parameters with which `unshare` starts the program as process 1 with `root` as its file system. */
export function isolated(root: string, program: IsolatedProgram): string[] {
  return [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-c',
    enter,
    'sh',
    root,
    program.readOnly ? 'read-only' : 'writable',
    ...Object.entries(program.volumes ?? {}).flatMap(([inside, outside]) => [outside, inside]),
    '--',
    ...asUser(program, `--chdir=${program.workdir}`),
  ];
}
