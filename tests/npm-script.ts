/** Runs an npm script as an operator does: with the machine's own npm and Node, in its own process group together with everything that it starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { delimiter } from 'node:path';
import { projectRoot } from '../tools/project-root.ts';

export interface NpmScript {
  /** The process id of npm. */
  pid: number;
  output: () => string;
  /** The processes that npm has started, directly or not, as of now. */
  descendants: () => number[];
  /** Like Ctrl-C in a terminal: npm and all its descendants get the signal. */
  signalGroup: (signal: NodeJS.Signals) => void;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * The environment without the variables that the npm of these tests set, and without the project's Node: the first step runs under whatever
 * the machine has.
 */
function operatorsEnvironment(): NodeJS.ProcessEnv {
  const environmentEntries = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|vitest|test$|node_env$|node_options$|port$|site_url$|data_dir$)/i.test(name),
  );
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(environmentEntries), PATH: path.join(delimiter) };
}

/** Finds the parent of a process; null when the process has ended or is a zombie. */
function findParent(pid: string): number | null {
  try {
    // The program's name is in brackets and may contain anything, also brackets and spaces.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? null : Number(parent);
  } catch {
    return null;
  }
}

export function isRunning(pid: number): boolean {
  return findParent(String(pid)) !== null;
}

/** Reads the program and the parameters of a process; empty when it has ended. */
export function readCommand(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function below(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), findParent(name)] as const);
  const children = (parent: number): number[] =>
    parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...children(child)]);
  return children(pid);
}

/** Starts `npm start`, `npm run dev`, `npm run cms`, … and returns without waiting for it. */
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
