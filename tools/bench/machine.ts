/** Describes the machine of a measurement, because a rate means little without it, and reads the memory of processes. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** nginx prints its version to standard error, and wrk exits with 1 after printing its own. */
function readVersion(command: string, parameter: string): string {
  const { stdout, stderr } = spawnSync(command, [parameter], { encoding: 'utf8' });
  return /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
}

export function describeMachine(chromium: string): Record<string, string> {
  return {
    Processor: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`,
    Memory: `${(totalmem() / 1024 ** 3).toFixed(0)} GB`,
    'Load when the bench began': loadavg()
      .map((load) => load.toFixed(1))
      .join(', '),
    Node: process.version,
    nginx: readVersion('nginx', '-v'),
    wrk: readVersion('wrk', '-v'),
    Chromium: readVersion(chromium, '--version'),
  };
}

/** Megabytes of memory that a process occupies, from Linux's `/proc`. @throws when the process is gone. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;
}
