/**
 * Loaded into the attacked server with `--import`: shifts its clock, and reports its memory and its pauses over the IPC channel to its
 * parent. A pause is time in which the event loop answered nobody. It excludes what is not the site's fault: the time in which the kernel
 * let the process, or a thread of V8 that it waited for, wait for a core; the time that a virtual machine lost to its host; and the
 * garbage collection that the probe itself requests.
 */
import { globSync, readFileSync } from 'node:fs';

export interface Pause {
  milliseconds: number;
  /** Milliseconds in which the thread itself computed; otherwise it waited for a disk, a pipe or another thread. */
  computing: number;
}

export interface Measurement {
  /** Bytes in use: objects on the heap, and buffers outside of it (`external`). For `measure`, after a garbage collection. */
  heap: number;
  external: number;
  /** Since the previous query. */
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

/** Reads from `/proc`; empty on systems that do not have it. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** Milliseconds for which a thread was ready to run but had no core. @param thread its folder in `/proc`. */
const readStarved = (thread: string) => Number(readProc(`${thread}/schedstat`).split(' ')[1] ?? 0) / 1e6;
/** Milliseconds that the host took from each core of this virtual machine, in steps of 10. */
const readStolen = () =>
  [...readProc('/proc/stat').matchAll(/^cpu\d+ .*$/gm)].map(([line]) => Number(line.split(' ')[8]) * 10);

/** The worker threads of V8: during each garbage collection the event loop waits for the slowest of them. */
const helperThreads = globSync('/proc/self/task/*').filter((thread) => readProc(`${thread}/comm`) === 'V8Worker\n');

/** Milliseconds of CPU time that this thread has used. */
function readComputed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds. */
const beat = 10;
const readCounters = () => ({
  at: performance.now(),
  starved: readStarved('/proc/thread-self'),
  helpers: helperThreads.map(readStarved),
  computed: readComputed(),
  stolen: readStolen(),
});
const noPause: Pause = { milliseconds: 0, computing: 0 };
let longest = noPause;
let last = readCounters();

function forget(): void {
  longest = noPause;
  last = readCounters();
}

/** The largest growth of a counter between two readings. */
function mostGrown(now: readonly number[], before: readonly number[]): number {
  return Math.max(0, ...now.map((value, index) => value - (before[index] ?? value)));
}

function look(): void {
  const now = readCounters();
  const computing = now.computed - last.computed;
  const unserved = now.at - last.at - beat - (now.starved - last.starved);
  // The thread runs on one core, and waits for the slowest helper.
  const taken = mostGrown(now.helpers, last.helpers) + mostGrown(now.stolen, last.stolen);
  // CPU time of the thread always counts: only waiting is subtracted.
  const milliseconds = unserved - Math.min(Math.max(0, unserved - computing), taken);
  if (milliseconds > longest.milliseconds) longest = { milliseconds, computing };
  last = now;
}

let measures = false;
function begin(): void {
  if (measures) return;
  measures = true;
  forget();
  setInterval(look, beat).unref();
}

// The start does not count, because the server answers nobody yet: pauses are measured from here on, or from the first question.
setTimeout(begin, 5000).unref();

process.on('message', (question: ProbeQuestion) => {
  if (measures) look();
  const longestPause = longest;
  begin();
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
// When the attack dies, the server must not stay behind.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The channel alone must not keep a server alive that has finished.
process.channel?.unref();
