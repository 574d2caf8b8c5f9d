/** `WEB_CONCURRENCY`: several processes behind one port (docs/decisions/0048-whole-instances.md). This one accepts connections and hands them out in turn. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '../config.ts';

/** Milliseconds before a process that ended is replaced; doubled each time, unless the last one ran for a minute. */
const firstPause = 500;
const longestPause = 30_000;
const steadyMs = 60_000;

export interface SeveralProcesses {
  /** Passes the signal on. Resolves when all have ended. */
  stop: (signal: NodeJS.Signals) => Promise<void>;
}

/**
 * A connection stays open in this process until the worker says that it has it. One that dies before would leave its visitor waiting for ever.
 * @returns a function that closes the connection that was handed out last, unless it has been taken over.
 */
function rememberHandedOut(worker: Worker): () => void {
  const child = worker.process;
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  let last: { close?: () => void } | undefined;
  child.send = (...given: unknown[]) => {
    if (given[1]) last = given[1];
    return send(...given);
  };
  // A message to a worker that has just died fails, which must not end this process.
  worker.on('error', () => undefined);
  return () => last?.close?.();
}

/** True in the process that starts the others. */
export const isSupervisor = ({ processes }: Pick<Config, 'processes'>): boolean => processes > 1 && cluster.isPrimary;

/**
 * Starts the processes and replaces each that ends unexpectedly. When one cannot start because of a setting or a port, all end with its exit
 * code.
 * @param file the server's entry file.
 */
export function startProcesses({ processes, metricsPort }: Config, file: string): SeveralProcesses {
  const running = new Set<Worker>();
  let stopping = false;
  cluster.setupPrimary({ exec: file, args: [] });

  function start(place: number, failures: number): void {
    if (stopping) return;
    // Each process has its own metrics; a collector adds them up.
    const worker = cluster.fork(metricsPort === null ? {} : { METRICS_PORT: String(metricsPort + place) });
    const closeHeld = rememberHandedOut(worker);
    const began = performance.now();
    running.add(worker);
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      closeHeld();
      if (stopping) return;
      // As in `start-problem.ts`: only an operator can help.
      if (code === 78 || code === 75) {
        stopping = true;
        for (const other of running) other.process.kill('SIGTERM');
        process.exit(code);
      }
      const again = performance.now() - began > steadyMs ? 0 : failures + 1;
      process.stderr.write(`A process of the site ended (${signal || code}) and is started again.\n`);
      setTimeout(() => start(place, again), Math.min(longestPause, firstPause * 2 ** Math.max(0, again - 1)));
    });
  }
  for (let place = 0; place < processes; place += 1) start(place, 0);

  return {
    async stop(signal) {
      stopping = true;
      const ends = [...running].map((worker) => once(worker, 'exit'));
      for (const worker of running) worker.process.kill(signal);
      await Promise.all(ends);
    },
  };
}
