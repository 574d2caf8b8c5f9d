/** Counts the attempts of an attack, collects every failure, writes failing inputs to files, and reports both. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Input, type InputKind, inputKinds } from './generate/input.ts';
import type { Pause } from './probe.ts';

/** Limits the failed views and the files, because more of them show nothing new. */
const maxFindings = 200;
/** Limits the failures of one kind in the text; the JSON has all of them. */
const maxShown = 12;

export interface Report extends Pick<
  Findings,
  'inputs' | 'pageViews' | 'forms' | 'acknowledged' | 'longestPause' | 'failures'
> {
  seed: string;
  minutes: number;
  ok: boolean;
}

export class Findings {
  readonly inputs = Object.fromEntries(inputKinds.map((kind) => [kind, 0])) as Record<InputKind, number>;
  readonly failures: Record<'pageViews' | 'inputs' | 'faults' | 'lostForms' | 'growth' | 'pauses', string[]> = {
    pageViews: [],
    inputs: [],
    faults: [],
    lostForms: [],
    growth: [],
    pauses: [],
  };
  pageViews = 0;
  forms = 0;
  acknowledged = 0;
  /** In whole milliseconds. */
  longestPause: Pause = { milliseconds: 0, computing: 0 };
  readonly #folder: string;
  #kept = 0;

  /** @param folder for failing inputs; created when it is missing. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** The site ended, or the attack itself could not go on. */
  failedFault(what: string): void {
    this.failures.faults.push(what);
  }

  failedView(what: string): void {
    if (this.failures.pageViews.length < maxFindings) this.failures.pageViews.push(what);
  }

  failedInput({ kind, pieces }: Input, why: string): void {
    const name = this.keep(kind, { bytes: Buffer.concat(pieces) });
    const sizes = pieces.map(({ length }) => length).join(' + ');
    if (name) this.failures.inputs.push(`${kind}: ${why} (${name}, ${sizes} bytes)`);
  }

  /** Writes files that belong to one failure. @param files text or bytes by extension. @returns their common name; null when there are too many. */
  keep(what: string, files: Record<string, string | Buffer>): string | null {
    if (this.#kept >= maxFindings) return null;
    const name = `${String(this.#kept).padStart(4, '0')}-${what.replaceAll(/[^\w]+/g, '-')}`;
    this.#kept += 1;
    for (const [extension, content] of Object.entries(files))
      writeFileSync(join(this.#folder, `${name}.${extension}`), content);
    return name;
  }

  paused({ milliseconds, computing }: Pause): void {
    if (milliseconds > this.longestPause.milliseconds)
      this.longestPause = { milliseconds: Math.round(milliseconds), computing: Math.round(computing) };
  }

  /** Summarises the attack. @param maxPauseMs from this length on, a pause is a failure; null when pauses are not judged. */
  report({ seed, minutes, maxPauseMs }: { seed: string; minutes: number; maxPauseMs: number | null }): Report {
    const { inputs, pageViews, forms, acknowledged, longestPause } = this;
    const { milliseconds } = longestPause;
    const pauses = maxPauseMs !== null && milliseconds >= maxPauseMs ? [`${milliseconds} ms`] : [];
    const failures = { ...this.failures, pauses };
    return {
      seed,
      minutes: Math.round(minutes * 10) / 10,
      inputs,
      pageViews,
      forms,
      acknowledged,
      longestPause,
      failures,
      ok: Object.values(failures).every((list) => list.length === 0),
    };
  }
}

export function formatReport(report: Report): string {
  return inspect(report, { depth: 4, maxArrayLength: maxShown, maxStringLength: 1000, breakLength: 120 });
}
