/** `WEB_CONCURRENCY`: several processes behind one port (docs/decisions/0048-whole-instances.md). The first process accepts connections and sends them to the others in turn. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Config } from '../config.ts';

/** The pause before a process that ended is replaced; it is doubled each time, unless the last one ran for a minute. */
const firstPauseMs = 500;
const maxPauseMs = 30_000;
const steadyMs = 60_000;

export interface SeveralProcesses {
  /** Sends the signal to all processes, and resolves when they have ended. */
  stop: (signal: NodeJS.Signals) => Promise<void>;
}

/**
 * Remembers the connection that was last sent to a worker. It stays open in this process until the worker confirms it. When the worker dies before,
 * its visitor would wait for ever. @returns a function that closes the connection, unless the worker has confirmed it.
 */
function rememberSentConnection(worker: Worker): () => void {
  const child = worker.process;
  const send = child.send.bind(child) as (...parameters: unknown[]) => boolean;
  let last: { close?: () => void } | undefined;
  child.send = (...parameters: unknown[]) => {
    if (parameters[1]) last = parameters[1];
    return send(...parameters);
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

  function start(index: number, failures: number): void {
    if (stopping) return;
    // Each process has its own metrics; a collector adds them up.
    const worker = cluster.fork(metricsPort === null ? {} : { METRICS_PORT: String(metricsPort + index) });
    const closeUnconfirmed = rememberSentConnection(worker);
    const startedAt = performance.now();
    running.add(worker);
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      closeUnconfirmed();
      if (stopping) return;
      // These are the exit codes of `start-problem.ts`: only an operator can help.
      if (code === 78 || code === 75) {
        stopping = true;
        for (const other of running) other.process.kill('SIGTERM');
        process.exit(code);
      }
      const nextFailures = performance.now() - startedAt > steadyMs ? 0 : failures + 1;
      process.stderr.write(`A process of the site ended (${signal || code}) and is started again.\n`);
      setTimeout(
        () => start(index, nextFailures),
        Math.min(maxPauseMs, firstPauseMs * 2 ** Math.max(0, nextFailures - 1)),
      );
    });
  }
  for (let index = 0; index < processes; index += 1) start(index, 0);

  return {
    async stop(signal) {
      stopping = true;
      const ends = [...running].map((worker) => once(worker, 'exit'));
      for (const worker of running) worker.process.kill(signal);
      await Promise.all(ends);
    },
  };
}
