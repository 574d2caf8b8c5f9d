/** Installs and compiles the Strapi project, a package of its own, with Node 24's npm, when that is not done yet. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../server/config.ts';
import { hashFiles } from './checks/project-files.ts';
import { findUnwritable, innerEnvironment, planInstall } from './package-install.mjs';
import { projectRoot } from './project-root.ts';

export const cmsRoot = join(projectRoot, 'cms');
export const strapiProgram = join(cmsRoot, 'node_modules/@strapi/strapi/bin/strapi.js');

interface Options {
  /** Also build the panel for editors (a minute), not only the API (some seconds). */
  panel?: boolean;
  quiet?: boolean;
  /** Aborts the running command. */
  signal?: AbortSignal;
}

async function run(command: string, parameters: string[], { quiet = false, signal }: Options): Promise<void> {
  const child = spawn(command, parameters, {
    cwd: cmsRoot,
    env: innerEnvironment(),
    stdio: quiet ? 'pipe' : 'inherit',
    ...(signal && { signal }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} in cms/ ended with ${status}\n${output}`);
}

const sources = ['src', 'config', 'tsconfig.json', 'package-lock.json'].map((name) => join(cmsRoot, name));

/** Installs and builds what is stale. @throws ConfigError when it cannot, another error when a command fails or is aborted. */
export async function prepareCms(say: (line: string) => void, options: Options = {}): Promise<void> {
  const { panel = false } = options;
  const lockfile = hashFiles([join(cmsRoot, 'package-lock.json')]);
  const installed = join(cmsRoot, 'node_modules/.installed-lockfile');
  const complete = existsSync(installed)
    ? readFileSync(installed, 'utf8') === lockfile
    : existsSync(join(cmsRoot, 'node_modules/.package-lock.json'));
  const stamp = join(cmsRoot, 'dist/.built-sources');
  const currentStamp = `${hashFiles(sources)} ${panel ? 'panel' : 'api'}`;
  const builtStamp = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  const isBuilt = builtStamp === currentStamp || (!panel && builtStamp.startsWith(currentStamp.split(' ')[0] ?? ''));
  if (complete && isBuilt) return;
  const unwritable = findUnwritable(cmsRoot);
  if (unwritable) throw new ConfigError(unwritable);
  if (!complete) {
    say('installing Strapi (about a minute the first time)');
    const { command, problem } = planInstall(cmsRoot);
    await run('npm', command, options).catch((error: unknown) => {
      throw options.signal?.aborted || !problem ? error : new ConfigError(problem, { cause: error });
    });
    writeFileSync(installed, lockfile);
  }
  if (isBuilt) return;
  // Neither build removes what is no longer in the sources.
  rmSync(join(cmsRoot, 'dist'), { recursive: true, force: true });
  say(panel ? 'building the panel for editors (about a minute)' : 'compiling Strapi');
  // Not by npm, because its shell does not forward signals.
  await run(
    process.execPath,
    panel ? [strapiProgram, 'build'] : ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
    options,
  );
  writeFileSync(stamp, currentStamp);
}
