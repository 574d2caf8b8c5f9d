/** Collects the results of an attack: counts of what it tried, and every failure. Writes failing inputs to files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Input, type InputKind, inputKinds } from './input.ts';
import type { Pause } from './probe.ts';

/** At most this many failed views, and this many files; more say nothing new. */
const mostKept = 200;

export class Findings {
  readonly inputs = Object.fromEntries(inputKinds.map((kind) => [kind, 0])) as Record<InputKind, number>;
  readonly faults: Record<string, number> = {};
  kills = 0;
  views = 0;
  forms = 0;
  acknowledged = 0;
  failedViews: string[] = [];
  failedInputs: string[] = [];
  failedFaults: string[] = [];
  lost: string[] = [];
  growth: string[] = [];
  leftOut: string[] = [];
  /** The longest pause in whole milliseconds, and the part of the attack in which it happened. */
  longestPause: Pause & { during: string } = { milliseconds: 0, computing: 0, majorFaults: 0, disk: 0, during: '' };
  readonly #folder: string;
  #kept = 0;

  /** @param folder for failing inputs; created when it is missing. */
  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  get total(): number {
    return Object.values(this.inputs).reduce((sum, count) => sum + count, 0);
  }

  get faultCount(): number {
    return Object.values(this.faults).reduce((sum, count) => sum + count, 0);
  }

  fault(name: string): void {
    this.faults[name] = (this.faults[name] ?? 0) + 1;
  }

  failedView(who: string, what: string): void {
    if (this.failedViews.length < mostKept) this.failedViews.push(`${who}, ${what}`);
  }

  /** Writes a page that changed to a file, together with its earlier HTML. */
  keepView(path: string, now: string, before: string): void {
    if (this.#kept >= mostKept) return;
    const name = `${String(this.#kept).padStart(4, '0')}-view${path.replaceAll(/[^\w]+/g, '-')}`;
    this.#kept += 1;
    writeFileSync(join(this.#folder, `${name}.now.html`), now);
    writeFileSync(join(this.#folder, `${name}.before.html`), before);
  }

  failedFault(name: string, what: string): void {
    this.failedFaults.push(`${name}: ${what}`);
  }

  failedInput({ kind, seed, pieces }: Input, why: string): void {
    if (this.#kept >= mostKept) return;
    const name = `${String(this.#kept).padStart(4, '0')}-${kind.replaceAll(' ', '-')}`;
    this.#kept += 1;
    this.failedInputs.push(`${kind}, seed ${seed}: ${why} (${name})`);
    writeFileSync(join(this.#folder, `${name}.bytes`), Buffer.concat(pieces));
    writeFileSync(
      join(this.#folder, `${name}.json`),
      `${JSON.stringify({ kind, seed, why, pieces: pieces.map(({ length }) => length) }, null, 2)}\n`,
    );
  }

  paused({ milliseconds, computing, majorFaults, disk }: Pause, during: string): void {
    if (milliseconds > this.longestPause.milliseconds)
      this.longestPause = {
        milliseconds: Math.round(milliseconds),
        computing: Math.round(computing),
        majorFaults,
        disk: Math.round(disk),
        during,
      };
  }
}
