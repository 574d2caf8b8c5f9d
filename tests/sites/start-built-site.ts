/** Starts the built server in its own process, as `npm start` does, on a port that the system chooses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../services/free-port.ts';
import { hashFiles } from '../../tools/checks/project-files.ts';
import { projectRoot } from '../../tools/project-root.ts';
import serverProcess from '../../tools/server-process.json' with { type: 'json' };

export interface BuiltSite extends AsyncDisposable {
  url: string;
  process: ChildProcess;
  /** Everything that the process has written so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/**
 * Only in tests: the bench starts sites too, and measures them unchanged. The flags of the real process save memory, and cost a fifth of the
 * time of a start, of which a test run has some hundred.
 */
const flags = process.env['VITEST']
  ? [
      '--min-semi-space-size=32',
      '--v8-pool-size=1',
      `--import=${new URL('quick-compression.mjs', import.meta.url).href}`,
    ]
  : serverProcess.flags;

/** Every built site shows its metrics to requests with this token. */
export const metricsToken = 'token-of-the-tests-collector';

/**
 * @param environment without `DATA_DIR`, the site gets a folder of its own, which `stop` removes. @param main the server's entry file, if not the one in `dist`. @param within a program, with its arguments, that starts the process.
 * @throws with the process's output when the process ends before the site is ready.
 */
export async function startBuiltSite(
  environment: Record<string, string>,
  main = join(projectRoot, 'dist/server/main.js'),
  within: readonly string[] = [],
): Promise<BuiltSite> {
  const port = environment['PORT'] ?? String(await freePort());
  const ownData = environment['DATA_DIR'] === undefined ? await newSiteData('site') : null;
  const [program, ...parameters] = [...within, process.execPath, ...flags, main];
  const child = spawn(program, parameters, {
    cwd: projectRoot,
    env: {
      ...serverProcess.environment,
      PATH: process.env['PATH'],
      ...(process.env['VITEST'] && {
        // A test run starts a hundred sites from the same files: compiling them is half of a start.
        NODE_COMPILE_CACHE: join(projectRoot, '.cache/node'),
        // Reading the demonstration again and rendering the first pages are half of the rest. A root of its own has other content.
        ...(!environment['BROKERFRONT_ROOT'] && { BROKERFRONT_TEST_START: 'prepared' }),
      }),
      NODE_ENV: 'production',
      BROKERFRONT_ROOT: projectRoot,
      PORT: port,
      SITE_URL: `http://localhost:${port}`,
      DRAIN_SECONDS: '0',
      METRICS_TOKEN: metricsToken,
      ARCHIVE: 'off',
      ...(ownData && { DATA_DIR: ownData }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('The site is ready')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the site ended with ${code}:\n${output}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    if (ownData) await rm(ownData, { recursive: true, force: true });
  };
  return {
    url: `http://localhost:${port}`,
    process: child,
    output: () => output,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The replica in a data folder. */
const replica = 'mirror.sqlite';
/** A replica of the demonstration: made once for each state of the sources, and copied by every test. */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const built = readFileSync(join(projectRoot, 'dist/build-id'), 'utf8');
  const file = join(projectRoot, '.cache', `replica-${built}-${hashFiles([join(projectRoot, 'demo')])}.sqlite`);
  if (existsSync(file)) return file;
  mkdirSync(join(projectRoot, '.cache'), { recursive: true });
  const draft = mkdtempSync(join(tmpdir(), 'brokerfront-replica-'));
  const site = await startBuiltSite({ DATA_DIR: draft, LOG_LEVEL: 'silent' });
  await site.stop();
  // Two workers may reach this at the same time: each writes its own file and renames it once it is complete.
  cpSync(join(draft, replica), `${file}-${process.pid}`);
  renameSync(`${file}-${process.pid}`, file);
  rmSync(draft, { recursive: true, force: true });
  return file;
}

/** Gives a data folder a replica: a site on it starts as after a restart, in half the time of a first start. */
export async function prepareSiteData(folder: string): Promise<void> {
  cpSync(await (template ??= makeTemplate()), join(folder, replica));
}

/** @returns a new, prepared folder. */
export async function newSiteData(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `brokerfront-${name}-`));
  await prepareSiteData(folder);
  return folder;
}
