/** An npm script as an operator runs it: by the machine's own npm and Node, in a process group of its own, with everything that it starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { delimiter } from 'node:path';
import { projectRoot } from '../../scripts/project-root.ts';

export interface NpmScript {
  /** npm itself. */
  pid: number;
  output: () => string;
  /** The processes below npm, as they are now. */
  descendants: () => number[];
  /** Like a terminal's Ctrl-C: npm and all below it get the signal. */
  signalGroup: (signal: NodeJS.Signals) => void;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/** Without what the npm of these tests set, and without the project's Node: the first step runs under whatever the machine has. */
function operatorsEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|vitest|test$|node_env$|node_options$|port$|site_url$|data_dir$)/i.test(name),
  );
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(own), PATH: path.join(delimiter) };
}

/** State and parent of a process; null when it is gone or only waits for its parent to take note. */
function parentOf(pid: string): number | null {
  try {
    // The name of a program stands in brackets and may hold anything.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}

export function isRunning(pid: number): boolean {
  return parentOf(String(pid)) !== null;
}

/** Program and parameters of a process; empty when it is gone. */
export function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function below(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const children = (parent: number): number[] =>
    parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...children(child)]);
  return children(pid);
}

/** `npm start`, `npm run dev`, `npm run cms`, …; resolves at once. */
export function npmScript(parameters: string[], environment: Record<string, string>): NpmScript {
  const child: ChildProcess = spawn('npm', parameters, {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...operatorsEnvironment(), ...environment },
  });
  const { pid } = child;
  if (!pid) throw new Error('npm could not be started');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    pid,
    output: () => output,
    descendants: () => below(pid),
    signalGroup: (signal) => process.kill(-pid, signal),
    ended: once(child, 'exit').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
    })),
  };
}
