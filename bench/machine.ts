/** The machine that a result was measured on: without it a rate says nothing. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

function firstLine(command: string, parameters: string[]): string {
  try {
    // nginx writes its version to standard error.
    return execFileSync('sh', ['-c', `"$0" "$@" 2>&1`, command, ...parameters], { encoding: 'utf8' }).split('\n')[0]?.trim() ?? '';
  } catch (error) {
    return ((error as { stdout?: string }).stdout ?? '').split('\n')[0]?.trim() || `${command}: not installed`;
  }
}

export function machineShape(chromium: string): [name: string, value: string][] {
  return [
    ['Processor', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`],
    ['Memory', `${(totalmem() / 1024 ** 3).toFixed(0)} GB`],
    ['Load when the bench began', loadavg().map((load) => load.toFixed(1)).join(', ')],
    ['Node', process.version],
    ['nginx', firstLine('nginx', ['-v']).replace('nginx version: ', '')],
    ['wrk', firstLine('wrk', ['-v']).replace(/ Copyright.*/, '')],
    ['Chromium', firstLine(chromium, ['--version'])],
  ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
