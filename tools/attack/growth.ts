/** Detects growth that must not happen: memory after a garbage collection, open descriptors, files of uploads that were never claimed. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AttackedSite } from './attacked-site.ts';
import type { Pause } from './probe.ts';

/** `heap` and `external` in bytes, the others are counts. */
export interface Sample {
  heap: number;
  external: number;
  descriptors: number;
  files: number;
}

/** How far the median of the last quarter may exceed that of the first: by a share plus an amount that is noise. */
const tolerance: Record<keyof Sample, { share: number; amount: number; unit: string }> = {
  heap: { share: 0.1, amount: 8 * 2 ** 20, unit: 'bytes of heap' },
  external: { share: 0.15, amount: 16 * 2 ** 20, unit: 'bytes outside the heap' },
  descriptors: { share: 0.1, amount: 20, unit: 'open descriptors' },
  files: { share: 0, amount: 10, unit: 'files of uploads' },
};
/** With fewer samples the medians are chance, and `growthOf` reports nothing. */
export const fewestSamples = 8;

/** Measures the site once. `files` counts `incoming/`, the folder in which a request may leave an upload. */
export async function sampleOf(site: AttackedSite, dataDir: string): Promise<{ sample: Sample; longestPause: Pause }> {
  const { heap, external, longestPause } = await site.measure();
  const incoming = join(dataDir, 'incoming');
  return {
    sample: {
      heap,
      external,
      descriptors: site.descriptors(),
      files: existsSync(incoming) ? readdirSync(incoming).length : 0,
    },
    longestPause,
  };
}

function median(values: number[]): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.floor(ordered.length / 2)] ?? 0;
}

/** @param samples in order, without the warm-up. @returns one sentence for each value whose median grew from the first to the last quarter. */
export function growthOf(samples: readonly Sample[], where: string): string[] {
  if (samples.length < fewestSamples) return [];
  const quarter = Math.floor(samples.length / 4);
  return (Object.keys(tolerance) as (keyof Sample)[]).flatMap((name) => {
    const first = median(samples.slice(0, quarter).map((sample) => sample[name]));
    const last = median(samples.slice(-quarter).map((sample) => sample[name]));
    const { share, amount, unit } = tolerance[name];
    return last > first * (1 + share) + amount ? [`${where}: ${Math.round(first)} → ${Math.round(last)} ${unit}`] : [];
  });
}
