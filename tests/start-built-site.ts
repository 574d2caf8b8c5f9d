/** Starts the built server as a process of its own, as `npm start` does, on a port that the system chooses. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../scripts/project-root.ts';
import serverProcess from '../scripts/server-process.json' with { type: 'json' };

export interface BuiltSite {
  url: string;
  process: ChildProcess;
  /** Everything that the process wrote so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/** The bench starts sites too, as they are. */
const quickCompression = process.env['VITEST']
  ? [`--import=${new URL('quick-compression.ts', import.meta.url).href}`]
  : [];

/** With it every built site shows its metrics. */
export const metricsToken = 'token-of-the-tests-collector';

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * @param main another built server than the one of `dist`. @param within a program that starts the process, with its arguments.
 * @throws with the process's output when it ends before it answers.
 */
export async function startBuiltSite(
  environment: Record<string, string>,
  main = join(projectRoot, 'dist/server/main.js'),
  within: readonly string[] = [],
): Promise<BuiltSite> {
  const port = environment['PORT'] ?? String(await freePort());
  const [program, ...parameters] = [...within, process.execPath, ...serverProcess.flags, ...quickCompression, main];
  const child = spawn(program, parameters, {
    cwd: projectRoot,
    env: {
      ...serverProcess.environment,
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      BROKERFRONT_ROOT: projectRoot,
      PORT: port,
      SITE_URL: `http://localhost:${port}`,
      DRAIN_SECONDS: '0',
      METRICS_TOKEN: metricsToken,
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
  return {
    url: `http://localhost:${port}`,
    process: child,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
