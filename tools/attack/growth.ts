/** Detects growth that must not happen: memory after a garbage collection, open descriptors, files of uploads that were never claimed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../bench/statistics.ts';
import type { AttackedSite } from './attacked-site.ts';
import type { Findings } from './report.ts';

/** `heap` and `external` in bytes, the others are counts. */
export interface Sample {
  heap: number;
  external: number;
  descriptors: number;
  files: number;
}

/** The permitted rise from the median of the first quarter to that of the last: a share plus an amount for noise. */
const tolerance: Record<keyof Sample, { share: number; amount: number; unit: string }> = {
  heap: { share: 0.1, amount: 8 * 2 ** 20, unit: 'bytes of heap' },
  external: { share: 0.15, amount: 16 * 2 ** 20, unit: 'bytes outside the heap' },
  descriptors: { share: 0.1, amount: 20, unit: 'open descriptors' },
  files: { share: 0, amount: 10, unit: 'files of uploads' },
};
/** The share of the samples to ignore: during these the first inputs still fill caches and counters, and V8 still compiles. */
const warmUpShare = 0.15;
/** With fewer samples the medians are random, and `findGrowth` has no findings. */
const minSamples = 8;

/** Measures the site once, and records its longest pause. `files` counts `incoming/`, the folder in which a request may leave an upload. */
export async function takeSample(site: AttackedSite, dataDir: string, findings: Findings): Promise<Sample> {
  const { heap, external, longestPause } = await site.measure();
  findings.paused(longestPause);
  const incoming = join(dataDir, 'incoming');
  return {
    heap,
    external,
    descriptors: site.descriptors(),
    files: existsSync(incoming) ? readdirSync(incoming).length : 0,
  };
}

/** Finds each value whose median grew from the first to the last quarter. @param all the samples in order. */
export function findGrowth(all: readonly Sample[]): string[] {
  const samples = all.slice(Math.ceil(all.length * warmUpShare));
  if (samples.length < minSamples) return [];
  const quarter = Math.floor(samples.length / 4);
  return (Object.keys(tolerance) as (keyof Sample)[]).flatMap((value) => {
    const [first, last] = [samples.slice(0, quarter), samples.slice(-quarter)].map((some) =>
      median(some.map((sample) => sample[value])),
    ) as [number, number];
    const { share, amount, unit } = tolerance[value];
    return last > first * (1 + share) + amount ? [`${Math.round(first)} → ${Math.round(last)} ${unit}`] : [];
  });
}
