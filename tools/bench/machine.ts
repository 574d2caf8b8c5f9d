/** Describes the machine that a result was measured on, without which a rate says nothing; and the median. */
import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

function versionOf(command: string, parameters: string[], pattern: RegExp): string {
  try {
    // nginx prints its version to standard error, and wrk exits with 1 after printing its own.
    return (
      pattern.exec(
        execFileSync('sh', ['-c', '"$0" "$@" 2>&1; true', command, ...parameters], { encoding: 'utf8' }),
      )?.[0] ?? 'unknown'
    );
  } catch {
    return 'unknown';
  }
}

export function machineShape(chromium: string): [name: string, value: string][] {
  return [
    ['Processor', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${availableParallelism()} cores`],
    ['Memory', `${(totalmem() / 1024 ** 3).toFixed(0)} GB`],
    [
      'Load when the bench began',
      loadavg()
        .map((load) => load.toFixed(1))
        .join(', '),
    ],
    ['Node', process.version],
    ['nginx', versionOf('nginx', ['-v'], /\d+\.\d+\.\d+/)],
    ['wrk', versionOf('wrk', ['-v'], /\d+\.\d+\.\d+/)],
    ['Chromium', versionOf(chromium, ['--version'], /Chromium [\d.]+/)],
  ];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
