/**
 * Loaded into the attacked server with `--import`: shifts its clock, and answers questions about its memory and its pauses over the
 * channel to its parent. A pause is time in which the loop answered nobody. What it only waited for a core, or for a thread of V8's that
 * waited for one, as the kernel counts it, is not the site's, and neither is the collection that the probe itself asks for.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Pause {
  milliseconds: number;
  /** Of the milliseconds, those in which the thread itself computed; in the others it waited for a disk, a pipe or another thread. */
  computing: number;
}

export interface Measurement {
  /** Bytes in use after a collection: objects, and buffers outside the heap. */
  heap: number;
  external: number;
  /** Since the last question. */
  longestPause: Pause;
}

export interface ProbeQuestion {
  ask: 'measure' | 'forget-pauses';
  id: number;
}

const shift = Number(process.env['ATTACK_CLOCK_MS'] ?? 0);
if (shift !== 0) {
  const RealDate = Date;
  const shifted = class extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(RealDate.now() + shift);
      else super(...(given as [number]));
    }

    static override now(): number {
      return RealDate.now() + shift;
    }
  };
  globalThis.Date = new Proxy(shifted, { apply: () => new shifted().toString() }) as unknown as DateConstructor;
}

/** Milliseconds that a thread was ready to run and had no core, by its folder in `/proc`. */
function starved(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/** V8's own threads: the loop waits for the slowest of them in each collection. */
function helpers(): string[] {
  const folder = '/proc/self/task';
  try {
    return readdirSync(folder)
      .map((id) => join(folder, id))
      .filter((thread) => readFileSync(join(thread, 'comm'), 'latin1') === 'V8Worker\n');
  } catch {
    return [];
  }
}
const helperThreads = helpers();

/** Milliseconds of work of this thread. */
function computed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const beat = 10;
const reading = () => ({
  at: performance.now(),
  starved: starved('/proc/thread-self'),
  helpers: helperThreads.map(starved),
  computed: computed(),
});
let longest: Pause = { milliseconds: 0, computing: 0 };
let last = reading();

function forget(): void {
  longest = { milliseconds: 0, computing: 0 };
  last = reading();
}

function look(): void {
  const now = reading();
  const computing = now.computed - last.computed;
  const unserved = now.at - last.at - beat - (now.starved - last.starved);
  const starvedHelper = Math.max(0, ...now.helpers.map((value, index) => value - (last.helpers[index] ?? 0)));
  // What it computed counts in any case.
  const milliseconds = unserved - Math.min(Math.max(0, unserved - computing), starvedHelper);
  if (milliseconds > longest.milliseconds) longest = { milliseconds, computing };
  last = now;
}

// The start is not measured: nobody is answered yet.
setTimeout(
  () => {
    forget();
    setInterval(look, beat).unref();
  },
  Number(process.env['ATTACK_PAUSES_AFTER_MS'] ?? 5000),
).unref();

process.on('message', (question: ProbeQuestion) => {
  look();
  const longestPause = longest;
  if (question.ask === 'measure') {
    globalThis.gc?.();
    globalThis.gc?.();
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  process.send?.({
    id: question.id,
    heap: heapUsed,
    external: Math.max(external, arrayBuffers),
    longestPause,
  } satisfies Measurement & { id: number });
  forget();
});
// An attack that was cut off leaves no server behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The channel alone must not keep a server alive that wants to end.
process.channel?.unref();
